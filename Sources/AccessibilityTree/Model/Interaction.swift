/// A named point of an element, where it is picked up or where something is dropped on it.
public struct NamedPoint: Hashable, Sendable {
  /// The name shown to people: "Set Sound 1".
  public var name: String
  /// In the coordinate space of the element's frame.
  public var position: Point

  public init(_ name: String, _ position: Point) {
    self.name = name
    self.position = position
  }
}

/// How an element accepts touches passed to it unchanged (A14).
///
/// Bit n is the value n + 1 of `DirectTouchOption` in `proto/a11y/bridge/v1/element.proto`.
public struct DirectTouchOptions: NamedOptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Touching the element causes no speech, so that its own sound is heard.
  public static let silentOnTouch = DirectTouchOptions(rawValue: 1 << 0)
  /// Touches are passed on only after the element was activated, until the focus leaves it.
  public static let requiresActivation = DirectTouchOptions(rawValue: 1 << 1)

  public static let named: [(name: String, member: DirectTouchOptions)] = [
    ("silent-on-touch", .silentOnTouch), ("requires-activation", .requiresActivation),
  ]
}

/// How an element's text is spoken (E11).
public struct SpeechAttributes: Hashable, Sendable {
  /// The priority of the element's announcements; `nil` where none is specified.
  public var priority: AnnouncementPriority?
  /// Whether the text is spelled letter by letter.
  public var spellsOut: Bool
  /// Whether all punctuation is spoken.
  public var includesPunctuation: Bool
  /// From -1, lower, to 1, higher; 0 is the normal pitch of the voice.
  public var pitch: Double

  public init(
    priority: AnnouncementPriority? = nil, spellsOut: Bool = false,
    includesPunctuation: Bool = false, pitch: Double = 0
  ) {
    self.priority = priority
    self.spellsOut = spellsOut
    self.includesPunctuation = includesPunctuation
    self.pitch = pitch
  }
}

/// An app intent that an element offers (A15). It can be run by its type and parameters even while the
/// application's view code is not running.
public struct IntentOffer: Hashable, Sendable {
  /// The title shown to people: "Favorite".
  public var title: String
  /// The name of the intent's type: "FavoriteBeachIntent".
  public var type: String
  /// The parameters with the element's own values, sorted by name.
  public private(set) var parameters: [IntentParameter]

  public init(_ title: String, type: String, parameters: [IntentParameter] = []) {
    self.title = title
    self.type = type
    self.parameters = parameters.sorted {
      ($0.name, $0.value.description) < ($1.name, $1.value.description)
    }
  }

  /// The command that performs the intent as offered. When several parameters share a name, the first is used.
  public var command: ActionCommand {
    .intent(
      type: type,
      parameters: Dictionary(
        parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }
}
