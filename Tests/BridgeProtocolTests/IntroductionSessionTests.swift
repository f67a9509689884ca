import Testing

@testable import BridgeProtocol

/// A connection on which a client introduces itself.
@Suite struct IntroductionSessionTests {
  private final class Ends {
    let server = ServerSession(ServerSession.Configuration(epoch: 1, software: "server"))
    let client: ClientSession
    var serverEvents: [ServerEvent] = []
    var clientEvents: [ClientEvent] = []

    init(_ credential: HelloCredential?) {
      client = ClientSession(
        ClientSession.Configuration(software: "client", credential: credential))
      server.introduce = { commitment throws(Status) in
        guard commitment == [7] else { throw Status(.unauthenticated, "no window") }
        return [8, 9]
      }
    }

    func carry() {
      for bytes in client.takeOutput() {
        unsafe bytes.withUnsafeBytes { unsafe server.receive($0) }
      }
      while let event = server.nextEvent() { serverEvents.append(event) }
      for bytes in server.takeOutput() {
        unsafe bytes.withUnsafeBytes { unsafe client.receive($0) }
      }
      while let event = client.nextEvent() { clientEvents.append(event) }
    }

    var failure: Status? {
      for case .failed(let status) in clientEvents { return status }
      return nil
    }
  }

  @Test func `the nonces cross, and the owner's yes arrives`() throws {
    let ends = Ends(.introduction(commitment: [7]))
    ends.carry()
    guard case .hello(let hello)? = ends.clientEvents.first else {
      Issue.record("no hello")
      return
    }
    #expect(hello.pairingNonce == [8, 9] && hello.access == nil)
    ends.client.reveal([1, 2, 3])
    ends.carry()
    guard case .revealed(let nonce)? = ends.serverEvents.last else {
      Issue.record("nothing was revealed")
      return
    }
    #expect(nonce == [1, 2, 3])
    ends.client.agree()
    ends.client.agree()
    ends.carry()
    guard case .agreed? = ends.serverEvents.last else {
      Issue.record("nothing was agreed")
      return
    }
    let access = HelloAccess(name: "laptop", scope: .observe)
    ends.server.accept(access)
    ends.carry()
    guard case .accepted(let received)? = ends.clientEvents.last else {
      Issue.record("not accepted")
      return
    }
    #expect(received == access)
  }

  @Test func `it makes no calls, and reveals once`() {
    let calling = Ends(.introduction(commitment: [7]))
    _ = calling.client.start(method: "/m", request: [])
    calling.carry()
    #expect(calling.failure?.reason == .malformed)
    #expect(!calling.serverEvents.contains { if case .call = $0 { true } else { false } })
    let twice = Ends(.introduction(commitment: [7]))
    twice.carry()
    twice.client.reveal([1])
    twice.carry()
    twice.client.hasRevealed = false
    twice.client.reveal([2])
    twice.carry()
    #expect(twice.failure?.reason == .malformed)
    let early = Ends(.introduction(commitment: [7]))
    early.carry()
    early.client.hasRevealed = true
    early.client.agree()
    early.carry()
    #expect(early.failure?.reason == .malformed)
    #expect(!early.serverEvents.contains { if case .agreed = $0 { true } else { false } })
  }

  @Test func `a commitment that is refused gets no nonce`() {
    let ends = Ends(.introduction(commitment: [6]))
    ends.carry()
    #expect(ends.failure?.message == "no window")
    for case .hello(let hello) in ends.clientEvents { #expect(hello.pairingNonce.isEmpty) }
    ends.server.accept(HelloAccess(name: "x", scope: .act))
    ends.carry()
    #expect(!ends.clientEvents.contains { if case .accepted = $0 { true } else { false } })
  }

  @Test func `what belongs to introductions is malformed elsewhere`() {
    let revealing = Ends(nil)
    revealing.carry()
    revealing.client.reveal([1])
    revealing.carry()
    #expect(revealing.failure?.reason == .malformed)
    let agreeing = Ends(nil)
    agreeing.carry()
    agreeing.client.hasRevealed = true
    agreeing.client.agree()
    agreeing.carry()
    #expect(agreeing.failure?.reason == .malformed)
    let accepted = Ends(nil)
    accepted.carry()
    // Access on call 0, with a name.
    let frame: [UInt8] = [0, 0, 0, 0, 5, 0x62, 3, 0x0a, 1, 0x78]
    unsafe frame.withUnsafeBytes {
      unsafe accepted.client.receive($0)
    }
    guard case .failed(let status)? = accepted.client.nextEvent() else {
      Issue.record("the client believes it")
      return
    }
    #expect(status.reason == .malformed)
  }
}
