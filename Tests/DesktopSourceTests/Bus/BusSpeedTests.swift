import BridgeTransport
import Glibc
import Testing

@testable import DesktopSource

/// What the layer costs, printed for people. The bound is generous, for busy and debug machines.
@Suite(.serialized) struct BusSpeedTests {
  @Test func pipelinedCallsCostMicroseconds() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "GetName") { _ in .values([.string("a name of some length")]) }
    let queue = CallQueue(fixture.client, destination: fixture.service.name)
    let count = 20_000
    var read = 0
    let (start, used) = (MonotonicTime.now(), processorTime())
    for index in 0..<count {
      queue.call("/org/a11y/atspi/accessible/\(index)", "test.Fake", "GetName") { result in
        if let reply = try? result.get(), (try? reply.string()) != nil { read += 1 }
      }
    }
    #expect(fixture.loop.run(for: .seconds(60)) { read == count })
    // Client and service share this thread: a call is paid for on both sides.
    report("calls, both sides", count, since: start, processorTime() - used)
  }

  @Test func signalsCostMicroseconds() throws {
    let fixture = try BusFixture()
    let interner = ObjectInterner()
    var seen = 0
    var subscribed = false
    fixture.client.subscribe("type='signal',interface='org.a11y.atspi.Event.Object'") { _ in
      subscribed = true
    }
    fixture.client.onSignal = { signal in
      guard signal.hasInterface("org.a11y.atspi.Event.Object"), signal.source(interner) != nil,
        (try? signal.string()) != nil, (try? signal.int32()) != nil
      else { return false }
      seen += 1
      return true
    }
    #expect(fixture.loop.run { subscribed })
    let count: Int32 = 20_000
    for number in 0..<count {
      try fixture.service.emit(
        "/org/a11y/atspi/accessible/\(number % 100)", "org.a11y.atspi.Event.Object",
        "StateChanged",
        [.string("focused"), .int32(number), .int32(0), .variant(.int32(0)), .properties([:])])
    }
    let sent = Int(count)
    let (start, used) = (MonotonicTime.now(), processorTime())
    let before = seen
    #expect(fixture.loop.run(for: .seconds(60)) { seen == sent })
    report("signals", seen - before, since: start, processorTime() - used)
    #expect(interner.count == 100)
  }

  private func report(
    _ what: String, _ count: Int, since start: MonotonicTime, _ used: Double
  ) {
    let seconds =
      Double(MonotonicTime.now().since(start).components.attoseconds) / 1e18
      + Double(MonotonicTime.now().since(start).components.seconds)
    guard count > 0 else { return }
    print(
      "\(what): \(count), \(seconds * 1e6 / Double(count)) µs each,",
      "\(used * 1e6 / Double(count)) µs of this thread")
    #expect(used / Double(count) < 0.001)
  }

  /// Seconds of processor time that this thread has used.
  private func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
