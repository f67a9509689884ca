internal import AccessibilityMirror
internal import AccessibilityTree

/// Which applications have more elements than a moment ago, and since when they load a page: what is not there may come.
final class ApplicationProgress {
  private struct History {
    /// Since when the application is loading, or a document in it.
    var loadingSince: UInt64?
    /// The number of elements.
    var count = 0
    /// When the number of elements changed, and what it was before.
    var steps: [(time: UInt64, before: Int)] = []
    /// When there were fewer elements than before.
    var falls: [UInt64] = []
    /// When all elements of the application were first there; `nil`: they have not been.
    var completeSince: UInt64?
  }

  private let store: TreeStore
  private var histories: [ElementID: History] = [:]

  /// What was added before counts no more, in nanoseconds.
  private static let recent: UInt64 = 2_000_000_000
  /// How long the steps are remembered, by which elements that come and go are known, in nanoseconds.
  private static let memory: UInt64 = 10_000_000_000
  /// Changes that are nearer to each other are one step, in nanoseconds.
  private static let resolution: UInt64 = 100_000_000
  /// How often elements must have gone within that time for new ones to be the same again: one page replaces another
  /// once.
  private static let rhythm = 2

  init(_ store: TreeStore) {
    self.store = store
  }

  func apply(_ commit: Commit) {
    for root in commit.applications { update(root, at: commit.time) }
    for case .applicationChanged(let application) in commit.notifications {
      update(application.root, at: commit.time)
    }
  }

  private func update(_ root: ElementID, at time: UInt64) {
    guard let application = store.applications[root], application.health != .gone else {
      histories[root] = nil
      return
    }
    var history = histories.removeValue(forKey: root) ?? History()
    defer { histories[root] = history }
    history.loadingSince = application.shownLoad.isBeingRead ? history.loadingSince ?? time : nil
    let before = history.count
    history.count = store.tree.count(ofApplication: root)
    guard !application.load.isBeingRead else {
      (history.steps, history.falls, history.completeSince) = ([], [], nil)
      return
    }
    let completeSince = history.completeSince ?? time
    history.completeSince = completeSince
    // The first elements come with the application.
    guard time - min(time, completeSince) >= Self.resolution, history.count != before else {
      return
    }
    let oldest = time - min(time, Self.memory)
    history.steps.removeAll { $0.time < oldest }
    history.falls.removeAll { $0 < oldest }
    if history.steps.last.map({ time - $0.time >= Self.resolution }) ?? true {
      history.steps.append((time, before))
    }
    if history.count < before, history.falls.last.map({ time - $0 >= Self.resolution }) ?? true {
      history.falls.append(time)
    }
  }

  /// Returns how many elements an application has more than a moment ago, and for how long; `nil` when
  /// it has none. What comes and goes all the time does not count.
  func growth(of root: ElementID) -> (count: Int, time: Duration)? {
    guard let history = histories[root] else { return nil }
    let now = store.time
    let start = now - min(now, Self.recent)
    let steps = history.steps
    let lately = steps.drop { $0.time < start }
    guard let lowest = lately.min(by: { $0.before < $1.before }) else { return nil }
    var before = lowest.before
    if history.falls.count(where: { now - min(now, $0) <= Self.memory }) >= Self.rhythm {
      for step in steps[..<lately.startIndex] { before = max(before, step.before) }
    }
    guard history.count > before else { return nil }
    let time = now - min(now, lowest.time)
    return (history.count - before, .nanoseconds(Int64(clamping: time)))
  }

  /// How long an application, or a document in it, has been loading; `nil` when it is not.
  func loadingTime(of root: ElementID) -> Duration? {
    guard let since = histories[root]?.loadingSince else { return nil }
    let now = store.time
    return .nanoseconds(Int64(clamping: now - min(now, since)))
  }
}
