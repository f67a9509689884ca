import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

@Suite(.serialized, .ownThreadInTurn)
struct CallWindowTests {
  /// Simulates an application that answers calls one after the other, each after its cost. Returns the
  /// final size of the window, and the longest time that the application spent on calls without a break.
  private func simulate(_ costs: [UInt64]) -> (size: Int, longestBusy: UInt64) {
    var window = CallWindow()
    var now: UInt64 = 1_000_000_000
    var sent: [UInt64] = []
    var busySince = now
    var longest: UInt64 = 0
    for cost in costs {
      if sent.isEmpty {
        window.begin(at: now)
        busySince = now
      }
      while sent.count < window.size, sent.isEmpty || !window.mustDrain(at: now) {
        sent.append(now)
      }
      now += cost
      window.recordAnswer(after: now - sent.removeFirst(), at: now)
      longest = max(longest, now - busySince)
    }
    return (window.size, longest)
  }

  @Test(
    arguments: [
      (25, 64...64, 10), (200, 16...40, 18), (1_000, 4...8, 18), (5_000, 1...1, 22),
      (50_000, 1...1, 210),
    ])
  func `the number of calls in flight depends on how long the application takes for one`(
    _ microseconds: Int, _ expected: ClosedRange<Int>, _ milliseconds: Int
  ) {
    let cost = UInt64(microseconds) * 1000
    let result = simulate(Array(repeating: cost, count: 2000))
    #expect(expected.contains(result.size))
    #expect(result.longestBusy <= UInt64(milliseconds) * 1_000_000)
  }

  @Test func `a slower application gets fewer calls in flight, and more when it is fast again`() {
    let fast = Array(repeating: UInt64(25_000), count: 500)
    let slow = Array(repeating: UInt64(5_000_000), count: 100)
    #expect(simulate(fast).size == 64)
    #expect(simulate(fast + slow).size <= 2)
    #expect(simulate(fast + slow + fast).size == 64)
  }

  @Test func `a queue sends few calls to an application of unknown speed`() throws {
    let fixture = try BusFixture()
    var waiting = 0
    var most = 0
    fixture.service.on("test.Fake", "Get") { _ in
      waiting += 1
      return .silence
    }
    let queue = CallQueue(fixture.client, destination: fixture.service.name)
    for _ in 0..<200 { queue.call("/", "test.Fake", "Get") { _ in } }
    #expect(fixture.loop.run { waiting >= CallWindow.initialSize })
    fixture.loop.run(within: .milliseconds(50)) { false }
    most = waiting
    #expect(most == CallWindow.initialSize, "nothing is known yet of how fast it is")
    #expect(queue.callCount == most)
    queue.close(with: .cancelled)
  }

  @Test func `an application whose mirror nobody reads gets no calls`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.tree.roots.first)
    // The second reading and the checks end without further events.
    #expect(desktop.loop.settle(for: .seconds(4)) { application.service.received.count })
    let calls = application.service.received.count
    desktop.loop.run(within: .seconds(3)) { false }
    #expect(application.service.received.count == calls)
    #expect(desktop.source.calls(to: root) == calls)
  }
}
