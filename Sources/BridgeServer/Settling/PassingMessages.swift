internal import AccessibilityMirror
internal import AccessibilityTree

/// What live regions, such as alerts, status lines and toasts, have begun to show a moment ago.
///
/// They take it away by themselves after some seconds. That it goes away is not known to be the effect of an action on
/// something outside the region, since nothing tells whether the application or the action did it.
final class PassingMessages {
  private let store: TreeStore
  /// The elements that began to be shown, with the region that they are in and when that was, in nanoseconds of the
  /// store's clock.
  private var shown: [ElementID: (region: ElementID, time: UInt64)] = [:]

  /// How long a message may be shown and go away by itself, in nanoseconds.
  static let duration: UInt64 = 10_000_000_000
  /// The maximum number of elements that a commit with a message changes. More is another page.
  static let maxChanges = 256
  private static let maxShown = 1024
  /// The number of levels within a region at which its contents are looked for.
  private static let depth = 8

  init(_ store: TreeStore) {
    self.store = store
  }

  /// Notes what a commit began to show.
  func note(_ commit: Commit) {
    guard commit.changed.count <= Self.maxChanges else { return }
    for id in commit.changed {
      let isNew = commit.added.contains(id)
      guard isNew || beganToShow(id), let region = region(around: id) else { continue }
      if shown.count >= Self.maxShown { forgetOld() }
      if shown.count < Self.maxShown { shown[id] = (region, store.time) }
    }
  }

  /// Whether an element began to be shown by a region not long ago.
  ///
  /// - Parameter path: An element and what it is in. What it shares a region with may be taken away by what is done to it.
  func isPassing(_ id: ElementID, besides path: Set<ElementID>) -> Bool {
    guard let message = shown[id] else { return false }
    return store.age(of: message.time) <= Self.duration && !path.contains(message.region)
  }

  /// Whether such an element is not shown any more.
  func isTakenAway(_ id: ElementID, besides path: Set<ElementID>) -> Bool {
    isPassing(id, besides: path)
      && store.tree.read(id) { $0.states.contains(.showing) } == false
  }

  private func beganToShow(_ id: ElementID) -> Bool {
    guard let former = store.former[id], !former.states.contains(.showing) else { return false }
    return store.tree.read(id) { $0.states.contains(.showing) } == true
  }

  /// Returns the live region that an element is in or is; `nil` where that is none, or a dialog.
  private func region(around id: ElementID) -> ElementID? {
    var next: ElementID? = id
    for _ in 0..<Self.depth {
      guard let candidate = next,
        let (setting, isDialog, parent) = store.tree.read(
          candidate,
          { ($0.liveSetting, $0.role == .alertDialog || $0.states.contains(.modal), $0.parent) })
      else { return nil }
      if let setting { return setting == .off || isDialog ? nil : candidate }
      next = parent
    }
    return nil
  }

  private func forgetOld() {
    shown = shown.filter { store.age(of: $0.value.time) <= Self.duration }
  }
}
