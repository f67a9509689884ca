internal import AccessibilityTree
internal import BridgeTransport

/// Decides how long after a round of reads the next one may begin, for changes that no event reports.
///
/// An application that changes by itself, such as by a clock, sends events again and again, and each time more
/// may have changed than they report. While no client watches, each round increases the pause to the next one
/// by a large factor, so that an application costs next to nothing however long it sends events; the rest is
/// read when a client watches. While a client watches, the pause grows as long as rounds find nothing. An event
/// that such rounds have not followed yet (`hear`) resets it. A value that reads no clock.
struct RereadingPace {
  /// The kind and source of an event.
  struct Key: Hashable {
    var element: ElementID?
    var event: AtspiEvent
  }

  private var lastRound: MonotonicTime?
  private var unwatchedPause = Self.firstUnwatched
  private var watchedPause = Self.firstWatched
  /// Events since the last round began, and the events before it, which that round followed.
  private var heard: Set<Key> = []
  private var followed: Set<Key> = []
  /// Events that were followed by rounds that found nothing.
  private var habits: Set<Key> = []
  private var foundSomething = false

  static let firstUnwatched = Duration.seconds(1)
  static let unwatchedGrowth = 4
  static let maxUnwatchedPause = Duration.seconds(3600)
  static let firstWatched = Duration.milliseconds(500)
  static let watchedGrowth = 2
  static let maxWatchedPause = Duration.seconds(30)
  /// The maximum number of events in each set. With more of them habits are forgotten, and events are news
  /// again.
  static let memory = 4096

  /// Records an event.
  ///
  /// - Returns: Whether it is news: `false` if rounds that followed the same event found nothing.
  mutating func hear(_ key: Key) -> Bool {
    if heard.count < Self.memory { heard.insert(key) }
    guard !habits.contains(key) else { return false }
    watchedPause = Self.firstWatched
    return true
  }

  /// Records that a difference from the mirror was found that no event had reported.
  mutating func found() { foundSomething = true }

  /// Resets the pauses because a client watches from now on.
  mutating func audienceCame() {
    unwatchedPause = Self.firstUnwatched
    watchedPause = Self.firstWatched
  }

  /// Returns how long the next round has to wait.
  func wait(isWatched: Bool, at now: MonotonicTime) -> Duration {
    guard let lastRound else { return .zero }
    let pause = isWatched ? watchedPause : unwatchedPause
    return max(.zero, pause - now.since(lastRound))
  }

  /// Records that a round begins, and that the one before has ended.
  mutating func begin(isWatched: Bool, at now: MonotonicTime) {
    if lastRound != nil {
      if !isWatched {
        unwatchedPause = min(unwatchedPause * Self.unwatchedGrowth, Self.maxUnwatchedPause)
      } else if !foundSomething {
        watchedPause = min(watchedPause * Self.watchedGrowth, Self.maxWatchedPause)
      }
    }
    if foundSomething {
      habits = []
      watchedPause = Self.firstWatched
    } else {
      habits.formUnion(followed)
      if habits.count > Self.memory { habits = [] }
    }
    foundSomething = false
    followed = heard
    heard = []
    lastRound = now
  }
}
