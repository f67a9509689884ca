import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@testable import DesktopSource

/// Messages that are so large that reading them would delay everything else.
@Suite(.serialized, .ownThreadInTurn)
struct LargeMessageTests {
  private static let huge = BusValue.string(String(repeating: "é", count: 10_000_000))

  @Test func `an answer that is too large is refused unread, and the next one is not`() throws {
    let fixture = try BusFixture()
    let queue = CallQueue(fixture.client, destination: fixture.service.name)
    fixture.service.on("test.Fake", "Get") { _ in .values([Self.huge]) }
    fixture.service.on("test.Fake", "GetName") { _ in .values([.string("small")]) }
    var size = 0
    queue.onLargeAnswer = { size = $0 }
    var answer: Result<MessageReader, BusError>?
    queue.call("/", "test.Fake", "Get", timeout: .seconds(60)) { answer = $0 }
    try #require(fixture.loop.run { answer != nil })
    #expect(answer?.error?.isTooLarge == true, "\(String(describing: answer))")
    #expect(size > MessageLimits.message && queue.isPaused)

    #expect(try fixture.call("GetName").get().string() == "small")
    #expect(fixture.client.state == .ready)
  }

  @Test func `a list may be larger, because it is read in slices`() throws {
    let fixture = try BusFixture()
    let names = BusValue.strings(
      Array(repeating: String(repeating: "x", count: 1000), count: 8000))
    fixture.service.on("test.Fake", "GetItems") { _ in .values([names]) }
    #expect(try fixture.call("GetItems").get().strings().count == 8000)
    fixture.service.on("test.Fake", "Get") { _ in .values([names]) }
    #expect(try fixture.call("Get").error?.isTooLarge == true)
  }

  @Test func `a signal that is too large is skipped, and those after it are not`() throws {
    let fixture = try BusFixture()
    var subscribed = false
    fixture.client.subscribe("type='signal',interface='test.Event'") { _ in subscribed = true }
    try #require(fixture.loop.run { subscribed })
    var seen: [String] = []
    var large: [String] = []
    fixture.client.onSignal = {
      seen.append((try? $0.string(atMost: 16)) ?? "?")
      return true
    }
    fixture.client.onLargeMessage = { message, _ in large.append(message.path ?? "") }
    try fixture.service.emit("/before", "test.Event", "Changed", [.string("before")])
    try #require(fixture.loop.run { seen == ["before"] })
    try fixture.service.emit("/huge", "test.Event", "Changed", [Self.huge])
    try fixture.service.emit("/after", "test.Event", "Changed", [.string("after")])
    try #require(fixture.loop.run { seen.last == "after" })
    #expect(seen == ["before", "after"])
    #expect(large == ["/huge"])
  }

  @Test func `the length of a message is read from its header`() {
    func header(_ text: String, _ rest: [UInt8]) -> Int? {
      let bytes = Array(text.utf8) + rest
      return unsafe MessageHeader(bytes.span.bytes)?.length
    }
    let serial: [UInt8] = [9, 0, 0, 0]
    #expect(header("l", [4, 0, 1, 5, 0, 0, 0] + serial + [9, 0, 0, 0]) == 16 + 16 + 5)
    #expect(header("B", [2, 0, 1, 0, 1, 0, 0] + serial + [0, 0, 0, 8]) == 16 + 8 + 65_536)
    #expect(header("l", [4, 0, 1, 5, 0, 0, 0] + serial + [9, 0, 0]) == nil, "too short")
    #expect(header("x", [4, 0, 1, 5, 0, 0, 0] + serial + [9, 0, 0, 0]) == nil, "no byte order")
    #expect(header("l", [5, 0, 1, 5, 0, 0, 0] + serial + [9, 0, 0, 0]) == nil, "no type")
    #expect(header("l", [4, 0, 1, 5, 0, 0, 255] + serial + [9, 0, 0, 0]) == nil, "too long")
  }

  /// Returns a method call without a body and with a number of bytes of header fields, a multiple of eight.
  private static func message(fields: UInt8, body: UInt32 = 0) -> [UInt8] {
    let length = (0..<4).map { UInt8(truncatingIfNeeded: body >> ($0 * 8)) }
    return [UInt8(ascii: "l"), 1, 0, 1] + length + [9, 0, 0, 0, fields, 0, 0, 0]
      + [UInt8](repeating: 0, count: Int(fields) + Int(body))
  }

  @Test func `short messages are inspected together, and a large one after them by its header`()
    throws
  {
    var ends: [Int32] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let (short, large) = (Self.message(fields: 112), Self.message(fields: 112, body: 20_000_000))
    let bytes = Array(repeatElement(short, count: 100).joined()) + large.prefix(4_096)
    try #require(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    var gauge = MessageSizeEstimator()
    var sizes: [Int] = []
    gauge.beginTurn(ends[0])
    for _ in 0..<100 {
      gauge.beginStep(at: 0)
      var taken = short
      try #require(unsafe read(ends[0], &taken, taken.count) == taken.count)
      sizes.append(gauge.size(at: 90_000_000) { 90_000_000 })
      gauge.didDeliver()
      gauge.endStep()
    }
    #expect(sizes == Array(repeating: 0, count: 100), "whatever time they take")
    gauge.beginStep(at: 0)
    var taken = [UInt8](repeating: 0, count: 4_096)
    try #require(unsafe read(ends[0], &taken, taken.count) == taken.count)
    gauge.didDrain(at: 0) { 0 }
    #expect(gauge.size(at: 0) { 0 } == large.count)
    gauge.didDeliver()
    // The rest of the message was read; the next bytes begin another message.
    try #require(unsafe write(ends[1], short, short.count) == short.count)
    gauge.beginTurn(ends[0])
    gauge.beginStep(at: 0)
    #expect(gauge.size(at: 90_000_000) { 90_000_000 } == 0)
  }

  @Test func `bytes are counted over turns in which no message ends`() throws {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let bytes = [UInt8](repeating: 0, count: 40_000)
    try #require(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    var gauge = MessageSizeEstimator()
    func size(after milliseconds: UInt64, processor: UInt64) -> Int {
      gauge.size(at: milliseconds * 1_000_000) { processor * 1_000_000 }
    }
    for turn in 1...3 {
      gauge.beginTurn(ends[0])
      gauge.beginStep(at: 0)
      gauge.didDrain(at: 0) { 0 }
      #expect(size(after: 0, processor: 0) == 40_000 * turn)
    }
    // Bytes that arrive faster than they can be counted are estimated by processor time, not by time spent
    // waiting.
    #expect(size(after: 5, processor: 5) == 120_000 + 5 * MessageSizeEstimator.bytesPerMillisecond)
    #expect(size(after: 90, processor: 1) == 120_000)
    gauge.didDeliver()
    #expect(size(after: 0, processor: 0) == 0)
    // The machine may pause for a moment, but not for long.
    gauge.beginTurn(-1)
    #expect(size(after: 5, processor: 5) == 0)
    #expect(size(after: 9, processor: 9) == 9 * MessageSizeEstimator.bytesPerMillisecond)
  }
}
