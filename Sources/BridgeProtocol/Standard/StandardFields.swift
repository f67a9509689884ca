/// Calls `body` with the number and the bytes of each field of a message that has bytes. Others are passed over.
///
/// - Parameter name: The message's name, for a refusal.
func forEachField(
  of message: [UInt8], _ name: String, _ body: (UInt64, [UInt8]) throws(Status) -> Void
) throws(Status) {
  let bytes = message.span
  var reader = WireReader(0..<message.count)
  func next() throws(Status) -> WireReader.Field? {
    do throws(Status) {
      return try reader.next(bytes)
    } catch {
      throw Status(.malformed, "\(message.count) bytes are not a valid \(name)")
    }
  }
  while let field = try next() {
    if case .bytes(let range) = field.value { try body(field.number, Array(message[range])) }
  }
}

/// Returns the text in a field.
func text(_ bytes: [UInt8], _ field: String) throws(Status) -> String {
  guard let text = String(validating: bytes, as: UTF8.self) else {
    throw .invalid(field, "is not UTF-8")
  }
  return text
}
