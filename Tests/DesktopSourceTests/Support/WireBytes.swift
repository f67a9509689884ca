@testable import DesktopSource

/// Bytes of the D-Bus wire format, in this machine's order.
struct WireBytes {
  var bytes: [UInt8] = []

  static func number(_ number: UInt32) -> [UInt8] {
    unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
  }

  mutating func align(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  mutating func add(_ value: BusValue) {
    switch value {
    case .string(let text), .objectPath(let text):
      add(.uint32(UInt32(text.utf8.count)))
      bytes += Array(text.utf8) + [0]
    case .uint32(let number):
      align(to: 4)
      bytes += Self.number(number)
    case .int32(let number): add(.uint32(UInt32(bitPattern: number)))
    case .structure(let fields):
      align(to: 8)
      for field in fields { add(field) }
    case .array(let contents, let elements):
      add(.uint32(0))
      let place = bytes.count - 4
      if contents.hasPrefix("(") { align(to: 8) }
      let start = bytes.count
      for element in elements { add(element) }
      bytes.replaceSubrange(place..<place + 4, with: Self.number(UInt32(bytes.count - start)))
    default: fatalError("\(value.signature) is in no cache")
    }
  }

  /// A message that answers the call `serial` or, with `nil`, none: a signal.
  static func message(
    answering serial: UInt32?, signature: String, body: [UInt8], kind: MessageHead.Kind? = nil
  ) -> [UInt8] {
    var fields = WireBytes()
    if let serial {
      fields.bytes += [5, 1, UInt8(ascii: "u"), 0] + number(serial)
    } else {
      fields.bytes += [1, 1, UInt8(ascii: "o"), 0] + number(2) + Array("/a".utf8) + [0]
    }
    fields.align(to: 8)
    fields.bytes += [8, 1, UInt8(ascii: "g"), 0, UInt8(signature.utf8.count)]
    fields.bytes += Array(signature.utf8) + [0]
    let kind = kind ?? (serial == nil ? .signal : .answer)
    var message = WireBytes(bytes: [0x6C, kind.rawValue, 1, 1])
    message.bytes += number(UInt32(body.count)) + number(7) + number(UInt32(fields.bytes.count))
    message.bytes += fields.bytes
    message.align(to: 8)
    return message.bytes + body
  }
}
