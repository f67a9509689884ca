internal import AccessibilityMirror
internal import AccessibilityTree

/// Which elements were seen to change late behind actions that had ended: Dolphin counts what is selected in its status bar
/// 0.3 s after that was selected.
///
/// Such an element may tell of the last action while the next is under way, as long as it has told nothing since the last that came
/// late enough to be of it. What it tells sooner is of the one before.
struct LateReports {
  private let store: TreeStore
  /// How long after an action each was last seen to change, in nanoseconds, and when.
  private var known: [ElementID: (delay: UInt64, time: UInt64)] = [:]

  private static let maxKnown = 512
  /// Larger commits tell of what is loaded.
  private static let maxChanges = 64
  /// How much later than it was seen to an element may change, in nanoseconds.
  private static let tolerance: UInt64 = 300_000_000

  init(_ store: TreeStore) { self.store = store }

  /// Notes what changed in an application on which no action is under way.
  ///
  /// - Parameter actionEnd: When the last one ended, in nanoseconds of the mirror's clock.
  mutating func note(_ commit: Commit, in application: ElementID, after actionEnd: UInt64) {
    guard commit.changed.count <= Self.maxChanges else { return }
    let now = store.time
    for id in commit.changed where !commit.added.contains(id) && !commit.moved.contains(id) {
      guard store.tree.read(id, { $0.application }) == application else { continue }
      if known[id] == nil, known.count >= Self.maxKnown { forgetOldest() }
      known[id] = (now - min(now, actionEnd), now)
    }
  }

  private mutating func forgetOldest() {
    known = known.filter { store.tree.contains($0.key) }
    guard known.count >= Self.maxKnown else { return }
    if let oldest = known.min(by: { $0.value.time < $1.value.time }) { known[oldest.key] = nil }
  }

  /// Notes what changed in an application during an action with none before it: that is told in time.
  mutating func noteInTime(_ commits: [Commit]) {
    for commit in commits { for id in commit.changed { known[id] = nil } }
  }

  /// Returns the elements that may tell now of an action.
  ///
  /// - Parameter commits: What has changed since its request.
  func pending(of action: WatchedAction, telling commits: [Commit]) -> Set<ElementID> {
    let age = store.age(of: action.time)
    var pending = known.filter { age <= $0.value.delay + Self.tolerance }
    for commit in commits where !pending.isEmpty {
      for id in commit.changed {
        guard let delay = pending[id]?.delay else { continue }
        if commit.time >= action.time + delay / 2 { pending[id] = nil }
      }
    }
    return Set(pending.keys)
  }
}
