import BridgeTransport
import Testing

@testable import BridgeServer

@Suite struct FailedTriesTests {
  private func time(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: UInt64((1_000 + seconds) * 1e9))
  }

  @Test func `so many a minute are allowed to each origin, and no more`() {
    var tries = FailedTries(limit: 3)
    for _ in 1...3 {
      #expect(!tries.areUsedUp(by: "a", at: time(0)))
      tries.add("a", at: time(0))
    }
    #expect(tries.areUsedUp(by: "a", at: time(0)) && !tries.areUsedUp(by: "b", at: time(0)))
    #expect(tries.areUsedUp(by: "a", at: time(19)))
    #expect(!tries.areUsedUp(by: "a", at: time(21)), "a third of a minute gives one back")
    tries.add("a", at: time(21))
    #expect(tries.areUsedUp(by: "a", at: time(22)))
    #expect(!tries.areUsedUp(by: "a", at: time(3_600)))
  }

  @Test func `the table is bounded, and keeps those who fail most`() {
    var tries = FailedTries(limit: 3)
    for _ in 1...3 { tries.add("worst", at: time(0)) }
    for number in 1...3 * FailedTries.capacity {
      tries.add("\(number)", at: time(Double(number) / 1_000_000))
      #expect(tries.count <= FailedTries.capacity)
    }
    #expect(tries.areUsedUp(by: "worst", at: time(0.1)))
    tries.add("later", at: time(600))
    #expect(tries.count == 1, "what has no weight any more is forgotten")
  }
}
