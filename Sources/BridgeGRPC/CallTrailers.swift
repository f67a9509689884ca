internal import BridgeProtocol
internal import CNghttp2

/// The fields at the end of a call, as they are sent.
struct CallTrailers {
  private let code: StatusCode
  /// Percent-encoded; empty: left out.
  private var message: [UInt8] = []
  /// A `google.rpc.Status` as base64; empty: left out.
  private var details: [UInt8] = []
  private let namesEncodings: Bool

  static let ok = CallTrailers(.ok)

  /// - Parameter namesEncodings: Whether to say which encodings of messages are accepted.
  init(_ status: Status, namesEncodings: Bool = false) {
    code = status.code
    self.namesEncodings = namesEncodings
    guard !status.isOK else { return }
    let status = status.inWordsOfGRPC()
    message = Self.percentEncoded(status.sentMessage)
    if status.detail != nil { details = Array(Base64.encode(status.googleStatus()).utf8) }
  }

  /// Calls `body` with the fields.
  func withFields(_ metadata: Metadata, _ body: (UnsafePointer<cnghttp2_end>) -> Void) {
    unsafe metadata.withFields { metadata in
      unsafe message.withUnsafeBufferPointer { message in
        unsafe details.withUnsafeBufferPointer { details in
          var end = unsafe cnghttp2_end()
          unsafe end.code = code.rawValue
          unsafe end.names_encodings = namesEncodings ? 1 : 0
          unsafe end.metadata = metadata
          if !message.isEmpty {
            unsafe end.message = message.baseAddress
            unsafe end.message_count = message.count
          }
          if !details.isEmpty {
            unsafe end.details = details.baseAddress
            unsafe end.details_count = details.count
          }
          unsafe body(&end)
        }
      }
    }
  }

  /// Encodes text as `grpc-message` is: printable ASCII but for "%" stays, each other byte becomes %XX.
  static func percentEncoded(_ text: String) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if (0x20...0x7e).contains(byte), byte != UInt8(ascii: "%") {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
  }
}
