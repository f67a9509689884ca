internal import AccessibilityTree
internal import BridgeTransport

/// When that which no event tells is read again: how long after the last round the next one may begin.
///
/// An application that changes by itself, such as by a clock, says so again and again, and each time
/// more may have changed than it says. While nobody watches, each round puts off the next one for much longer, so
/// that an application costs next to nothing however long it speaks; what is put off then is read when
/// somebody looks. While somebody watches, the pause grows as long as rounds find nothing, and an event
/// that no such round followed (`hear`) ends it. A value without a clock.
struct RereadingPace {
  /// What was said, and of what.
  struct Key: Hashable {
    var element: ElementID?
    var event: AtspiEvent
  }

  private var lastRound: MonotonicTime?
  private var unwatchedPause = Self.firstUnwatched
  private var watchedPause = Self.firstWatched
  /// What was said since the last round began, and what was said before that and is followed by it.
  private var heard: Set<Key> = []
  private var followed: Set<Key> = []
  /// What was followed by rounds that found nothing.
  private var habits: Set<Key> = []
  private var foundSomething = false

  static let firstUnwatched = Duration.seconds(1)
  static let unwatchedGrowth = 4
  static let maxUnwatchedPause = Duration.seconds(3600)
  static let firstWatched = Duration.milliseconds(500)
  static let watchedGrowth = 2
  static let maxWatchedPause = Duration.seconds(30)
  /// What is remembered of what was said. With more than that everything is news.
  static let memory = 4096

  /// An event came; returns whether it is news: not what went with nothing more when it was said before.
  mutating func hear(_ key: Key) -> Bool {
    if heard.count < Self.memory { heard.insert(key) }
    guard !habits.contains(key) else { return false }
    watchedPause = Self.firstWatched
    return true
  }

  /// Something was not as the mirror had it, and no event had said so.
  mutating func found() { foundSomething = true }

  /// Somebody watches from now on.
  mutating func audienceCame() {
    unwatchedPause = Self.firstUnwatched
    watchedPause = Self.firstWatched
  }

  /// How long the next round has to wait.
  func wait(isWatched: Bool, at now: MonotonicTime) -> Duration {
    guard let lastRound else { return .zero }
    let pause = isWatched ? watchedPause : unwatchedPause
    return max(.zero, pause - now.since(lastRound))
  }

  /// A round begins: the one before has ended.
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
