import Testing

@testable import BridgeTransport

@Suite struct WarmEnginesTests {
  @Test func `so many engines keep their buffers, those that were not used lose them first`() throws
  {
    let warm = WarmEngines()
    let context = try Keys.serverContext()
    func make() throws -> TLSEngine { try TLSEngine(server: context) }
    var engines: [TLSEngine] = []
    for _ in 0..<WarmEngines.capacity { engines.append(try make()) }
    for engine in engines { warm.use(engine) }
    #expect(engines.filter(\.isWarm).count == WarmEngines.capacity)
    let late = try make()
    warm.use(late)
    #expect(late.isWarm && engines.filter(\.isWarm).count == WarmEngines.capacity - 1)
    // Those that are used stay: the next place is taken from one that is not.
    for engine in engines.dropFirst(2) { warm.use(engine) }
    let last = try make()
    warm.use(last)
    #expect(last.isWarm && !engines[1].isWarm)
    #expect(engines.dropFirst(2).filter(\.isWarm).count == WarmEngines.capacity - 2)
  }

  @Test func `the place of an engine that is gone is taken by the next one`() throws {
    let warm = WarmEngines()
    let context = try Keys.serverContext()
    for _ in 0..<3 * WarmEngines.capacity {
      let engine = try TLSEngine(server: context)
      warm.use(engine)
      #expect(engine.isWarm)
    }
  }

  @Test func `an engine loses and gets its buffers at any time without losing a byte`() throws {
    let pair = try Keys.pair()
    try pair.carry()
    var expected: [UInt8] = []
    for round in 0..<40 {
      let text = [UInt8](repeating: UInt8(round), count: round * 997)
      try pair.client.send(text)
      expected += text
      // Also while encrypted bytes wait.
      pair.client.setWarm(round % 2 == 0)
      pair.server.setWarm(round % 3 == 0)
      try pair.carry(round % 4 == 3 ? 100 : .max)
    }
    #expect(pair.atServer == expected)
  }
}
