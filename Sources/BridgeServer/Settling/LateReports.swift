internal import AccessibilityMirror
internal import AccessibilityTree

/// Which elements were seen to change late behind actions: Dolphin counts what is selected in its status bar
/// 0.3 s after that was selected.
///
/// Such an element may tell of the last action while the next is under way, as long as it has told nothing since the last
/// was requested.
struct LateReports {
  private let store: TreeStore
  /// How long after an action was performed each was last seen to change, in nanoseconds, and when.
  private var known: [ElementID: (delay: UInt64, time: UInt64)] = [:]

  private static let maxKnown = 512
  /// Larger commits tell of what is loaded.
  private static let maxChanges = 64
  /// How much later than it was seen to an element may change, in nanoseconds.
  private static let tolerance: UInt64 = 300_000_000

  init(_ store: TreeStore) { self.store = store }

  /// Notes what changed in an application on which no action is under way.
  ///
  /// - Parameter performed: When the last one was performed, in nanoseconds of the mirror's clock.
  mutating func note(_ commit: Commit, in application: ElementID, after performed: UInt64) {
    guard commit.changed.count <= Self.maxChanges else { return }
    for id in commit.changed where !commit.added.contains(id) && !commit.moved.contains(id) {
      guard store.tree.read(id, { $0.application }) == application else { continue }
      if known[id] == nil, known.count >= Self.maxKnown { forgetOldest() }
      known[id] = (commit.time - min(commit.time, performed), commit.time)
    }
  }

  private mutating func forgetOldest() {
    known = known.filter { store.tree.contains($0.key) }
    guard known.count >= Self.maxKnown else { return }
    if let oldest = known.min(by: { $0.value.time < $1.value.time }) { known[oldest.key] = nil }
  }

  /// Notes what changed in an application since the request of an action.
  ///
  /// - Parameters:
  ///   - isFirst: Whether there was none before it, of which that may be.
  ///   - hasEffect: Whether it had an effect, or nothing came that may be of another. What came late then is no more than that the
  ///     application is slow.
  ///   - quickEffect: How long after it was performed an effect is told in time, in nanoseconds.
  mutating func note(
    _ commits: [Commit], in application: ElementID, during action: WatchedAction, isFirst: Bool,
    hasEffect: Bool, quickEffect: UInt64
  ) {
    for commit in commits {
      if commit.time > action.performed + quickEffect {
        if !hasEffect { note(commit, in: application, after: action.performed) }
      } else if isFirst {
        for id in commit.changed { known[id] = nil }
      }
    }
  }

  /// Returns the elements that may tell now of an action.
  func pending(of action: WatchedAction) -> Set<ElementID> {
    let age = store.age(of: action.performed)
    return Set(known.filter { age <= $0.value.delay + Self.tolerance }.keys)
  }
}
