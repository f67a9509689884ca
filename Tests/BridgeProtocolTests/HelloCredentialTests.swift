import Testing

@testable import BridgeProtocol

@Suite struct HelloCredentialTests {
  private func passed(_ hello: Hello) throws -> Hello {
    try Hello(decoding: ProtoWriter.bytes { $0.hello(hello) })
  }

  @Test(
    arguments: [
      nil, .token("a11y_00"), .token(""),
      .pairing(invitation: [1, 2, 3, 4], proof: [UInt8](repeating: 7, count: 32)),
      .pairing(invitation: [], proof: []), .introduction(commitment: [1, 2]),
    ] as [HelloCredential?])
  func `a credential arrives as it was sent`(credential: HelloCredential?) throws {
    var hello = Hello(software: "s", maxFrameLength: 5000)
    hello.credential = credential
    #expect(try passed(hello) == hello)
  }

  @Test func `what a client may do arrives as it was sent`() throws {
    for scope in [nil, .observe, .act] as [HelloAccess.Scope?] {
      var hello = Hello(software: "s", maxFrameLength: 5000)
      hello.access = HelloAccess(
        name: "laptop", scope: scope, expiresAt: .max, pairingProof: [1, 2])
      #expect(try passed(hello) == hello)
    }
  }

  @Test func `a kind of credential that is not known is none`() throws {
    // Hello.credential with a field 9.
    let hello = try Hello(decoding: [8, 1, 16, 1, 66, 2, 72, 1])
    #expect(hello.credential == nil)
  }

  @Test func `a server tells a client that it lets in as whom, and no other`() throws {
    let server = ServerSession(ServerSession.Configuration(epoch: 1, software: "server"))
    server.admit = { hello throws(Status) in
      guard hello.credential == .token("right") else { throw Status(.unauthenticated, "no") }
      return HelloAccess(name: "ci", scope: .observe)
    }
    func answer(_ token: String) -> [ClientEvent] {
      let session = ServerSession(server.configuration)
      session.admit = server.admit
      let client = ClientSession(
        ClientSession.Configuration(software: "client", credential: .token(token)))
      _ = client.start(method: "/m", request: [])
      for bytes in client.takeOutput() {
        unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
      }
      var calls = 0
      while let event = session.nextEvent() { if case .call = event { calls += 1 } }
      #expect(calls == (token == "right" ? 1 : 0), "no call of a refused client begins")
      for bytes in session.takeOutput() {
        unsafe bytes.withUnsafeBytes { unsafe client.receive($0) }
      }
      var events: [ClientEvent] = []
      while let event = client.nextEvent() { events.append(event) }
      return events
    }
    guard case .hello(let welcome)? = answer("right").first else {
      Issue.record("no hello")
      return
    }
    #expect(welcome.access == HelloAccess(name: "ci", scope: .observe))
    let refused = answer("wrong")
    guard case .hello(let hello)? = refused.first, case .failed(let status)? = refused.last else {
      Issue.record("not refused: \(refused)")
      return
    }
    #expect(hello.access == nil && status.reason == .unauthenticated)
  }
}
