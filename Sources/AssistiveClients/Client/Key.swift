/// A key press as reported by a terminal.
package enum Key: Hashable, Sendable {
  case character(Character)
  /// A lower-case letter with the control key.
  case control(Character)
  case enter
  case tab
  case backTab
  case escape
  case backspace
  case delete
  case up
  case down
  case left
  case right
  case home
  case end
  case pageUp
  case pageDown

  /// The name of the key in help.
  package var name: String {
    switch self {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .control(let letter): "Ctrl-\(letter.uppercased())"
    case .enter: "Enter"
    case .tab: "Tab"
    case .backTab: "Shift-Tab"
    case .escape: "Esc"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }
}

/// Decodes the bytes that a terminal sends into keys.
package struct KeyDecoder: Sendable {
  private var pending: [UInt8] = []

  package init() {}

  /// Whether an incomplete sequence is pending. A lone escape byte is the escape key only when nothing
  /// follows it: call `flush` after a short time.
  package var isWaiting: Bool { !pending.isEmpty }

  package mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, length) = Self.first(in: pending) {
      pending.removeFirst(length)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Decodes the pending bytes as individual keys.
  package mutating func flush() -> [Key] {
    defer { pending = [] }
    guard let first = pending.first else { return [] }
    return first == 0x1B ? [.escape] + Self.plain(pending.dropFirst()) : Self.plain(pending[...])
  }

  private static func plain(_ bytes: ArraySlice<UInt8>) -> [Key] {
    String(decoding: bytes, as: UTF8.self).filter {
      $0.unicodeScalars.allSatisfy { $0.value >= 32 }
    }
    .map(Key.character)
  }

  /// Returns the first key and its length in bytes. The key is `nil` for an unknown sequence; the result is
  /// `nil` when more bytes are needed.
  private static func first(in bytes: [UInt8]) -> (Key?, Int)? {
    guard let first = bytes.first else { return nil }
    switch first {
    case 0x1B: return escape(bytes)
    case 0x0D, 0x0A: return (.enter, 1)
    case 0x09: return (.tab, 1)
    case 0x7F, 0x08: return (.backspace, 1)
    case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
    case 0x00, 0x1C...0x1F: return (nil, 1)
    case 0x20..<0x7F: return (.character(Character(Unicode.Scalar(first))), 1)
    default: return multibyte(bytes, first)
    }
  }

  private static func multibyte(_ bytes: [UInt8], _ first: UInt8) -> (Key?, Int)? {
    let length = first >= 0xF8 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    let isWhole = bytes.dropFirst().prefix(length - 1).allSatisfy { $0 & 0xC0 == 0x80 }
    guard length > 1, isWhole else { return (nil, 1) }
    guard bytes.count >= length else { return nil }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self),
      let character = text.first
    else { return (nil, 1) }
    return (.character(character), length)
  }

  private static func escape(_ bytes: [UInt8]) -> (Key?, Int)? {
    guard bytes.count >= 2 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else {
      return (.escape, 1)
    }
    // Parameters, followed by a letter or "~" as the final byte.
    guard let end = bytes.dropFirst(2).firstIndex(where: { $0 >= 0x40 && $0 <= 0x7E }) else {
      return bytes.count > 32 ? (nil, bytes.count) : nil
    }
    let parameter = String(decoding: bytes[2..<end], as: UTF8.self)
    return (named(bytes[end], parameter), end + 1)
  }

  private static func named(_ letter: UInt8, _ parameter: String) -> Key? {
    switch (letter, parameter.prefix { $0 != ";" }) {
    case (UInt8(ascii: "A"), _): .up
    case (UInt8(ascii: "B"), _): .down
    case (UInt8(ascii: "C"), _): .right
    case (UInt8(ascii: "D"), _): .left
    case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
    case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
    case (UInt8(ascii: "Z"), _): .backTab
    case (UInt8(ascii: "~"), "3"): .delete
    case (UInt8(ascii: "~"), "5"): .pageUp
    case (UInt8(ascii: "~"), "6"): .pageDown
    default: nil
    }
  }
}
