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
  /// The maximum length of a head's fields, which are names and a path.
  private static let maxLength = 65_536

  /// Returns the length of a head in bytes from its start; `nil` where it is none of this machine's byte order, or too
  /// long.
  static func length(_ start: [UInt8]) -> Int? {
    let reader = RawReader(Array(start.prefix(startLength)), signature: "yyyyuuu")
    guard let (order, _, version, _) = try? reader.headStart(), let fields = try? reader.uint32(),
      order == UInt8(ascii: 1.littleEndian == 1 ? "l" : "B"), version == 1, fields <= maxLength
    else { return nil }
    return startLength + (Int(fields) + 7) & ~7
  }

  /// Reads a whole head; `nil` where it is malformed.
  init?(_ head: [UInt8]) {
    let reader = RawReader(head, signature: "yyyyuua(yv)")
    guard let (_, kind, _, bodyLength) = try? reader.headStart(), let kind = Kind(rawValue: kind)
    else { return nil }
    self.kind = kind
    self.bodyLength = bodyLength
    do throws(BusError) {
      try reader.array("(yv)", atMost: Self.maxLength) { () throws(BusError) in
        try reader.structure("yv") { () throws(BusError) in try readField(reader) }
      }
    } catch { return nil }
  }

  private mutating func readField(_ reader: RawReader) throws(BusError) {
    let code = try reader.byte()
    switch try reader.signature() {
    case "u":
      let number = try reader.uint32()
      if code == 5 { answeredSerial = number }
    case "g":
      let text = try reader.signature()
      if code == 8 { signature = text }
    case "s": _ = unsafe try reader.rawText(BusType.string)
    case "o": _ = unsafe try reader.rawText(BusType.objectPath)
    case let type: throw .malformed("a field of type '\(type)' in the head of a message")
    }
  }
}

extension RawReader {
  /// Reads what every head begins with, up to its serial number.
  fileprivate func headStart() throws(BusError) -> (
    order: UInt8, kind: UInt8, version: UInt8, bodyLength: Int
  ) {
    let (order, kind) = (try byte(), try byte())
    _ = try byte()
    let version = try byte()
    let bodyLength = Int(try uint32())
    _ = try uint32()
    return (order, kind, version, bodyLength)
  }
}
