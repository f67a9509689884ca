import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

@Suite(.ownThreadInTurn) struct CallQueueTests {
  @Test func `the number of calls in flight is limited, and lanes are served in order`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    let queue = CallQueue(fixture.client, destination: fixture.service.name, limit: 4)
    var order: [String] = []
    var most = 0
    func ask(_ name: String, _ lane: CallQueue.Lane) {
      queue.call("/\(name)", "test.Fake", "Get", lane: lane) { _ in
        order.append(name)
        most = max(most, queue.inFlight)
      }
    }
    for index in 0..<4 { ask("first\(index)", .background) }
    for index in 0..<20 { ask("b\(index)", .background) }
    for index in 0..<20 { ask("n\(index)", .normal) }
    for index in 0..<20 { ask("v\(index)", .visible) }
    #expect(queue.inFlight == 4 && queue.waiting == 60)
    ask("now", .urgent)
    #expect(queue.inFlight == 5, "urgent calls do not wait")
    var isIdle = false
    queue.onIdle = { isIdle = true }
    #expect(fixture.loop.run { isIdle })
    let expected =
      (0..<4).map { "first\($0)" } + ["now"] + (0..<20).map { "v\($0)" }
      + (0..<20).map { "n\($0)" } + (0..<20).map { "b\($0)" }
    #expect(order == expected)
    #expect(most <= 4 && queue.answerCount == 65)
  }

  @Test
  func `an unanswered urgent call does not delay others, and is known to be overtaken`()
    throws
  {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    fixture.service.on("test.Fake", "Act") { _ in .silence }
    let queue = CallQueue(fixture.client, destination: fixture.service.name)
    let deed = queue.call("/", "test.Fake", "Act", lane: .urgent, timeout: .seconds(60)) { _ in }
    #expect(queue.hasUnansweredCall)
    let began = MonotonicTime.now()
    fixture.loop.run { MonotonicTime.now().since(began) > .milliseconds(20) }
    for _ in 0..<200 { queue.call("/", "test.Fake", "Get", lane: .background) { _ in } }
    #expect(fixture.loop.run { queue.answerCount == 200 })
    #expect(queue.inFlight == 1)
    #expect(deed.isPending)
    #expect(!queue.hasUnansweredCall, "the application answers what was sent later")
    queue.call("/", "test.Fake", "Act") { _ in }
    #expect(queue.hasUnansweredCall)
  }

  @Test func `a hanging destination suspends only its own queue`() throws {
    let fixture = try BusFixture()
    let healthy = try FakeBusService(fixture.bus, fixture.loop)
    for service in [fixture.service, healthy] {
      service.on("test.Fake", "Get") { _ in .values([]) }
    }
    fixture.service.isHanging = true
    let stuck = CallQueue(fixture.client, destination: fixture.service.name, limit: 8)
    let fine = CallQueue(fixture.client, destination: healthy.name, limit: 8)
    var changes: [CallQueue.Health] = []
    stuck.onHealthChange = { changes.append($0) }
    var timeouts = 0
    var answers = 0
    for number in 0..<100 {
      // Those that are sent when it answers again have time for it.
      let timeout = number < 20 ? Duration.milliseconds(50) : .patience
      stuck.call("/", "test.Fake", "Get", timeout: timeout) {
        if $0.error == .timeout { timeouts += 1 } else { answers += 1 }
      }
      fine.call("/", "test.Fake", "Get") { _ in }
    }
    #expect(fixture.loop.run { changes.count == 1 })
    #expect(changes == [.suspended(timeouts: 3)])
    #expect(fixture.loop.run { stuck.inFlight == 1 })
    #expect(fixture.loop.run { fine.isIdle })
    #expect(fine.answerCount == 100)
    #expect(stuck.waiting > 80, "what was not sent yet waits for the application to come back")

    var urgent: BusError?
    stuck.call("/", "test.Fake", "Get", lane: .urgent, timeout: .milliseconds(50)) {
      urgent = $0.error
    }
    #expect(fixture.loop.run { urgent == .timeout }, "an urgent call meets its own deadline")

    fixture.service.isHanging = false
    #expect(fixture.loop.run { stuck.isIdle })
    #expect(stuck.health == .responsive && changes.last == .responsive)
    #expect(timeouts + answers == 100 && answers > 70)
  }

  @Test func `a destination that disappears ends all its calls once`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .silence }
    let queue = CallQueue(fixture.client, destination: fixture.service.name, limit: 2)
    var errors: [BusError?] = []
    var calls: [PendingCall] = []
    for _ in 0..<10 {
      calls.append(queue.call("/", "test.Fake", "Get") { errors.append($0.error) })
    }
    calls[9].cancel()
    queue.close(with: .serviceUnknown("gone"))
    #expect(errors == Array(repeating: .serviceUnknown("gone"), count: 9))
    #expect(queue.isIdle && fixture.client.pending.count == 0)
    queue.call("/", "test.Fake", "Get") { errors.append($0.error) }
    #expect(errors.count == 9, "never called back from within call")
    #expect(fixture.loop.run { errors.count == 10 })
  }

  @Test func `cancelling a call makes room for the next`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get", path: "/slow") { _ in .silence }
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    let queue = CallQueue(fixture.client, destination: fixture.service.name, limit: 1)
    let slow = queue.call("/slow", "test.Fake", "Get") { _ in Issue.record("cancelled") }
    var isAnswered = false
    queue.call("/quick", "test.Fake", "Get") { _ in isAnswered = true }
    #expect(queue.waiting == 1)
    slow.cancel()
    #expect(fixture.loop.run { isAnswered })
  }
}
