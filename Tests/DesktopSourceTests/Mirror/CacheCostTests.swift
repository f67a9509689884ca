import Testing

@testable import DesktopSource

/// How long `GetItems` may block an application.
@Suite
struct CacheCostTests {
  @Test func `a small application may always be asked`() {
    #expect(CacheCost().allows(1000, within: .milliseconds(1)))
  }

  @Test func `a large one is not asked before it is known what that costs`() {
    #expect(!CacheCost().allows(1001, within: .seconds(1)))
  }

  @Test func `what an answer cost says what the next one will`() {
    var cost = CacheCost()
    // As GTK 3: 78 ms for 6,000 objects.
    cost.answered(entries: 6000, in: .milliseconds(78))
    #expect(cost.allows(3500, within: CacheCost.checking))
    #expect(!cost.allows(6000, within: CacheCost.checking))
    #expect(cost.allows(15_000, within: CacheCost.reading))
    #expect(!cost.allows(30_000, within: CacheCost.reading))
  }

  @Test func `an empty answer says nothing`() {
    var cost = CacheCost()
    cost.answered(entries: 0, in: .seconds(1))
    #expect(!cost.allows(2000, within: .seconds(10)))
  }
}
