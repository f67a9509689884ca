import BridgeTransport
import Testing

@Suite struct DurationTests {
  @Test func `milliseconds are rounded up and clamped`() {
    #expect(Duration.zero.millisecondsRoundedUp == 0)
    #expect(Duration.nanoseconds(1).millisecondsRoundedUp == 1)
    #expect(Duration.milliseconds(7).millisecondsRoundedUp == 7)
    #expect(Duration.microseconds(7001).millisecondsRoundedUp == 8)
    #expect(Duration.microseconds(-1500).millisecondsRoundedUp == -1)
    #expect(Duration.seconds(Int64.max).millisecondsRoundedUp == Int64.max / 1_000_000 + 1)
  }

  @Test func `messages have tenths of seconds`() {
    #expect("\(Duration.nanoseconds(1_491_595_718).roundedUp)" == "1.5 seconds")
    #expect("\(Duration.seconds(10).roundedUp)" == "10.0 seconds")
    #expect(Duration.seconds(Int64.max).roundedUp > .seconds(9_000_000_000))
  }
}
