internal import AccessibilityMirror
internal import AccessibilityTree

/// The last action on an application, which had ended at the request of the next. More may follow from it, whatever has been told of
/// it by then: a message that a button shows a moment later.
struct LastAction {
  let action: WatchedAction
  /// What has changed since its request, which may change again by the next.
  let told: Set<ElementID>
  /// What is known to tell late, or was set and has been read back, and has told nothing yet.
  let pending: Set<ElementID>
  /// Whether something is on the move that it scrolled: toolkits take up to half a second for that, and tell of it in many steps.
  let isScrolling: Bool
  /// Whether it ended so lately that what comes late may be of it.
  let isRecent: Bool

  /// How long more may follow from it, in nanoseconds.
  private static let duration: UInt64 = 1_000_000_000

  init(_ action: WatchedAction, _ reports: LateReports, in store: TreeStore) {
    self.action = action
    let commits = store.commits(since: action.request) ?? []
    told = commits.reduce(into: []) { told, commit in told.formUnion(commit.changed) }
    isRecent = store.age(of: action.time) < Self.duration
    var pending = reports.pending(of: action)
    if isRecent, action.isSetting { pending.insert(action.target) }
    self.pending = pending.subtracting(told)
    isScrolling =
      isRecent
      && (action.mayScroll || commits.contains { $0.notifications.contains { $0.kind == .scroll } })
  }
}
