import BridgeTransport
import Testing

@Suite struct TLSEngineTests {
  @Test(arguments: [1, 7, 1000, .max])
  func `bytes pass both ways however the wire cuts them`(size: Int) throws {
    let pair = try Keys.pair()
    try pair.carry(size)
    #expect(pair.client.state == .open && pair.server.state == .open)
    let much = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    try pair.client.send(much)
    try pair.server.send("hello")
    try pair.carry(size)
    #expect(pair.atServer == much)
    #expect(pair.atClient == Array("hello".utf8))
    #expect(!contains(pair.fromClient, Array(much[..<16])), "it must be encrypted")
  }

  @Test func `each end knows the other's key and the protocol`() throws {
    let pair = try Keys.pair()
    #expect(pair.server.peerKey == nil && pair.client.exported("EXPORTER-test") == nil)
    try pair.carry()
    #expect(pair.server.peerKey == Keys.client.fingerprint)
    #expect(pair.client.peerKey == Keys.server.fingerprint)
    #expect(pair.client.negotiatedProtocol == "a11y-bridge/1")
    #expect(pair.server.negotiatedProtocol == "a11y-bridge/1")
    #expect(pair.server.peerChain == .unknown)
  }

  @Test func `a client without a key is let through for a decision later`() throws {
    let pair = try EnginePair(
      client: TLSEngine(client: TLSContext(.client), trusting: Keys.pin),
      server: TLSEngine(server: Keys.serverContext()))
    try pair.carry()
    #expect(pair.server.state == .open && pair.server.peerKey == nil)
  }

  @Test func `exported bytes agree within a connection and differ between connections`() throws {
    let (one, other) = (try Keys.pair(), try Keys.pair())
    try one.carry()
    try other.carry()
    let exported = try #require(one.client.exported("EXPORTER-test"))
    #expect(exported == one.server.exported("EXPORTER-test"))
    #expect(exported != one.client.exported("EXPORTER-other"))
    #expect(exported != other.client.exported("EXPORTER-test"))
  }

  @Test func `a session is resumed, and the client's key is still known`() throws {
    let context = try Keys.serverContext()
    let client = try Keys.clientContext()
    func connect(_ session: [UInt8]?) throws -> EnginePair {
      let pair = try EnginePair(
        client: TLSEngine(client: client, trusting: Keys.pin, resuming: session),
        server: TLSEngine(server: context))
      try pair.carry()
      return pair
    }
    let first = try connect(nil)
    #expect(!first.client.isResumed)
    let ticket = try #require(first.client.session)
    let second = try connect(ticket)
    #expect(second.client.isResumed && second.server.isResumed)
    #expect(second.server.peerKey == Keys.client.fingerprint)
    // A server with another context, as after a reload, makes a full handshake of it.
    let third = try EnginePair(
      client: TLSEngine(client: client, trusting: Keys.pin, resuming: second.client.session),
      server: TLSEngine(server: Keys.serverContext()))
    try third.carry()
    #expect(third.client.state == .open && !third.client.isResumed)
    // What is no session is no obstacle.
    let fourth = try connect([1, 2, 3])
    #expect(fourth.client.state == .open && !fourth.client.isResumed)
  }

  @Test func `what is not taken is given back and loses nothing`() throws {
    let pair = try Keys.pair()
    try pair.carry()
    let much = (0..<60_000).map { UInt8(truncatingIfNeeded: $0) }
    try pair.client.send(much)
    var wire = pair.client.takeOutput()
    var received: [UInt8] = []
    var steps = 0
    while !wire.isEmpty {
      let (plain, rest) = try pair.passOnce(wire, to: pair.server)
      #expect(plain.count <= 16 * 1024)
      received += plain
      wire = rest
      steps += 1
    }
    #expect(received == much && steps >= 4)
  }

  @Test func `the end of what is sent is told apart from silence`() throws {
    let pair = try Keys.pair()
    try pair.carry()
    try pair.client.send("last words")
    pair.client.finish()
    try pair.carry()
    #expect(pair.atServer == Array("last words".utf8))
    #expect(pair.server.state == .finished)
    // The other direction still works.
    try pair.server.send("answer")
    try pair.carry()
    #expect(pair.atClient == Array("answer".utf8))
  }

  @Test func `nothing can be sent before the handshake is done`() throws {
    let pair = try Keys.pair()
    _ = pair.client.takeOutput()
    try pair.client.send("too early")
    #expect(pair.client.outputCount == 0 && !pair.client.canSend)
  }

  @Test func `a client of other protocols is refused, one without protocols is not`() throws {
    for (names, isAccepted) in [(["h2"], false), ([], true), (["h2", "a11y-bridge/1"], true)] {
      let client = try TLSContext(.client, protocols: names)
      let pair = try EnginePair(
        client: TLSEngine(client: client, trusting: Keys.pin),
        server: TLSEngine(server: Keys.serverContext()))
      if isAccepted {
        try pair.carry()
        #expect(pair.client.state == .open)
      } else {
        #expect(throws: TLSError.self) { try pair.carry() }
        #expect(pair.server.state == .failed)
        let alert = pair.server.takeOutput()
        #expect(throws: TLSError.alert("no application protocol")) {
          _ = try pair.pass(alert, to: pair.client)
        }
      }
    }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...(bytes.count - part.count)).contains {
      bytes[$0..<($0 + part.count)].elementsEqual(part)
    }
  }
}
