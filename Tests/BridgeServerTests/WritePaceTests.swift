import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Testing

/// Both ends work at the same time: what is queued leaves while there is more to handle.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct WritePaceTests {
  @Test func `Answers leave before all requests of one read are worked off`() async throws {
    let server = try await TestServer.start()
    let (hasAnswer, wasInTime) = (Flag(), Flag())
    let requests = 5
    let button = try await server.run { world in
      let button = try world.add(.button, "B", under: world.addApplication().window)
      world.source.onPrepare = {
        // Each request takes a while; the last one, until the first answer has arrived.
        guard world.source.preparations == requests else { return Self.work() }
        if hasAnswer.wait() { wasInTime.raise() }
      }
      return button
    }
    let peer = try RawPeer(server.address)
    let echo = peer.call(.echo, EchoRequest(payload: [1]).encoded())
    let reads = (0..<requests).map { _ in
      peer.call(.getElement, GetElementRequest(target: .id(button)).encoded())
    }
    peer.flush()
    let isDone = peer.run {
      if peer.end(of: echo) != nil { hasAnswer.raise() }
      return reads.allSatisfy { peer.end(of: $0) != nil }
    }
    #expect(isDone)
    #expect(wasInTime.isRaised, "all answers were written at the end")
    let ends = peer.events.compactMap { event -> CallID? in
      if case .ended(let call, _, _) = event { call } else { nil }
    }
    #expect(ends == [echo] + reads, "answers keep the order of the requests")
  }

  @Test func `Calls leave before all calls of one turn are made`() async throws {
    let server = try await TestServer.start()
    let hasBegun = Flag()
    let button = try await server.run { world in
      world.source.onPrepare = { hasBegun.raise() }
      return try world.add(.button, "B", under: world.addApplication().window)
    }
    let loop = try EventLoop()
    var client: ClientConnection?
    ClientConnection.connect(to: server.address, on: loop) { client = try? $0.get() }
    #expect(loop.run { client != nil })
    var answers = 0
    let handlers = ClientConnection.Handlers { _ in answers += 1 }
    client?.call(.getElement, request: GetElementRequest(target: .id(button)).encoded(), handlers)
    Self.work()
    client?.call(.echo, request: EchoRequest(payload: [1]).encoded(), handlers)
    #expect(hasBegun.wait(), "both were kept until the end of the turn")
    #expect(loop.run { answers == 2 })
    client?.close()
  }

  /// Takes longer than is waited between two writes, and little for a turn.
  private static func work() {
    let end = MonotonicTime.now().advanced(by: .microseconds(100))
    while MonotonicTime.now() < end {}
  }
}
