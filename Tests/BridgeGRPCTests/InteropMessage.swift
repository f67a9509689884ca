import BridgeProtocol

/// What the requests of `grpc.testing.TestService` say, as far as the service needs it.
struct InteropMessage {
  /// SimpleRequest.response_size.
  var size = 0
  /// The sizes in StreamingOutputCallRequest.response_parameters.
  var sizes: [Int] = []
  /// The length of `payload.body`, which StreamingInputCallRequest has as field 1.
  var payloadLength = 0
  /// The status that the request asks for, if it does.
  var status: Status?

  init(_ bytes: [UInt8]) {
    for (number, value) in Self.fields(bytes) {
      switch (number, value) {
      case (1, .bytes(let payload)):
        for case (2, .bytes(let body)) in Self.fields(payload) { payloadLength = body.count }
      case (2, .number(let size)): self.size = size
      case (2, .bytes(let parameters)):
        var size = 0
        for case (1, .number(let number)) in Self.fields(parameters) { size = number }
        sizes.append(size)
      case (7, .bytes(let echo)): status = Self.status(echo)
      default: break
      }
    }
  }

  private enum Value {
    case number(Int)
    case bytes([UInt8])
  }

  private static func status(_ bytes: [UInt8]) -> Status {
    var (code, message) = (0, "")
    for (number, value) in fields(bytes) {
      if case (1, .number(let found)) = (number, value) { code = found }
      if case (2, .bytes(let text)) = (number, value) {
        message = String(decoding: text, as: UTF8.self)
      }
    }
    return Status(StatusCode(rawValue: Int32(code)) ?? .internal, message)
  }

  private static func fields(_ bytes: [UInt8]) -> [(Int, Value)] {
    var found: [(Int, Value)] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let tag = varint(&rest)
      let number = varint(&rest)
      if tag & 7 == 2 {
        found.append((tag >> 3, .bytes(Array(rest.prefix(number)))))
        rest = rest.dropFirst(number)
      } else {
        found.append((tag >> 3, .number(number)))
      }
    }
    return found
  }

  private static func varint(_ bytes: inout ArraySlice<UInt8>) -> Int {
    var (number, shift) = (0, 0)
    while let byte = bytes.popFirst() {
      number |= Int(byte & 127) << shift
      shift += 7
      if byte < 128 || shift > 56 { break }
    }
    return number
  }

  private static func varint(_ number: Int) -> [UInt8] {
    number < 128 ? [UInt8(number)] : [UInt8(number & 127 | 128)] + varint(number >> 7)
  }

  /// A SimpleResponse or StreamingOutputCallResponse with a payload of zeros.
  static func payload(of size: Int) -> [UInt8] {
    let body = [0x12] + varint(size) + [UInt8](repeating: 0, count: size)
    return [0x0a] + varint(body.count) + body
  }

  /// A StreamingInputCallResponse.
  static func sum(_ bytes: Int) -> [UInt8] { bytes == 0 ? [] : [0x08] + varint(bytes) }
}
