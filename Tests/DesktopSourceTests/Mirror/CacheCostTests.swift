import Testing

@testable import DesktopSource

/// How long `GetItems` may block an application.
@Suite
struct CacheCostTests {
  @Test func `the cache of a small application is always read`() {
    #expect(CacheCost().allows(1000, within: .milliseconds(1)))
  }

  @Test func `the cache of a large application is not read while its cost is unknown`() {
    #expect(!CacheCost().allows(1001, within: .seconds(1)))
  }

  @Test func `the cost of an answer predicts the cost of the next one`() {
    var cost = CacheCost()
    // As GTK 3: 78 ms for 6,000 objects.
    cost.recordAnswer(entries: 6000, in: .milliseconds(78))
    #expect(cost.allows(3500, within: CacheCost.checkLimit))
    #expect(!cost.allows(6000, within: CacheCost.checkLimit))
    #expect(cost.allows(15_000, within: CacheCost.readLimit))
    #expect(!cost.allows(30_000, within: CacheCost.readLimit))
  }

  @Test func `an empty answer predicts nothing`() {
    var cost = CacheCost()
    cost.recordAnswer(entries: 0, in: .seconds(1))
    #expect(!cost.allows(2000, within: .seconds(10)))
  }
}
