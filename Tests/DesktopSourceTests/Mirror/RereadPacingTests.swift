import AccessibilityTree
import BridgeTransport
import Testing

@testable import DesktopSource

/// When properties that no event reports are read again. Times are in seconds.
@Suite
struct RereadPacingTests {
  private let key = RereadPacing.Key(element: ElementID(rawValue: 7), event: .name)
  private let other = RereadPacing.Key(element: ElementID(rawValue: 8), event: .name)

  private func at(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: UInt64(seconds * 1e9))
  }

  /// Returns the number of rounds until a time when there is always something to read.
  private func rounds(isWatched: Bool, until end: Double, finding: Bool = false) -> Int {
    var pace = RereadPacing()
    var count = 0
    for tick in 0..<Int(end * 10) {
      let now = at(Double(tick) / 10)
      _ = pace.recordEvent(key)
      guard pace.remainingWait(isWatched: isWatched, at: now) <= .zero else { continue }
      pace.beginRound(isWatched: isWatched, at: now)
      if finding { pace.recordDifference() }
      count += 1
    }
    return count
  }

  @Test func `without an audience, rounds become rare however many events arrive`() {
    #expect(rounds(isWatched: false, until: 60) == 4)
    #expect(rounds(isWatched: false, until: 3600) == 7)
    #expect(rounds(isWatched: false, until: 3600, finding: true) == 7)
  }

  @Test func `with an audience, rounds become rare as long as they find nothing`() {
    #expect(rounds(isWatched: true, until: 60) < 10)
    #expect(rounds(isWatched: true, until: 60, finding: true) > 50)
  }

  @Test func `the first event of a kind counts as new, and ends the pause`() {
    var pace = RereadPacing()
    for second in 0..<40 {
      _ = pace.recordEvent(key)
      pace.beginRound(isWatched: true, at: at(Double(second)))
    }
    let isHabitNews = pace.recordEvent(key)
    #expect(!isHabitNews)
    #expect(pace.remainingWait(isWatched: true, at: at(40)) > .seconds(10))
    let isOtherNews = pace.recordEvent(other)
    #expect(isOtherNews)
    #expect(pace.remainingWait(isWatched: true, at: at(40)) <= .zero)
  }

  @Test func `an event that was followed by unreported changes counts as new again`() {
    var pace = RereadPacing()
    for second in 0..<5 {
      _ = pace.recordEvent(key)
      pace.beginRound(isWatched: true, at: at(Double(second)))
    }
    let isHabitNews = pace.recordEvent(key)
    #expect(!isHabitNews)
    pace.recordDifference()
    pace.beginRound(isWatched: true, at: at(5))
    let isNewsAgain = pace.recordEvent(key)
    #expect(isNewsAgain)
  }

  @Test func `a new audience ends the pause`() {
    var pace = RereadPacing()
    for second in [0.0, 1, 5, 21, 85] { pace.beginRound(isWatched: false, at: at(second)) }
    #expect(pace.remainingWait(isWatched: false, at: at(86)) > .seconds(100))
    pace.didStartWatching()
    #expect(pace.remainingWait(isWatched: true, at: at(86)) <= .zero)
  }
}
