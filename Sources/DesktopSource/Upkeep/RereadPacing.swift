internal import AccessibilityTree
internal import BridgeTransport

/// Decides how long after a round of reads the next one may begin, for changes that no event reports.
///
/// An application that changes by itself, such as by a clock, sends events again and again, and each time more
/// may have changed than they report. While no client watches, each round increases the pause to the next one
/// by a large factor, so that an application costs next to nothing however long it sends events; the rest is
/// read when a client watches. While a client watches, the pause grows as long as rounds find nothing. An event
/// that such rounds have not followed yet (`recordEvent`) resets it. A value that reads no clock.
struct RereadPacing {
  /// The kind and source of an event.
  struct Key: Hashable {
    var element: ElementID?
    var event: AtspiEvent
  }

  private var lastRound: MonotonicTime?
  private var unwatchedPause = Self.initialUnwatchedPause
  private var watchedPause = Self.initialWatchedPause
  /// Events since the last round began, and the events before it, which that round followed.
  private var recentEvents: Set<Key> = []
  private var followedEvents: Set<Key> = []
  /// Events that were followed by rounds that found nothing.
  private var routineEvents: Set<Key> = []
  private var hasFoundDifferences = false

  static let initialUnwatchedPause = Duration.seconds(1)
  static let unwatchedGrowth = 4
  static let maxUnwatchedPause = Duration.seconds(3600)
  static let initialWatchedPause = Duration.milliseconds(500)
  static let watchedGrowth = 2
  static let maxWatchedPause = Duration.seconds(30)
  /// The maximum number of events in each set. With more of them habits are forgotten, and events are news
  /// again.
  static let maxEvents = 4096

  /// Records an event.
  ///
  /// - Returns: Whether it is news: `false` if rounds that followed the same event found nothing.
  mutating func recordEvent(_ key: Key) -> Bool {
    if recentEvents.count < Self.maxEvents { recentEvents.insert(key) }
    guard !routineEvents.contains(key) else { return false }
    watchedPause = Self.initialWatchedPause
    return true
  }

  /// Records that a difference from the mirror was found that no event had reported.
  mutating func recordDifference() { hasFoundDifferences = true }

  /// Resets the pauses because a client watches from now on.
  mutating func didStartWatching() {
    unwatchedPause = Self.initialUnwatchedPause
    watchedPause = Self.initialWatchedPause
  }

  /// Returns how long the next round has to wait.
  func remainingWait(isWatched: Bool, at now: MonotonicTime) -> Duration {
    guard let lastRound else { return .zero }
    let pause = isWatched ? watchedPause : unwatchedPause
    return max(.zero, pause - now.since(lastRound))
  }

  /// Records that a round begins, and that the one before has ended.
  mutating func beginRound(isWatched: Bool, at now: MonotonicTime) {
    if lastRound != nil {
      if !isWatched {
        unwatchedPause = min(unwatchedPause * Self.unwatchedGrowth, Self.maxUnwatchedPause)
      } else if !hasFoundDifferences {
        watchedPause = min(watchedPause * Self.watchedGrowth, Self.maxWatchedPause)
      }
    }
    if hasFoundDifferences {
      routineEvents = []
      watchedPause = Self.initialWatchedPause
    } else {
      routineEvents.formUnion(followedEvents)
      if routineEvents.count > Self.maxEvents { routineEvents = [] }
    }
    hasFoundDifferences = false
    followedEvents = recentEvents
    recentEvents = []
    lastRound = now
  }
}
