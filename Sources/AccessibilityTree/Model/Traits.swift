/// The characteristics of an element and how it can be used: Apple's accessibility traits.
///
/// Bit n is the value n + 1 of `Trait` in `proto/a11y/bridge/v1/element.proto`.
public struct Traits: NamedOptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Acts when activated.
  public static let button = Traits(rawValue: 1 << 0)
  /// Begins a section; rotors stop at it.
  public static let header = Traits(rawValue: 1 << 1)
  /// Leads to another place.
  public static let link = Traits(rawValue: 1 << 2)
  /// Is a picture; may go with `button`.
  public static let image = Traits(rawValue: 1 << 3)
  /// Is text that does not change.
  public static let staticText = Traits(rawValue: 1 << 4)
  /// Is the selected one.
  public static let selected = Traits(rawValue: 1 << 5)
  /// Is on or off; read as "switch button".
  public static let toggle = Traits(rawValue: 1 << 6)
  /// Accepts increment and decrement.
  public static let adjustable = Traits(rawValue: 1 << 7)
  /// Cannot be used at present.
  public static let notEnabled = Traits(rawValue: 1 << 8)
  /// Is a field for searching.
  public static let searchField = Traits(rawValue: 1 << 9)
  /// Is a key of a keyboard.
  public static let keyboardKey = Traits(rawValue: 1 << 10)
  /// Summarises the application when it starts.
  public static let summaryElement = Traits(rawValue: 1 << 11)
  /// Changes too often for each change to be read.
  public static let updatesFrequently = Traits(rawValue: 1 << 12)
  /// Makes a sound of its own when activated.
  public static let playsSound = Traits(rawValue: 1 << 13)
  /// Starts playing or recording when activated.
  public static let startsMediaSession = Traits(rawValue: 1 << 14)
  /// Turns the page when its end is read.
  public static let causesPageTurn = Traits(rawValue: 1 << 15)
  /// Is a bar of tabs.
  public static let tabBar = Traits(rawValue: 1 << 16)
  /// Hides the elements beside it.
  public static let modal = Traits(rawValue: 1 << 17)
  /// Accepts touches passed to it unchanged.
  public static let allowsDirectInteraction = Traits(rawValue: 1 << 18)
  /// Accepts zoom in and zoom out.
  public static let supportsZoom = Traits(rawValue: 1 << 19)
}

extension Traits {
  /// Every member with the name that selectors, outlines and JSON use, in order of its bit.
  public static let named: [(name: String, member: Traits)] = [
    ("button", .button),
    ("header", .header),
    ("link", .link),
    ("image", .image),
    ("static-text", .staticText),
    ("selected", .selected),
    ("toggle", .toggle),
    ("adjustable", .adjustable),
    ("not-enabled", .notEnabled),
    ("search-field", .searchField),
    ("keyboard-key", .keyboardKey),
    ("summary-element", .summaryElement),
    ("updates-frequently", .updatesFrequently),
    ("plays-sound", .playsSound),
    ("starts-media-session", .startsMediaSession),
    ("causes-page-turn", .causesPageTurn),
    ("tab-bar", .tabBar),
    ("modal", .modal),
    ("allows-direct-interaction", .allowsDirectInteraction),
    ("supports-zoom", .supportsZoom),
  ]
}
