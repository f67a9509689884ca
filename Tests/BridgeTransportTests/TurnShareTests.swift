import BridgeTestSupport
import Glibc
import Testing

@testable import BridgeTransport

/// A turn ends after a limited time, even if there is more to do.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct TurnShareTests {
  @Test func `Many due timers are spread over several turns`() throws {
    let loop = try EventLoop()
    var fired: [Int] = []
    for number in 0..<60 {
      loop.schedule(after: .zero) {
        usleep(1_000)
        fired.append(number)
      }
    }
    loop.runOnce(timeout: .seconds(1))
    #expect(!fired.isEmpty && fired.count < 60, "\(fired.count) in the first turn")
    while fired.count < 60 { loop.runOnce(timeout: .seconds(1)) }
    #expect(fired == Array(0..<60), "in order")
  }

  @Test func `Work for the next turn runs without delay, and once`() throws {
    let loop = try EventLoop()
    var turns: [Int] = []
    loop.atEndOfNextTurn { turns.append(1) }
    loop.runOnce(timeout: .seconds(20))
    loop.atEndOfTurn { loop.atEndOfNextTurn { turns.append(2) } }
    loop.runOnce(timeout: .seconds(20))
    #expect(turns == [1])
    loop.runOnce(timeout: .seconds(20))
    #expect(turns == [1, 2])
  }

  @Test func `Work behind answers runs last, and what a turn is too old for runs in the next one`()
    throws
  {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    var events: [String] = []
    // As an answer: what was asked for in this turn is queued in a later round, and then written.
    loop.afterAnswers {
      events.append(half.readPeer() == nil ? "work before the answer" : "work")
    }
    loop.atEndOfTurn { loop.atEndOfTurn { half.connection.send([1]) } }
    loop.runOnce(timeout: .seconds(20))
    #expect(events == ["work"])

    loop.atEndOfTurn {
      usleep(6_000)
      loop.afterAnswers { events.append("late") }
      loop.atEndOfTurn { events.append("other") }
    }
    while events.count < 3 { #expect(loop.runOnce(timeout: .seconds(20))) }
    #expect(events.suffix(2) == ["late", "other"] || events.suffix(2) == ["other", "late"])
  }

  @Test func `A turn is awaited while a connection is ready, and not while another descriptor is`()
    throws
  {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    let (first, second) = try FileDescriptor.socketPair().take()
    let bulk = FileDescriptor(owning: first)
    let sender = FileDescriptor(owning: second)
    // Its bytes are never read, so it stays ready.
    let watch = try loop.watch(bulk.rawValue, .read) { _ in }
    defer { watch.cancel() }
    _ = unsafe Glibc.send(sender.rawValue, "x", 1, Int32(MSG_NOSIGNAL))
    var (before, after): (Bool?, Bool?) = (nil, nil)
    // A turn that is old is awaited in any case: on a busy machine another one may be younger.
    for attempt in 1...500 where before == nil {
      loop.atEndOfTurn {
        usleep(150)
        let wasAwaited = loop.isTurnAwaited
        half.writePeer([1])
        usleep(150)
        let isAwaited = loop.isTurnAwaited
        if loop.turnAge < .milliseconds(3) { (before, after) = (wasAwaited, isAwaited) }
      }
      loop.runOnce(timeout: .zero)
      #expect(loop.run { half.record.bytes.count == attempt })
    }
    #expect(before == false && after == true)
  }

  @Test func `Looking whether a connection is ready loses and repeats no event`() throws {
    let loop = try EventLoop()
    let half = try HalfPair(on: loop)
    var reports = [0, 0, 0]
    var seen: [Bool] = []
    var watches: [Watch] = []
    var ends: [Int32] = []
    defer {
      for watch in watches { watch.cancel() }
      for end in ends { close(end) }
    }
    for number in reports.indices {
      let (first, second) = try FileDescriptor.socketPair().take()
      ends += [first, second]
      _ = unsafe Glibc.send(second, "x", 1, Int32(MSG_NOSIGNAL))
      watches.append(
        try loop.watch(first, .read) { _ in
          var byte: UInt8 = 0
          let count = unsafe recv(first, &byte, 1, Int32(MSG_DONTWAIT))
          #expect(count == 1, "reported only while there is something")
          reports[number] += 1
          guard seen.isEmpty else { return }
          // The other two are still to be reported.
          half.writePeer([1])
          usleep(150)
          seen = [loop.isTurnAwaited, loop.isTurnAwaited]
        })
    }
    #expect(loop.run { half.record.bytes == [1] && reports == [1, 1, 1] })
    #expect(seen == [true, true])
    half.writePeer([2])
    #expect(loop.run { half.record.bytes == [1, 2] })
  }

  /// Uses an amount of processor time.
  private static func work(nanoseconds: UInt64) {
    func now() -> UInt64 {
      var time = timespec()
      unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
    let end = now() + nanoseconds
    while now() < end {}
  }

  @Test func `A turn measures its processor time, which does not grow while it sleeps`() throws {
    let loop = try EventLoop()
    var spent: [Duration?] = []
    loop.atEndOfTurn {
      spent.append(loop.takeProcessorTime())
      loop.atEndOfNextTurn {
        usleep(50_000)
        spent.append(loop.takeProcessorTime())
        Self.work(nanoseconds: 20_000_000)
        spent.append(loop.takeProcessorTime())
        spent.append(loop.takeProcessorTime())
      }
    }
    loop.runOnce(timeout: .zero)
    loop.runOnce(timeout: .zero)
    try #require(spent.count == 4)
    let (slept, worked) = (try #require(spent[1]), try #require(spent[2]))
    #expect(slept < .milliseconds(15), "it slept for 50 ms")
    #expect(worked >= .milliseconds(20))
    #expect(try #require(spent[3]) < .milliseconds(15), "what was taken is not taken again")
    loop.runOnce(timeout: .zero)
    #expect(loop.takeProcessorTime() == nil, "nothing waited")
  }

  @Test func `Many ready descriptors are spread over several turns, in order`() throws {
    let loop = try EventLoop()
    var calls = [Int](repeating: 0, count: 40)
    var pipes: [[Int32]] = []
    var watches: [Watch] = []
    for number in 0..<40 {
      var ends: [Int32] = [-1, -1]
      try #require(unsafe pipe(&ends) == 0)
      pipes.append(ends)
      // Never read, so that the descriptor stays ready.
      _ = unsafe write(ends[1], "x", 1)
      watches.append(
        try loop.watch(ends[0], .read) { _ in
          usleep(1_000)
          calls[number] += 1
        })
    }
    loop.runOnce(timeout: .seconds(1))
    #expect(calls.reduce(0, +) < 40, "\(calls.reduce(0, +)) in the first turn")
    while calls.contains(0) { loop.runOnce(timeout: .seconds(1)) }
    #expect(calls.allSatisfy { $0 <= 2 }, "nobody is served twice before all are served: \(calls)")
    for watch in watches { watch.cancel() }
    for ends in pipes { for end in ends { close(end) } }
  }

  @Test func `An answer does not wait for unsolicited output to many other connections`() throws {
    let loop = try EventLoop()
    let others = try (0..<250).map { _ in try HalfPair(on: loop) }
    let polite = try HalfPair(on: loop)
    polite.connection.onBytes = { bytes in
      polite.connection.send(array(bytes))
      usleep(10_000)
    }
    let update = [UInt8](repeating: 1, count: 60_000)
    loop.schedule(after: .zero) {
      for other in others { other.connection.send(update) }
      // The turn has lasted for a while, so little is written in it.
      usleep(10_000)
    }
    loop.runOnce(timeout: .zero)
    polite.writePeer([7])
    var answer: [UInt8]?
    #expect(
      loop.run {
        answer = polite.readPeer()
        return answer != nil
      })
    #expect(answer == [7])
    #expect(others.contains { $0.connection.queuedBytes > 0 }, "the others had their turn before")
  }
}
