import BridgeTestSupport
import BridgeTransport
import Testing

@Suite struct TLSTrustTests {
  /// What the client says of the server.
  private func error(
    server: TLSIdentity, authorities: [UInt8]? = nil, trusting trust: ServerTrust
  ) throws -> TLSError? {
    let pair = try EnginePair(
      client: TLSEngine(
        client: TLSContext(.client, identity: Keys.client, authorities: authorities),
        trusting: trust),
      server: TLSEngine(server: TLSContext(.server, identity: server)))
    do {
      try pair.carry()
      return nil
    } catch let error as TLSError {
      #expect(pair.atServer.isEmpty && pair.client.peerKey == nil)
      #expect(pair.client.state == .failed)
      return error
    }
  }

  @Test func `another key than the known one is refused with both fingerprints`() throws {
    let found = try #require(Keys.client.fingerprint)
    let known = try #require(Keys.server.fingerprint)
    let error = try #require(try error(server: Keys.client, trusting: .key(known)))
    #expect(error == .wrongKey(known: known, found: found))
    #expect(error.message.contains("\(known)") && error.message.contains("\(found)"))
  }

  @Test func `a known key is enough, whatever the dates and names of its certificate`() async throws
  {
    let certificates = try await Certificates.make()
    for name in ["expired", "early", "server"] {
      let identity = try certificates.identity(name)
      let key = try #require(identity.fingerprint)
      #expect(try error(server: identity, trusting: .key(key)) == nil)
    }
  }

  @Test func `a certificate of a known authority is accepted for its names and addresses`()
    async throws
  {
    let certificates = try await Certificates.make()
    let server = try certificates.identity("server")
    let ca = try certificates.pem("ca")
    for name in ["bridge.test", "127.0.0.1"] {
      #expect(try error(server: server, authorities: ca, trusting: .name(name)) == nil)
    }
  }

  @Test func `expired, early, of another name and of another authority are told apart`()
    async throws
  {
    let certificates = try await Certificates.make()
    let ca = try certificates.pem("ca")
    func problem(
      _ name: String, _ authorities: [UInt8], asking host: String = "bridge.test"
    ) throws -> CertificateProblem? {
      let error = try error(
        server: certificates.identity(name), authorities: authorities, trusting: .name(host))
      guard case .certificate(let problem) = error else { return nil }
      return problem
    }
    #expect(try problem("expired", ca) == .expired("2021-01-01 00:00:00 UTC"))
    #expect(try problem("early", ca) == .notYetValid("2098-01-01 00:00:00 UTC"))
    #expect(
      try problem("server", ca, asking: "other.test")
        == .wrongName(asked: "other.test", names: "bridge.test, 127.0.0.1"))
    #expect(
      try problem("server", ca, asking: "127.0.0.2")
        == .wrongName(asked: "127.0.0.2", names: "bridge.test, 127.0.0.1"))
    #expect(
      try problem("server", certificates.pem("other-ca"))
        == .unknownAuthority(issuer: "CN=Test CA"))
    let own = try error(
      server: Keys.server, authorities: ca, trusting: .name("localhost"))
    #expect(own == .certificate(.unknownAuthority(issuer: "CN=desktop")))
  }

  @Test func `a self-signed certificate is its own authority`() throws {
    let problem = try error(
      server: Keys.server, authorities: Keys.server.certificates, trusting: .name("desktop"))
    #expect(problem == nil)
  }

  @Test func `the server learns whether a client's certificate is one of its authorities`()
    async throws
  {
    let certificates = try await Certificates.make()
    func chain(_ client: TLSIdentity?, _ authority: String) throws -> TLSEngine.Chain {
      let context = try TLSContext(
        .server, identity: Keys.server, authorities: certificates.pem(authority))
      let pair = try EnginePair(
        client: TLSEngine(
          client: TLSContext(.client, identity: client), trusting: Keys.pin),
        server: TLSEngine(server: context))
      try pair.carry()
      // The same again after the session was resumed.
      let again = try EnginePair(
        client: TLSEngine(
          client: TLSContext(.client, identity: client), trusting: Keys.pin,
          resuming: pair.client.session),
        server: TLSEngine(server: context))
      try again.carry()
      #expect(again.server.isResumed)
      switch (pair.server.peerChain, again.server.peerChain) {
      case (.invalid, .invalid): break
      case (let one, let other): #expect(one == other)
      }
      return pair.server.peerChain
    }
    #expect(try chain(certificates.identity("client"), "ca") == .valid(name: "robot"))
    #expect(
      try chain(certificates.identity("client"), "other-ca")
        == .invalid(.unknownAuthority(issuer: "CN=Test CA")))
    #expect(
      try chain(certificates.identity("expired"), "ca")
        == .invalid(.expired("2021-01-01 00:00:00 UTC")))
    #expect(
      try chain(Keys.client, "ca") == .invalid(.unknownAuthority(issuer: "CN=laptop")))
    #expect(try chain(nil, "ca") == .unknown)
  }

  @Test func `files that are no certificates or keys are refused with the reason`() async throws {
    let certificates = try await Certificates.make()
    func message(_ certificate: [UInt8], _ key: [UInt8]) throws -> String {
      let error = #expect(throws: TLSError.self) {
        try TLSContext(.server, identity: TLSIdentity(certificates: certificate, key: key))
      }
      return error?.message ?? ""
    }
    let server = try certificates.pem("server")
    #expect(
      try message(Array("nonsense".utf8), server)
        == "the certificate cannot be used: there is no certificate in it")
    #expect(try message(server, certificates.pem("ca")).contains("there is no private key in it"))
    #expect(try message(server, certificates.pem("client")).contains("it is not the key of"))
    #expect(try message(server.map { $0 == 0x2b ? 0x2a : $0 }, server).contains("certificate"))
    #expect(KeyFingerprint(pem: Array("nonsense".utf8)) == nil)
  }
}
