import BridgeProtocol

/// Decodes a message whose type the first byte selects. A decoded message must be encoded so that it decodes to
/// the same message.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessages(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let bytes = unsafe Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
  let type = messages[Int(unsafe start[0]) % messages.count]
  fuzz(type, bytes)
  return 0
}

private let messages = Method.allCases.flatMap { [$0.messages.request, $0.messages.response] }

private func fuzz<Message: WireMessage>(_ type: Message.Type, _ bytes: [UInt8]) {
  guard let message = try? Message(decoding: bytes) else { return }
  let written = message.encoded()
  do throws(Status) {
    let again = try Message(decoding: written)
    precondition(again.encoded() == written, "\(type) is not stable")
  } catch {
    // The encoding may be shorter than the input, and so be allowed less memory.
    precondition(error.reason == .malformed && written.count < bytes.count, "\(type): \(error)")
  }
}
