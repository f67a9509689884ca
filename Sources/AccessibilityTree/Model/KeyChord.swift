/// Modifier keys that are held while another key is pressed.
public struct KeyModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let control = KeyModifiers(rawValue: 1)
  public static let alt = KeyModifiers(rawValue: 2)
  public static let shift = KeyModifiers(rawValue: 4)
  public static let superKey = KeyModifiers(rawValue: 8)

  /// The modifiers with their names, in the order in which they are written.
  static let named: [(name: String, modifier: KeyModifiers)] = [
    ("Ctrl", .control), ("Alt", .alt), ("Shift", .shift), ("Super", .superKey),
  ]
}

/// A key that is no character.
public enum NamedKey: Hashable, Sendable {
  case enter
  case tab
  case escape
  case backspace
  case delete
  case insert
  case home
  case end
  case pageUp
  case pageDown
  case up
  case down
  case left
  case right
  case menu
  case printScreen
  case pause
  /// F1 to F24.
  case function(Int)

  /// All of them, in the order in which they are listed.
  public static let all: [NamedKey] =
    [
      .enter, .tab, .escape, .backspace, .delete, .insert, .home, .end, .pageUp, .pageDown, .up,
      .down, .left, .right, .menu, .printScreen, .pause,
    ] + (1...24).map { .function($0) }

  public var name: String {
    switch self {
    case .enter: "Enter"
    case .tab: "Tab"
    case .escape: "Escape"
    case .backspace: "Backspace"
    case .delete: "Delete"
    case .insert: "Insert"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PageUp"
    case .pageDown: "PageDown"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .menu: "Menu"
    case .printScreen: "PrintScreen"
    case .pause: "Pause"
    case .function(let number): "F\(number)"
    }
  }
}

/// A key that is pressed while modifiers are held.
public struct KeyChord: Hashable, Sendable {
  public enum Key: Hashable, Sendable {
    /// The key that types a character. With a modifier other than Shift, the case of a letter does not count.
    case character(Unicode.Scalar)
    case named(NamedKey)
  }

  /// The maximum number of chords in one action.
  public static let maxCount = 64

  public var modifiers: KeyModifiers
  public var key: Key

  public init(_ key: Key, _ modifiers: KeyModifiers = []) {
    self.key = key
    self.modifiers = modifiers
  }

  /// The character that the chord enters into a text; `nil` when it enters none.
  public var enteredCharacter: Unicode.Scalar? {
    guard modifiers.subtracting(.shift).isEmpty, case .character(let scalar) = key else {
      return nil
    }
    guard modifiers.contains(.shift) else { return scalar }
    let upper = scalar.properties.uppercaseMapping.unicodeScalars
    return upper.count == 1 ? upper.first : scalar
  }

  /// Whether desktops commonly take the chord for themselves, to switch windows, start programs or make a screenshot. That
  /// Alt+F4 closes the window it is pressed in does not count.
  public var isOfDesktop: Bool {
    if modifiers.contains(.superKey) || modifiers.isSuperset(of: [.control, .alt]) { return true }
    switch key {
    case .named(.printScreen): return true
    case .named(.function(4)): return false
    case .named(.tab), .named(.escape), .named(.function), .character(" "):
      return modifiers.contains(.alt)
    default: return false
    }
  }

  /// Returns the characters that chords enter.
  public static func enteredText(of chords: [KeyChord]) -> String {
    String(String.UnicodeScalarView(chords.compactMap(\.enteredCharacter)))
  }

  /// Returns the text that `parse` reads as these chords.
  public static func text(of chords: [KeyChord]) -> String {
    chords.map(\.text).joined(separator: " ")
  }

  private var text: String {
    let names = KeyModifiers.named.filter { modifiers.contains($0.modifier) }.map(\.name)
    return (names + [keyName]).joined(separator: "+")
  }

  private var keyName: String {
    switch key {
    case .named(let key): key.name
    case .character(" "): "Space"
    case .character("+"): "Plus"
    case .character(let scalar) where !modifiers.isEmpty && scalar.isASCII:
      String(scalar).uppercased()
    case .character(let scalar): String(scalar)
    }
  }
}
