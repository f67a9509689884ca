import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@testable import DesktopSource

/// Prints the cost of the bus layer. The limits are generous, for busy machines and debug builds.
@Suite(.serialized, .ownThreadInTurn) struct BusSpeedTests {
  @Test func `pipelined calls cost microseconds`() throws {
    let fixture = try BusFixture()
    let service = try ServiceThread(fixture.bus.address) { service in
      service.on("test.Fake", "GetName") { _ in .values([.string("a name of some length")]) }
    }
    let queue = CallQueue(fixture.client, destination: service.name)
    let count = 20_000
    var read = 0
    let (start, used) = (MonotonicTime.now(), processorTime())
    for index in 0..<count {
      queue.call("/org/a11y/atspi/accessible/\(index)", "test.Fake", "GetName") { result in
        if let reply = try? result.get(), (try? reply.string()) != nil { read += 1 }
      }
    }
    #expect(fixture.loop.run { read == count })
    report("calls", count, since: start, processorTime() - used)
  }

  @Test func `a cache of fifteen thousand objects is read in milliseconds`() throws {
    let fixture = try BusFixture()
    let count = 15_000
    let items = (0..<count).map { index -> BusValue in
      let object = BusValue.reference(":1.42", "/org/a11y/atspi/accessible/\(index)")
      let parent = BusValue.reference(":1.42", "/org/a11y/atspi/accessible/\(index / 10)")
      return .structure([
        object, .reference(":1.42", "/org/a11y/atspi/accessible/root"), parent, .int32(3),
        .int32(10), .strings(["org.a11y.atspi.Accessible", "org.a11y.atspi.Component"]),
        .string("item number \(index)"), .uint32(42), .string(""),
        .array(of: "u", [.uint32(1), .uint32(2)]),
      ])
    }
    let fields = "(so)(so)(so)iiassusau"
    fixture.service.on("test.Fake", "GetItems") { _ in
      .values([.array(of: "(" + fields + ")", items)])
    }
    let reply = try fixture.call("GetItems").get()
    let interner = ObjectInterner()
    var names = 0
    let (start, used) = (MonotonicTime.now(), processorTime())
    try reply.array("(" + fields + ")") { () throws(BusError) in
      try reply.structure(fields) { () throws(BusError) in
        for _ in 0..<3 { _ = try reply.reference(interner) }
        _ = (try reply.int32(), try reply.int32())
        try reply.array("s") { () throws(BusError) in try reply.skipString() }
        if try !reply.string().isEmpty { names += 1 }
        _ = try reply.uint32()
        try reply.skipString()
        try reply.array("u") { () throws(BusError) in _ = try reply.uint32() }
      }
    }
    report("cache items", count, since: start, processorTime() - used)
    #expect(names == count && interner.count == count + 1)
  }

  @Test func `signals cost microseconds`() throws {
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
    #expect(fixture.loop.run { seen == sent })
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

  /// The processor time that this thread has used, in seconds.
  private func processorTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
