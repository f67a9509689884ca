internal import AccessibilityTree

/// Symbols of the X keyboard.
enum Keysym {
  static let backSpace: UInt32 = 0xFF08
  static let enter: UInt32 = 0xFF0D
  static let delete: UInt32 = 0xFFFF
  static let escape: UInt32 = 0xFF1B
  static let up: UInt32 = 0xFF52
  static let down: UInt32 = 0xFF54
  static let home: UInt32 = 0xFF50
  static let end: UInt32 = 0xFF57
  static let a: UInt32 = 0x61
  static let p: UInt32 = 0x70

  /// Returns the symbol that types a character; `nil` for a control character.
  static func of(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x0A: enter
    case 0x20...0x7E, 0xA0...0xFF: scalar.value
    case 0x100...0x10FFFF: 0x0100_0000 | scalar.value
    default: nil
    }
  }

  /// Returns the symbol of a key; `nil` when there is none.
  static func of(_ key: KeyChord.Key) -> UInt32? {
    switch key {
    case .character(let scalar): of(scalar)
    case .named(let key): of(key)
    }
  }

  private static func of(_ key: NamedKey) -> UInt32? {
    switch key {
    case .enter: enter
    case .tab: 0xFF09
    case .escape: escape
    case .backspace: backSpace
    case .delete: delete
    case .insert: 0xFF63
    case .home: home
    case .left: 0xFF51
    case .up: up
    case .right: 0xFF53
    case .down: down
    case .pageUp: 0xFF55
    case .pageDown: 0xFF56
    case .end: end
    case .menu: 0xFF67
    case .printScreen: 0xFF61
    case .pause: 0xFF13
    case .function(let number): (1...24).contains(number) ? 0xFFBD + UInt32(number) : nil
    }
  }
}

extension KeyModifiers {
  /// The bits of an X event's state. Alt and Super are where every current desktop has them, in Mod1 and Mod4.
  var stateBits: Int32 {
    var bits: Int32 = 0
    if contains(.shift) { bits |= 1 }
    if contains(.control) { bits |= 4 }
    if contains(.alt) { bits |= 8 }
    if contains(.superKey) { bits |= 64 }
    return bits
  }
}

extension Unicode.Scalar {
  /// The character as Unicode writes it: "U+000A".
  var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
