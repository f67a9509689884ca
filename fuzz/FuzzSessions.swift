import BridgeProtocol

/// Passes the bytes of a peer to a session. The first byte selects server or client and whether the hellos were
/// exchanged before, the second one the length of the pieces in which the bytes arrive.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSessions(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard input.count > 2 else { return 0 }
  let pieces = max(1, Int(input[1]))
  let bytes = Array(input.dropFirst(2))
  switch input[0] % 4 {
  case 0: fuzzServer(bytes, pieces, isOpen: false)
  case 1: fuzzServer(bytes, pieces, isOpen: true)
  case 2: fuzzClient(bytes, pieces, isOpen: false)
  default: fuzzClient(bytes, pieces, isOpen: true)
  }
  return 0
}

private func cut(_ bytes: [UInt8], _ length: Int, _ receive: (UnsafeRawBufferPointer) -> Void) {
  for start in stride(from: 0, to: bytes.count, by: length) {
    // A copy, so that the sanitizer reports reads past its end.
    let piece = Array(bytes[start..<min(start + length, bytes.count)])
    unsafe piece.withUnsafeBytes { unsafe receive($0) }
  }
}

private func fuzzServer(_ bytes: [UInt8], _ pieces: Int, isOpen: Bool) {
  let server = ServerSession(
    ServerSession.Configuration(
      epoch: 1, software: "fuzz", maxFrameLength: 70_000, maxConcurrentCalls: 3))
  if isOpen {
    let client = ClientSession(ClientSession.Configuration(software: "fuzz"))
    _ = client.start(method: "/m", request: [], credit: 2)
    for chunk in client.takeOutput() { cut(chunk, chunk.count, unsafe server.receive) }
  }
  var hasFailed = false
  cut(bytes, pieces) {
    unsafe server.receive($0)
    while let event = server.nextEvent() {
      precondition(!hasFailed, "an event after the failure")
      if case .failed = event { hasFailed = true }
      answer(event, server)
    }
  }
  server.endOfInput()
  // A client must be able to read the server's output.
  let client = ClientSession(ClientSession.Configuration(software: "fuzz"))
  for chunk in server.takeOutput() { cut(chunk, chunk.count) { unsafe client.receive($0) } }
  while client.nextEvent() != nil {}
}

private func answer(_ event: ServerEvent, _ server: ServerSession) {
  switch event {
  case .call(let id, _, let timeout, let request):
    if timeout % 2 == 0 { _ = server.send(request ?? [], on: id) } else { server.finish(id) }
  case .message(let id, let bytes): _ = server.send(bytes, on: id)
  case .credit(let id):
    precondition(server.credit(id) > 0)
    while server.credit(id) > 0, server.credit(id) < 4 { _ = server.send([1], on: id) }
  case .cancelled(let id), .halfClosed(let id): server.finish(id, status: Status(.cancelled, ""))
  case .hello, .greeted, .revealed, .agreed, .goAway, .failed: break
  }
}

private func fuzzClient(_ bytes: [UInt8], _ pieces: Int, isOpen: Bool) {
  let client = ClientSession(
    ClientSession.Configuration(software: "fuzz", maxFrameLength: 70_000))
  let calls = (0..<3).map { client.start(method: "/m", request: [], credit: $0 + 1) }
  if isOpen {
    let server = ServerSession(ServerSession.Configuration(epoch: 1, software: "fuzz"))
    for chunk in client.takeOutput() { cut(chunk, chunk.count, unsafe server.receive) }
    for chunk in server.takeOutput() { cut(chunk, chunk.count) { unsafe client.receive($0) } }
  }
  client.cancel(calls[2])
  var ended: Set<CallID> = []
  var hasFailed = false
  cut(bytes, pieces) {
    unsafe client.receive($0)
    while let event = client.nextEvent() {
      precondition(!hasFailed, "an event after the failure")
      switch event {
      case .failed: hasFailed = true
      case .ended(let id, _, _): precondition(ended.insert(id).inserted, "a call ended twice")
      case .message(let id, _):
        precondition(!ended.contains(id) && id != calls[2], "a message of a call that ended")
        client.grant(1, on: id)
      case .hello, .accepted, .pong, .goAway: break
      }
    }
  }
  client.endOfInput()
  _ = client.takeOutput()
}
