/// What the head of a message says that answers a call, as the D-Bus specification has it in "Message Format".
struct MessageHead: Equatable {
  enum Kind: UInt8 {
    case call = 1
    case answer = 2
    case error = 3
    case signal = 4
  }

  let kind: Kind
  let bodyLength: Int
  /// The serial number of the call that the message answers; `nil` for other messages.
  private(set) var answeredSerial: UInt32?
  /// The signature of the body.
  private(set) var signature = ""

  /// The length of the part that has the length of the rest.
  static let startLength = 16
  /// The maximum length of a head: its fields are names and a path.
  private static let maxLength = 65_536

  /// Returns the length of a head in bytes from its start; `nil` where it is none of this machine's byte order, or too
  /// long.
  static func length(_ start: [UInt8]) -> Int? {
    let cursor = HeadCursor(bytes: start)
    guard start.count >= startLength, start[0] == (1.littleEndian == 1 ? 0x6C : 0x42),
      start[3] == 1,
      let fields = cursor.number(at: 12), fields <= maxLength
    else { return nil }
    return startLength + (fields + 7) & ~7
  }

  /// Reads a whole head; `nil` where it is malformed.
  init?(_ head: [UInt8]) {
    var cursor = HeadCursor(bytes: head)
    guard head.count >= Self.startLength, let kind = Kind(rawValue: head[1]),
      let length = cursor.number(at: 4), let fields = cursor.number(at: 12)
    else { return nil }
    self.kind = kind
    bodyLength = length
    cursor.place = Self.startLength
    while cursor.place < Self.startLength + fields {
      cursor.align(to: 8)
      guard let code = cursor.byte(), let type = cursor.signature() else { return nil }
      switch type {
      case "u":
        guard let number = cursor.number() else { return nil }
        if code == 5 { answeredSerial = UInt32(number) }
      case "g":
        guard let text = cursor.signature() else { return nil }
        if code == 8 { signature = text }
      case "s", "o":
        guard let length = cursor.number(), cursor.skip(length + 1) else { return nil }
      default: return nil
      }
    }
  }
}

/// Reads a head's values in order.
private struct HeadCursor {
  let bytes: [UInt8]
  var place = 0

  func number(at place: Int) -> Int? {
    guard place + 4 <= bytes.count else { return nil }
    let number = unsafe bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: place, as: UInt32.self)
    }
    return Int(number)
  }

  mutating func align(to size: Int) { place = (place + size - 1) & ~(size - 1) }

  mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    defer { place += 1 }
    return bytes[place]
  }

  mutating func number() -> Int? {
    align(to: 4)
    defer { place += 4 }
    return number(at: place)
  }

  mutating func signature() -> String? {
    guard let length = byte(), place + Int(length) < bytes.count else { return nil }
    defer { place += Int(length) + 1 }
    return String(decoding: bytes[place..<place + Int(length)], as: UTF8.self)
  }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - place else { return false }
    place += count
    return true
  }
}
