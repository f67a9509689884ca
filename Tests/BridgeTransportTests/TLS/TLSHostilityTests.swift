import BridgeTransport
import Testing

/// Bytes that no honest peer sends.
@Suite struct TLSHostilityTests {
  /// A generator that gives the same numbers in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  /// Records of a connection from the client to the server.
  private func recorded() throws -> [UInt8] {
    let pair = try Keys.pair()
    try pair.carry()
    try pair.client.send("a message of some length")
    try pair.carry()
    return pair.fromClient
  }

  @Test func `changed, cut and invented records end the connection with an error`() throws {
    let honest = try recorded()
    var numbers = Numbers(state: 1)
    let context = try Keys.serverContext()
    let client = try Keys.clientContext()
    var failed = 0
    for _ in 0..<400 {
      // Both roles: a server, and a client that waits for the server's first bytes.
      let pair = try EnginePair(
        client: TLSEngine(client: client, trusting: Keys.pin), server: TLSEngine(server: context))
      var bytes = honest
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        let index = Int.random(in: 0..<bytes.count, using: &numbers)
        switch Int.random(in: 0..<4, using: &numbers) {
        case 0: bytes[index] = .random(in: .min ... .max, using: &numbers)
        case 1: bytes.removeSubrange(index..<min(bytes.count, index + 9))
        case 2: bytes.insert(contentsOf: bytes[..<min(index, 40)], at: index)
        default: bytes = Array(bytes[..<max(1, index)])
        }
      }
      for engine in [pair.server, pair.client] {
        do {
          #expect(try pair.pass(bytes, to: engine).isEmpty)
        } catch {
          failed += 1
          #expect(engine.state == .failed && !engine.canSend)
          #expect(try pair.pass(bytes, to: engine).isEmpty, "a failed engine takes nothing")
        }
      }
    }
    #expect(failed > 400)
  }

  @Test(arguments: [0, 0x14, 0x17, 0x47, 0xff] as [UInt8])
  func `what does not begin as TLS is said to be no TLS`(first: UInt8) throws {
    let pair = try Keys.pair()
    let bytes = [first] + [UInt8](repeating: 0, count: 50)
    #expect(throws: TLSError.notTLS(firstByte: first)) {
      _ = try pair.pass(bytes, to: pair.server)
    }
    #expect(pair.server.outputCount == 0)
  }

  @Test func `a record that was changed on the way is not delivered`() throws {
    let pair = try Keys.pair()
    try pair.carry()
    try pair.client.send("pay 100")
    var wire = pair.client.takeOutput()
    wire[wire.count - 20] ^= 1
    #expect(throws: TLSError.self) { _ = try pair.pass(wire, to: pair.server) }
    #expect(pair.atServer.isEmpty && pair.server.state == .failed)
  }

  @Test func `a record cannot be played again`() throws {
    let pair = try Keys.pair()
    try pair.carry()
    try pair.client.send("once")
    let wire = pair.client.takeOutput()
    #expect(try pair.pass(wire, to: pair.server) == Array("once".utf8))
    #expect(throws: TLSError.self) { _ = try pair.pass(wire, to: pair.server) }
  }
}
