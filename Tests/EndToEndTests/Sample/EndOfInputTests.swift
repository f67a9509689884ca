import BridgeProtocol
import BridgeTestSupport
import Testing

/// A client that finishes writing may still read.
@Suite
struct `What a client hears that has finished writing` {
  /// Sends these bytes and the end of the stream. Returns what the server sends until it closes.
  private func answers(
    to session: ClientSession, _ more: [UInt8] = [], from bridge: Bridge
  ) async throws -> [ClientEvent] {
    let socket = try TestSocket(bridge.address)
    socket.write(session.takeOutput().flatMap { $0 } + more)
    socket.finishWriting()
    while true {
      let bytes = try await socket.read()
      if bytes.isEmpty { break }
      unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    }
    var events: [ClientEvent] = []
    while let event = session.nextEvent() { events.append(event) }
    return events
  }

  private func session() -> ClientSession {
    ClientSession(ClientSession.Configuration(software: "test"))
  }

  @Test
  func `a stream that ends within a frame gets an error`() async throws {
    let bridge = try await Bridge()
    let events = try await answers(to: session(), [0, 0, 0], from: bridge)
    guard case .failed(let status)? = events.last else {
      Issue.record("not told: \(events)")
      return
    }
    #expect(status.reason == .malformed)
    #expect(status.message.contains("3 bytes"))
  }

  @Test
  func `calls from before the end are answered, and those that would wait are cancelled`()
    async throws
  {
    let bridge = try await Bridge()
    let session = session()
    let wait = session.start(
      method: Method.waitFor.rawValue,
      request: WaitForRequest(target: .selector("slider")).encoded())
    let payload = EchoRequest(payload: [UInt8](repeating: 1, count: 10_000)).encoded()
    let echoes = (0..<100).map { _ in
      session.start(method: Method.echo.rawValue, request: payload)
    }
    let events = try await answers(to: session, from: bridge)
    var ends: [CallID: StatusCode] = [:]
    for case .ended(let call, let status, _) in events { ends[call] = status.code }
    #expect(ends[wait] == .cancelled)
    #expect(echoes.allSatisfy { ends[$0] == .ok })
  }
}
