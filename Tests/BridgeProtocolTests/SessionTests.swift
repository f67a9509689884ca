import AccessibilityTree
import Testing

@testable import BridgeProtocol

@Suite
struct `Sessions` {
  @Test
  func `Both sides send hellos, and a call may accompany the client's hello`() {
    let conversation = Conversation()
    let call = conversation.client.start(method: "/m", request: [7], timeoutMs: 250)
    #expect(!conversation.server.hasHello)
    #expect(
      conversation.toServer().map(\.text) == ["hello client 1", "call 1 /m 250 [7]"])
    #expect(conversation.server.hasHello && conversation.server.activeCalls == 1)
    conversation.server.finish(call, response: [8, 9])
    #expect(
      conversation.toClient().map(\.text) == ["hello server 42", "ended 1 OK UNSPECIFIED [8, 9]"])
    #expect(conversation.server.activeCalls == 0 && conversation.client.activeCalls == 0)
  }

  @Test
  func `The server's hello has limits and features`() throws {
    let conversation = Conversation(maxConcurrentCalls: 9, serverFrames: 5000)
    _ = conversation.toServer()
    guard case .hello(let hello)? = conversation.toClient().first else {
      Issue.record("no hello")
      return
    }
    #expect(
      hello
        == Hello(
          version: 1, oldestVersion: 1, software: "server", maxFrameLength: 5000, epoch: 42,
          maxConcurrentCalls: 9, features: ["one", "two"]))
  }

  @Test
  func `Calls end in any order, and an empty response differs from an absent one`() {
    let conversation = Conversation.open()
    let calls = (0..<3).map { _ in conversation.client.start(method: "/m", request: []) }
    #expect(conversation.toServer().count == 3)
    conversation.server.finish(calls[2], response: [])
    conversation.server.finish(calls[0], status: Status(.noMatch, "none"))
    conversation.server.finish(calls[1])
    #expect(
      conversation.toClient().map(\.text) == [
        "ended 3 OK UNSPECIFIED []", "ended 1 NOT_FOUND NO_MATCH -",
        "ended 2 OK UNSPECIFIED -",
      ])
  }

  @Test
  func `A status arrives complete`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/m", request: [])
    _ = conversation.toServer()
    let sent = Status(
      .ambiguous, "two match", element: ElementID(rawValue: 3), selector: "button",
      candidates: [Candidate(id: ElementID(rawValue: 4), description: "button \"A\"")],
      candidateCount: 2, advice: "say which", limit: 1)
    conversation.server.finish(call, status: sent)
    guard case .ended(_, let status, _)? = conversation.toClient().first else {
      Issue.record("not ended")
      return
    }
    #expect(status == sent)
  }

  @Test
  func `A stream stops when its credit is used up and continues with more`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [], credit: 2)
    _ = conversation.toServer()
    #expect(conversation.server.credit(call) == 2)
    #expect(conversation.server.send([1], on: call))
    #expect(conversation.server.send([2], on: call))
    #expect(!conversation.server.send([3], on: call))
    #expect(conversation.toClient().map(\.text) == ["message 1 [1]", "message 1 [2]"])
    conversation.client.grant(1, on: call)
    #expect(conversation.toServer().map(\.text) == ["credit 1"])
    #expect(conversation.server.send([3], on: call))
    conversation.server.finish(call)
    #expect(!conversation.server.send([4], on: call))
    #expect(conversation.toClient().map(\.text) == ["message 1 [3]", "ended 1 OK UNSPECIFIED -"])
  }

  @Test
  func `Each message of one read can be handled before the next is read`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [], credit: 3)
    _ = conversation.toServer()
    for number: UInt8 in 1...3 { #expect(conversation.server.send([number], on: call)) }
    let bytes = conversation.server.takeOutput().flatMap { $0 }
    var texts: [String] = []
    unsafe bytes.withUnsafeBytes {
      unsafe conversation.client.receive($0) { call, payload in
        texts.append("message \(call) \(payload.array)")
      } afterFrame: {
        texts += conversation.client.events().map(\.text) + ["-"]
        // What follows is no longer wanted.
        if texts.count == 4 { conversation.client.cancel(call) }
      }
    }
    #expect(texts == ["message 1 [1]", "-", "message 1 [2]", "-", "-"])
  }

  @Test
  func `A message is not handed over before events that wait`() {
    let conversation = Conversation.open(serverFrames: 2000)
    let call = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    #expect(conversation.server.send([1], on: call))
    let bytes = conversation.server.takeOutput().flatMap { $0 }
    // It ends at once, because it is too long.
    _ = conversation.client.start(method: "/m", request: [UInt8](repeating: 1, count: 3000))
    var (messages, texts) = (0, [String]())
    unsafe bytes.withUnsafeBytes {
      unsafe conversation.client.receive($0) { _, _ in
        messages += 1
      } afterFrame: {
        texts += conversation.client.events().map(\.text)
      }
    }
    #expect(messages == 0 && texts.count == 2 && texts.last == "message 1 [1]")
  }

  @Test
  func `A call without a credit field has a credit of 64`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    #expect(conversation.server.credit(call) == 64)
  }

  @Test
  func `A cancelled call receives no more messages, and still ends`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    #expect(conversation.server.send([1], on: call))
    conversation.client.cancel(call)
    conversation.client.cancel(call)
    #expect(conversation.toServer().map(\.text) == ["cancelled 1"])
    #expect(conversation.toClient().isEmpty)
    conversation.server.finish(call, status: Status(.cancelled, "as asked"))
    #expect(conversation.toClient().map(\.text) == ["ended 1 CANCELLED UNSPECIFIED -"])
  }

  @Test
  func `A call has no events after its end, and no messages after its cancellation`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [])
    conversation.client.grant(5, on: call)
    deliver(conversation.client.takeOutput(), to: conversation.server)
    guard case .call? = conversation.server.nextEvent() else {
      Issue.record("no call")
      return
    }
    #expect(conversation.server.send([1], on: call))
    conversation.server.finish(call)
    #expect(conversation.server.nextEvent() == nil)
    deliver(conversation.server.takeOutput(), to: conversation.client)
    // Its end has arrived but was not handled yet.
    conversation.client.cancel(call)
    #expect(
      conversation.client.events().map(\.text) == ["message 1 [1]", "ended 1 OK UNSPECIFIED -"])

    let second = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    #expect(conversation.server.send([1], on: second))
    deliver(conversation.server.takeOutput(), to: conversation.client)
    conversation.client.cancel(second)
    #expect(conversation.client.nextEvent() == nil)
  }

  @Test
  func `Credit and cancel for a call that has just ended are ignored`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    conversation.server.finish(call)
    conversation.client.grant(5, on: call)
    conversation.client.cancel(call)
    #expect(conversation.toServer().isEmpty)
    #expect(!conversation.server.isClosing)
  }

  @Test
  func `A call above the limit is refused, and the others continue`() {
    let conversation = Conversation.open(maxConcurrentCalls: 2)
    let calls = (0..<3).map { _ in conversation.client.start(method: "/m", request: []) }
    #expect(conversation.toServer().map(\.text) == ["call 1 /m 0 []", "call 2 /m 0 []"])
    #expect(
      conversation.toClient().map(\.text) == ["ended 3 RESOURCE_EXHAUSTED LIMIT -"])
    conversation.server.finish(calls[0], response: [])
    _ = conversation.client.start(method: "/m", request: [])
    #expect(conversation.toServer().map(\.text) == ["call 4 /m 0 []"])
  }

  @Test
  func `A call that its client has cancelled does not count as under way`() {
    let conversation = Conversation.open(maxConcurrentCalls: 2)
    for _ in 0..<8 {
      conversation.client.cancel(conversation.client.start(method: "/m", request: []))
    }
    let last = conversation.client.start(method: "/m", request: [])
    // All input is read before any of it is handled.
    #expect(conversation.toServer().last?.text == "call \(last) /m 0 []")
    #expect(!conversation.toClient().contains { $0.text.contains("LIMIT") })
  }

  @Test
  func `A ping is answered with its payload`() {
    let conversation = Conversation.open()
    conversation.client.ping([1, 2, 3])
    #expect(conversation.toServer().isEmpty)
    #expect(conversation.toClient().map(\.text) == ["pong [1, 2, 3]"])
  }

  @Test
  func `After the server's go-away, calls under way are finished and later ones never begin`() {
    let conversation = Conversation.open()
    let first = conversation.client.start(method: "/m", request: [])
    _ = conversation.toServer()
    conversation.server.goAway(Status(.shuttingDown, "stopping"))
    let second = conversation.client.start(method: "/m", request: [])
    #expect(conversation.toServer().isEmpty)
    #expect(
      conversation.toClient().map(\.text) == [
        "ended \(second) UNAVAILABLE SHUTTING_DOWN -", "goAway 1 SHUTTING_DOWN",
      ])
    conversation.server.finish(first, response: [1])
    #expect(conversation.toClient().map(\.text) == ["ended 1 OK UNSPECIFIED [1]"])
    _ = conversation.client.start(method: "/m", request: [])
    #expect(conversation.client.events().map(\.text) == ["ended 3 UNAVAILABLE SHUTTING_DOWN -"])
    #expect(conversation.server.isClosing && conversation.client.isClosing)
  }

  @Test
  func `Frames for calls that crossed the server's go-away are ignored`() {
    let conversation = Conversation.open()
    conversation.server.goAway(Status(.shuttingDown, "stopping"))
    let call = conversation.client.start(method: "/m", request: [])
    conversation.client.grant(3, on: call)
    conversation.client.cancel(call)
    #expect(conversation.toServer().isEmpty)
    #expect(!conversation.server.isFailed)
    // Credit for call 9, which was never begun, is still an error.
    deliver([0, 0, 0, 0, 6, 8, 9, 0x42, 2, 8, 1], to: conversation.server)
    #expect(conversation.server.events().map(\.text) == ["failed MALFORMED"])
  }

  @Test
  func `All calls can be ended at once, each with the status`() {
    let conversation = Conversation.open()
    for _ in 0..<3 { _ = conversation.client.start(method: "/m", request: []) }
    deliver(conversation.client.takeOutput(), to: conversation.server)
    conversation.server.finishAll(Status(.shuttingDown, "stopping"))
    #expect(conversation.server.activeCalls == 0)
    #expect(
      conversation.toClient().map(\.text)
        == (1...3).map { "ended \($0) UNAVAILABLE SHUTTING_DOWN -" })
  }

  /// Returns a frame with these bytes as a hello.
  private static func hello(_ content: [UInt8]) -> [UInt8] {
    [0, 0, 0, 0, UInt8(content.count + 2), 0x12, UInt8(content.count)] + content
  }

  @Test(
    arguments: [
      // max_frame_length 500, and 67,108,865.
      ([8, 1, 16, 1, 32, 0xf4, 3], "INVALID_ARGUMENT"),
      ([8, 1, 16, 1, 32, 0x81, 0x80, 0x80, 0x20], "INVALID_ARGUMENT"),
      // Versions 2 to 1, 8 to 9, none; an unknown version may have other lengths.
      ([8, 1, 16, 2], "INVALID_ARGUMENT"),
      ([8, 9, 16, 8], "VERSION"), ([], "VERSION"),
      ([8, 9, 16, 8, 32, 0xf4, 3], "VERSION"),
      // A software name that is not UTF-8, and one that is longer than the message.
      ([8, 1, 16, 1, 0x1a, 1, 0xff], "INVALID_ARGUMENT"),
      ([8, 1, 16, 1, 0x1a, 9], "MALFORMED"),
    ] as [([UInt8], String)])
  func `For any defect of a hello, the server sends its hello and then the error`(
    content: [UInt8], reason: String
  ) {
    let conversation = Conversation()
    deliver(Self.hello(content), to: conversation.server)
    #expect(conversation.server.events().map(\.text) == ["failed \(reason)"])
    #expect(conversation.toClient().map(\.text) == ["hello server 42", "failed \(reason)"])
    #expect(!conversation.server.hasHello)
  }

  @Test
  func `Frames without a known body are accepted before the hello`() {
    let conversation = Conversation()
    let empty: [UInt8] = [0, 0, 0, 0, 0] + [0, 0, 0, 0, 2, 8, 5] + [0, 0, 0, 0, 2, 0x7a, 0]
    deliver(empty, to: conversation.server)
    #expect(conversation.toServer().map(\.text) == ["hello client 1"])
    deliver(empty, to: conversation.client)
    #expect(conversation.toClient().map(\.text) == ["hello server 42"])
  }

  @Test
  func `After the client's go-away, its calls are finished`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/m", request: [])
    conversation.client.goAway()
    #expect(conversation.toServer().map(\.text) == ["call 1 /m 0 []", "goAway"])
    conversation.server.finish(call, response: [])
    #expect(conversation.toClient().map(\.text) == ["ended 1 OK UNSPECIFIED []"])
  }

  @Test
  func `The server can end a connection with a status`() {
    let conversation = Conversation()
    conversation.server.fail(Status(.helloRequired, "no hello within 5 s"))
    #expect(conversation.toClient().map(\.text) == ["failed HELLO_REQUIRED"])
    #expect(conversation.toServer().isEmpty)
    #expect(conversation.server.isClosing)
  }

  @Test
  func `A message that is longer than the other side accepts is an error of the call alone`() {
    let conversation = Conversation.open(serverFrames: 2000, clientFrames: 3000)
    _ = conversation.client.start(method: "/m", request: [UInt8](repeating: 0, count: 2000))
    #expect(
      conversation.client.events().map(\.text) == ["ended 1 RESOURCE_EXHAUSTED FRAME_TOO_LARGE -"])
    let unary = conversation.client.start(method: "/m", request: [])
    let stream = conversation.client.start(method: "/m", request: [])
    _ = conversation.toServer()
    conversation.server.finish(unary, response: [UInt8](repeating: 0, count: 3000))
    #expect(!conversation.server.send([UInt8](repeating: 0, count: 3000), on: stream))
    #expect(
      conversation.toClient().map(\.text) == [
        "ended 2 RESOURCE_EXHAUSTED FRAME_TOO_LARGE -",
        "ended 3 RESOURCE_EXHAUSTED FRAME_TOO_LARGE -",
      ])
    #expect(!conversation.client.isClosing)
  }

  @Test
  func `A frame of the maximum length is accepted`() {
    let conversation = Conversation.open(serverFrames: 2000)
    // call_id 2, call_start 3, method 4, request 3 bytes in front of the request.
    _ = conversation.client.start(method: "/m", request: [UInt8](repeating: 1, count: 1988))
    #expect(conversation.toServer().count == 1)
    _ = conversation.client.start(method: "/m", request: [UInt8](repeating: 1, count: 1989))
    #expect(conversation.client.events().count == 1)
  }

  @Test(arguments: [1, 1500, 5000])
  func `Output that waits to be written is not changed by what is sent later`(length: Int) {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    var waiting: [[UInt8]] = []
    for number in UInt8(0)..<5 {
      #expect(conversation.server.send([UInt8](repeating: number, count: length), on: call))
      // What is written at once may lend its memory to what follows.
      if number == 2 { deliver(conversation.server.takeOutput(), to: conversation.client) }
      waiting += conversation.server.takeOutput()
    }
    deliver(waiting, to: conversation.client)
    let expected = [UInt8]([2, 0, 1, 3, 4]).map {
      "message \(call) \([UInt8](repeating: $0, count: length))"
    }
    #expect(conversation.client.events().map(\.text) == expected)
  }

  @Test
  func `Small frames are sent in one piece, and large payloads are not copied`() {
    let conversation = Conversation.open()
    let call = conversation.client.start(method: "/s", request: [])
    _ = conversation.toServer()
    let big = [UInt8](repeating: 7, count: 100_000)
    for _ in 0..<10 { #expect(conversation.server.send([1], on: call)) }
    #expect(conversation.server.send(big, on: call))
    for _ in 0..<10 { #expect(conversation.server.send([1], on: call)) }
    let pending = conversation.server.pendingOutput
    let chunks = conversation.server.takeOutput()
    #expect(chunks.count == 3)
    #expect(chunks.reduce(0) { $0 + $1.count } == pending)
    let same = unsafe big.withUnsafeBytes { mine in
      unsafe chunks[1].withUnsafeBytes { unsafe $0.baseAddress == mine.baseAddress }
    }
    #expect(same)
    #expect(conversation.server.pendingOutput == 0 && conversation.server.takeOutput().isEmpty)
  }
}
