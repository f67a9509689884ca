import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@Suite(.ownThreadInTurn) struct TimerTests {
  @Test func `timers fire in order of deadline and then of scheduling`() throws {
    let loop = try EventLoop()
    let start = MonotonicTime.now()
    var fired: [Int] = []
    for (name, milliseconds) in [(0, 9), (1, 3), (2, 6), (3, 3), (4, 0), (5, 6)] {
      loop.schedule(at: start.advanced(by: .milliseconds(milliseconds))) { fired.append(name) }
    }
    #expect(loop.run { fired.count == 6 })
    #expect(fired == [4, 1, 3, 2, 5, 0])
    #expect(MonotonicTime.now().since(start) >= .milliseconds(9))
  }

  @Test func `a timer never fires before its deadline`() throws {
    let loop = try EventLoop()
    for microseconds in [1, 50, 300, 999, 1001] {
      var late: Duration?
      let deadline = MonotonicTime.now().advanced(by: .microseconds(microseconds))
      loop.schedule(at: deadline) { late = MonotonicTime.now().since(deadline) }
      #expect(loop.run { late != nil })
      #expect(late ?? .zero >= .zero)
    }
  }

  @Test func `ten thousand timers, half of them cancelled, fire in order`() throws {
    let loop = try EventLoop()
    let start = MonotonicTime.now()
    var random = SystemRandomNumberGenerator()
    var fired: [MonotonicTime] = []
    let timers = (0..<10_000).map { _ in
      let deadline = start.advanced(
        by: .nanoseconds(Int64.random(in: 0..<5_000_000, using: &random)))
      return loop.schedule(at: deadline) { fired.append(deadline) }
    }
    let kept = timers.shuffled().prefix(5_000)
    let cancelled = Set(timers.map(ObjectIdentifier.init)).subtracting(
      kept.map(ObjectIdentifier.init))
    for timer in timers where cancelled.contains(ObjectIdentifier(timer)) {
      timer.cancel()
      timer.cancel()
    }
    #expect(loop.run { kept.allSatisfy { !$0.isPending } })
    #expect(fired == kept.map(\.deadline).sorted())
  }

  @Test func `a timer may cancel another that is due in the same turn`() throws {
    let loop = try EventLoop()
    let now = MonotonicTime.now()
    var fired: [String] = []
    var second: Timer?
    loop.schedule(at: now) {
      fired.append("first")
      second?.cancel()
    }
    second = loop.schedule(at: now) { fired.append("second") }
    loop.schedule(at: now) { fired.append("third") }
    #expect(loop.run { fired.count == 2 })
    #expect(fired == ["first", "third"])
  }

  @Test func `a timer that reschedules itself for now lets the turn end`() throws {
    let loop = try EventLoop()
    var fired = 0
    func again() {
      fired += 1
      loop.schedule(after: .zero) { again() }
    }
    again()
    loop.runOnce(timeout: .zero)
    #expect(fired == 2)
  }

  @Test(arguments: [
    (UInt64(100), Duration.nanoseconds(50), UInt64(150)),
    (100, .nanoseconds(-50), 50),
    (100, .nanoseconds(-200), 0),
    (.max, .seconds(1), .max),
    (0, .seconds(Int64.max), UInt64(Int64.max)),
  ])
  func `time is clamped to its range`(from: UInt64, by: Duration, to: UInt64) {
    #expect(MonotonicTime(nanoseconds: from).advanced(by: by) == MonotonicTime(nanoseconds: to))
  }

  /// More events than one system call returns, all of which arrive before the timer is due.
  @Test func `input that arrived in time is read before a timer reports a timeout`() throws {
    let loop = try EventLoop()
    let halves = try (0..<600).map { _ in try HalfPair(on: loop) }
    var unheard: [Int] = []
    loop.schedule(after: .milliseconds(20)) {
      unheard = halves.indices.filter { halves[$0].record.bytes.isEmpty }
    }
    var isOver = false
    loop.schedule(after: .milliseconds(20)) { isOver = true }
    for half in halves { half.writePeer([1]) }
    // As if the process were stopped.
    usleep(40_000)
    #expect(loop.run { isOver })
    #expect(unheard == [])
  }
}
