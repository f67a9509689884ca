import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Glibc
import Synchronization
import Testing

/// A client with expensive requests does not delay the other clients.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct FairnessTests {
  @Test func `A thousand expensive requests at once do not delay another client`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<1000 { try world.add(.button, "Button \(number)", under: window) }
    }
    let client = try await server.client()
    // Returns how many were answered before the other client was.
    func answeredBefore(_ round: Int) async throws -> Int {
      let peer = try RawPeer(server.address)
      for number in 0..<Self.many {
        // Each request is a different search over all elements.
        let request = FindRequest(
          selector: "*[label~=\"x.*\(round).\(number)\"]", view: .structure)
        peer.call(.find, request.encoded())
      }
      peer.flush()
      let answered = {
        peer.events.reduce(0) { sum, event in if case .ended = event { sum + 1 } else { sum } }
      }
      // The server reads all requests before it answers another client.
      #expect(peer.run { answered() > 0 })
      _ = try await client.call(EchoRequest(payload: [1]))
      peer.loop.runOnce(timeout: .zero)
      let before = answered()
      #expect(peer.run { answered() == Self.many })
      for case .ended(_, let status, _) in peer.events { #expect(status.isOK) }
      return before
    }
    // On a busy machine this thread may be late to look, but not each time.
    var before = Self.many
    for round in 0..<5 where before == Self.many { before = try await answeredBefore(round) }
    #expect(before < Self.many, "the echo was answered before all of the others")
  }

  private static let many = 1000

  @Test func `Many clients with expensive requests do not delay a client without any`() async throws
  {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<2000 { try world.add(.button, "Button \(number)", under: window) }
    }
    let others = try (0..<24).map { _ in try RawPeer(server.address) }
    func search(_ round: Int) {
      for (place, peer) in others.enumerated() {
        let request = FindRequest(selector: "*[label~=\"x.*\(place).\(round)\"]", view: .structure)
        peer.call(.find, request.encoded())
      }
    }
    func ends(_ peer: RawPeer) -> Int {
      peer.events.reduce(0) { sum, event in if case .ended = event { sum + 1 } else { sum } }
    }
    search(0)
    for peer in others { peer.flush() }
    for peer in others { #expect(peer.run { ends(peer) == 1 }) }
    let polite = try RawPeer(server.address)
    let first = polite.call(.echo, EchoRequest(payload: [1]).encoded())
    polite.flush()
    #expect(polite.run { polite.end(of: first) != nil })

    // All clients send requests while the server is busy, the polite one last. Returns how many were served before it.
    func servedBefore(_ round: Int) async throws -> Int {
      let (hasBegun, mayEnd) = (Flag(), Flag())
      try await server.after(.zero) { _ in
        hasBegun.raise()
        mayEnd.wait()
      }
      hasBegun.wait()
      search(round)
      for peer in others { peer.flush() }
      let last = polite.call(.echo, EchoRequest(payload: [2]).encoded())
      polite.flush()
      mayEnd.raise()
      #expect(polite.run { polite.end(of: last) != nil })
      for peer in others { peer.loop.runOnce(timeout: .zero) }
      let served = others.count { ends($0) == round + 1 }
      for peer in others { #expect(peer.run { ends(peer) == round + 1 }) }
      return served
    }
    // On a busy machine this thread may be late to look, but not each time.
    var served = others.count
    for round in 1...5 where served >= others.count / 2 { served = try await servedBefore(round) }
    #expect(served < others.count / 2, "\(served) came before it")
  }

  @Test func `A ping is answered before the earlier requests of its client`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<3000 { try world.add(.button, "Button \(number)", under: window) }
    }
    let peer = try RawPeer(server.address)
    let answered = {
      peer.events.reduce(0) { sum, event in if case .ended = event { sum + 1 } else { sum } }
    }
    let hasPong = { peer.events.contains { if case .pong = $0 { true } else { false } } }
    // Read at once, but answered over many seconds.
    let count = 400
    for number in 0..<count {
      let request = FindRequest(selector: "*[label~=\"x.*\(number)\"]", view: .structure)
      peer.call(.find, request.encoded())
    }
    peer.flush()
    #expect(peer.run { answered() > 0 })
    peer.session.ping([1])
    peer.flush()
    #expect(peer.run { hasPong() })
    let earlier = peer.events.prefix { if case .pong = $0 { false } else { true } }
    let before = earlier.count { if case .ended = $0 { true } else { false } }
    #expect(before < count, "the ping was answered after \(before) of \(count)")
    #expect(peer.failure == nil)
  }

  @Test func `Long-running calls are limited on each connection, and refused with the limit`()
    async throws
  {
    let server = try await TestServer.start {
      $0.limits[.waitsPerConnection] = 3
      $0.limits[.subscriptionsPerConnection] = 2
    }
    let peer = try RawPeer(server.address)
    let wait = WaitForRequest(target: .selector("slider")).encoded()
    let waiters = (0..<4).map { _ in peer.call(.waitFor, wait) }
    let subscriptions = (0..<3).map { _ in peer.call(.subscribe, SubscribeRequest().encoded()) }
    peer.flush()
    #expect(
      peer.run { peer.end(of: waiters[3]) != nil && peer.end(of: subscriptions[2]) != nil })
    for (call, limit) in [(waiters[3], 3), (subscriptions[2], 2)] {
      #expect(peer.end(of: call)?.reason == .limit)
      #expect(peer.end(of: call)?.detail?.limit == UInt64(limit))
    }
    #expect(peer.end(of: waiters[2]) == nil && peer.end(of: subscriptions[1]) == nil)
    // The end of a call makes room for another; each connection has its own limits.
    peer.session.cancel(waiters[0])
    peer.flush()
    #expect(peer.run { peer.end(of: waiters[0]) != nil })
    let another = peer.call(.waitFor, wait)
    let other = try RawPeer(server.address)
    let theirs = other.call(.waitFor, wait)
    // The server answers this after it has begun the earlier calls.
    for peer in [peer, other] {
      let echo = peer.call(.echo, EchoRequest(payload: [1]).encoded())
      peer.flush()
      #expect(peer.run { peer.end(of: echo) != nil })
    }
    #expect(peer.end(of: another) == nil && other.end(of: theirs) == nil)
  }
}
