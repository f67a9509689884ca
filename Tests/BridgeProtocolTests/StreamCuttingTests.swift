import Testing

@testable import BridgeProtocol

/// The same bytes in different pieces must cause the same events.
@Suite
struct `Cut anywhere` {
  private func clientBytes() -> [UInt8] {
    let client = ClientSession(ClientSession.Configuration(software: "client"))
    let first = client.start(method: "/a11y.bridge.v1.BridgeService/Find", request: [1, 2, 3])
    let second = client.start(
      method: "/unknown", request: [UInt8](repeating: 9, count: 300), timeoutMs: 70_000, credit: 5)
    client.grant(200, on: second)
    client.ping([1, 2])
    client.cancel(first)
    client.goAway()
    return client.takeOutput().flatMap { $0 }
  }

  private func expected() -> [String] {
    [
      "hello client 1", "call 1 /a11y.bridge.v1.BridgeService/Find 0 [1, 2, 3]",
      "call 2 /unknown 70000 \([UInt8](repeating: 9, count: 300))", "credit 2", "cancelled 1",
      "goAway",
    ]
  }

  private func server() -> ServerSession {
    ServerSession(ServerSession.Configuration(epoch: 1, software: "server"))
  }

  @Test
  func `Input that arrives one byte at a time causes the same events`() {
    let server = server()
    var events: [String] = []
    for byte in clientBytes() {
      deliver([byte], to: server)
      events += server.events().map(\.text)
    }
    #expect(events == expected())
  }

  @Test
  func `Input that arrives all at once causes the same events`() {
    let server = server()
    deliver(clientBytes(), to: server)
    #expect(server.events().map(\.text) == expected())
  }

  @Test
  func `Input that is split in two at any position causes the same events`() {
    let bytes = clientBytes()
    for position in 0...bytes.count {
      let server = server()
      deliver(Array(bytes[..<position]), to: server)
      var events = server.events().map(\.text)
      deliver(Array(bytes[position...]), to: server)
      events += server.events().map(\.text)
      #expect(events == expected(), "cut at \(position)")
    }
  }

  @Test(arguments: 0..<30)
  func `Input in random pieces causes the same events in both directions`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let conversation = Conversation.open()
    let calls = (0..<20).map {
      conversation.client.start(method: "/m", request: random.bytes($0 * 7))
    }
    var seen: [String] = []
    cut(conversation.client.takeOutput().flatMap { $0 }, &random) {
      deliver($0, to: conversation.server)
      seen += conversation.server.events().map(\.text)
    }
    #expect(seen.count == calls.count)
    var told: [String] = []
    var sent: [String] = []
    for call in calls.shuffled(using: &random) {
      let message = random.bytes(Int.random(in: 0...5000, using: &random))
      let response = random.bytes(Int.random(in: 0...5000, using: &random))
      #expect(conversation.server.send(message, on: call))
      conversation.server.finish(call, response: response)
      sent += ["message \(call) \(message)", "ended \(call) OK UNSPECIFIED \(response)"]
    }
    cut(conversation.server.takeOutput().flatMap { $0 }, &random) {
      deliver($0, to: conversation.client)
      told += conversation.client.events().map(\.text)
    }
    #expect(told == sent)
  }

  private func cut(
    _ bytes: [UInt8], _ random: inout SeededGenerator, _ deliver: ([UInt8]) -> Void
  ) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...400, using: &random))
      rest = rest.dropFirst(piece.count)
      deliver(Array(piece))
    }
  }

  @Test
  func `The end of the stream is an error within a frame, and not between frames`() {
    let bytes = clientBytes()
    let whole = server()
    deliver(bytes, to: whole)
    _ = whole.events()
    whole.endOfInput()
    #expect(whole.events().isEmpty)
    let short = server()
    deliver(Array(bytes.dropLast()), to: short)
    _ = short.events()
    short.endOfInput()
    #expect(short.events().map(\.text) == ["failed MALFORMED"])
  }

  @Test
  func `A length is refused before any of the body is stored`() {
    let server = server()
    deliver([0, 0, 1, 0, 1], to: server)
    #expect(server.events().map(\.text) == ["failed FRAME_TOO_LARGE"])
    #expect(server.reader.buffered == 0 || server.reader.buffered == 5)
    let patient = Conversation.open(serverFrames: 1024)
    deliver([0, 0, 0, 4], to: patient.server)
    #expect(patient.server.events().isEmpty)
    deliver([1], to: patient.server)
    #expect(patient.server.events().map(\.text) == ["failed FRAME_TOO_LARGE"])
  }

  @Test(arguments: 0..<50)
  func `Random bytes never trap, and after a failure there are no events`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed) &+ 500)
    let hello = ClientSession(ClientSession.Configuration(software: "c")).takeOutput()
    for _ in 0..<100 {
      let server = server()
      if random.once(in: 2) { deliver(hello, to: server) }
      var bytes = clientBytes()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.bytes(1)[0]
      }
      deliver(bytes, to: server)
      let events = server.events()
      deliver(random.bytes(30), to: server)
      if case .failed? = events.last { #expect(server.events().isEmpty && server.isClosing) }
      let client = ClientSession(ClientSession.Configuration(software: "c"))
      deliver(server.takeOutput(), to: client)
      deliver(random.bytes(30), to: client)
      _ = client.events()
    }
  }
}
