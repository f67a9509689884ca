import BridgeGRPC
import BridgeProtocol

/// Passes the bytes of a client to a session of HTTP/2. The first byte selects what came before them: nothing, the
/// preface, or a call with its header fields; the second one is the length of the pieces in which the bytes arrive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTTP2(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard input.count > 2,
    let session = try? HTTP2Session(
      HTTP2Session.Configuration(maxMessageLength: 70_000, maxConcurrentCalls: 3))
  else { return 0 }
  let before: [UInt8] =
    switch input[0] % 3 {
    case 0: []
    case 1: Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings
    default: Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + settings + call
    }
  _ = FirstBytes(input.dropFirst(2))
  feed(session, before, pieces: 4096)
  feed(session, Array(input.dropFirst(2)), pieces: max(1, Int(input[1])))
  session.endOfInput()
  session.goAway(Status(.shuttingDown, "over"))
  _ = session.takeOutput()
  session.fail(Status(.shuttingDown, "over"))
  _ = session.takeOutput()
  precondition(session.heldOutput >= 0 && session.inputMemory >= 0)
  return 0
}

/// A frame of settings without any.
private let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]

/// A frame that begins stream 1: POST, http, "/m", a content type of gRPC; the request follows.
private let call: [UInt8] = {
  func literal(_ name: String, _ value: String) -> [UInt8] {
    [0, UInt8(name.utf8.count)] + Array(name.utf8) + [UInt8(value.utf8.count)] + Array(value.utf8)
  }
  let fields =
    [0x83, 0x86] + literal(":path", "/m") + literal(":authority", "x")
    + literal("content-type", "application/grpc")
  return [0, 0, UInt8(fields.count), 1, 4, 0, 0, 0, 1] + fields
}()

private func feed(_ session: HTTP2Session, _ bytes: [UInt8], pieces: Int) {
  for start in stride(from: 0, to: bytes.count, by: pieces) {
    // A copy, so that the sanitizer reports reads past its end.
    let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
    unsafe piece.withUnsafeBytes { unsafe session.receive($0) }
    while let event = session.nextEvent() { answer(event, session) }
    _ = session.takeOutput()
  }
}

private func answer(_ event: ServerEvent, _ session: HTTP2Session) {
  switch event {
  case .call(let id, let method, let timeout, let request):
    _ = session.takeAuthorization(of: id)
    if timeout % 2 == 0 {
      _ = session.send(request ?? Array(method.utf8), on: id)
    } else {
      session.finish(id, status: .ok, response: request)
    }
  case .message(let id, let bytes):
    if !session.send(bytes + [UInt8](repeating: 0, count: 5000), on: id) {
      session.finish(id, status: Status(.limit, "Größe 100%"), response: nil)
    }
  case .credit(let id):
    precondition(session.credit(id) > 0)
    _ = session.send([1], on: id)
  case .cancelled(let id), .halfClosed(let id):
    session.finish(id, status: Status(.cancelled, ""), response: nil)
  case .hello, .greeted, .revealed, .agreed, .goAway, .failed: break
  }
}
