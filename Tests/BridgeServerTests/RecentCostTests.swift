import BridgeTransport
import Testing

@testable import BridgeServer

/// Clients with cheap requests are light, however many they send; clients with expensive requests take
/// turns with each other.
struct RecentCostTests {
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000)

  private static func time(_ milliseconds: Int64) -> MonotonicTime {
    start.advanced(by: .milliseconds(milliseconds))
  }

  @Test func `Cheap requests do not count, however many there are`() {
    var cost = RecentCost()
    #expect(!cost.isKnown, "nothing was asked for yet")
    for number in 0..<10_000 {
      cost.add(900_000, bytes: 12_000, at: Self.time(Int64(number)), isRequest: true)
      #expect(!cost.isHeavy(at: Self.time(Int64(number))))
    }
    #expect(cost.isKnown)
  }

  @Test
  func `A client with an expensive request is not quick for some requests, and never while heavy`()
  {
    var cost = RecentCost()
    #expect(!cost.isQuick(at: Self.time(0)), "nothing is known")
    cost.add(100_000, bytes: 100, at: Self.time(0), isRequest: true)
    #expect(cost.isQuick(at: Self.time(0)))
    cost.add(3_000_000, bytes: 100, at: Self.time(1), isRequest: true)
    #expect(!cost.isQuick(at: Self.time(1)) && !cost.isHeavy(at: Self.time(1)))
    for _ in 0..<3 { cost.add(100_000, bytes: 100, at: Self.time(2), isRequest: true) }
    #expect(cost.isQuick(at: Self.time(2)), "one may have met a busy machine")
    for _ in 0..<3 { cost.add(3_000_000, bytes: 100, at: Self.time(3), isRequest: true) }
    for _ in 0..<20 { cost.add(100_000, bytes: 100, at: Self.time(4), isRequest: true) }
    #expect(!cost.isQuick(at: Self.time(4)), "cheap requests do not hide what is dear")
    #expect(cost.isQuick(at: Self.time(2_000)))
  }

  @Test func `A client with moderately expensive requests is light, but not quick`() {
    var cost = RecentCost()
    for number in 0..<100 {
      let now = Self.time(Int64(number * 1_000))
      cost.add(900_000, bytes: 100, at: now, isRequest: true)
      #expect(!cost.isQuick(at: now) && !cost.isHeavy(at: now))
    }
    for _ in 0..<10 { cost.add(50_000, bytes: 100, at: Self.time(200_000), isRequest: true) }
    #expect(cost.isQuick(at: Self.time(200_000)), "the last ones were not")
    var other = RecentCost()
    other.add(300_000, bytes: 100, at: Self.time(0), isRequest: true)
    #expect(!other.isQuick(at: Self.time(0)), "the first counts as it is")
  }

  @Test func `One long request makes no client heavy, two in a row do, and that expires`() {
    var cost = RecentCost()
    cost.add(500_000_000, bytes: 0, at: Self.time(0), isRequest: true)
    #expect(!cost.isHeavy(at: Self.time(0)), "the machine may have been busy with something else")
    #expect(!cost.isKnown, "it is not known to be cheap either")
    cost.add(30_000_000, bytes: 0, at: Self.time(10), isRequest: true)
    #expect(cost.isHeavy(at: Self.time(10)))
    #expect(cost.isHeavy(at: Self.time(300)))
    #expect(!cost.isHeavy(at: Self.time(700)))
  }

  @Test func `Bytes that are read count before they make a request`() {
    var cost = RecentCost()
    for _ in 0..<2 { cost.add(40_000, bytes: 65_536, at: Self.time(0), isRequest: false) }
    #expect(cost.isHeavy(at: Self.time(0)))
  }

  @Test func `Any cost expires within seven seconds`() {
    var cost = RecentCost()
    for _ in 0..<1_000 { cost.add(.max, bytes: .max, at: Self.time(0), isRequest: true) }
    #expect(cost.isHeavy(at: Self.time(5_000)))
    #expect(!cost.isHeavy(at: Self.time(7_000)))
    #expect(cost.isHeavy(at: MonotonicTime(nanoseconds: 0)), "a clock that stands still")
  }
}
