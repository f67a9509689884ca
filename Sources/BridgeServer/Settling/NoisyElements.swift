internal import AccessibilityMirror
internal import AccessibilityTree

/// Which elements change without actions, as is known during one, and what is new in them.
struct NoisyElements {
  private let target: ElementID
  /// The page of the target.
  private let page: TargetPage
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  /// The elements that were added since the request, each with whether that happens by itself.
  private var added: [ElementID: Bool] = [:]
  /// Whether the target was in a part that changes without actions, such as a list that grows.
  let isAroundTarget: Bool

  init(beside target: ElementID, _ page: TargetPage, _ store: TreeStore, _ rhythm: ChangeRhythm) {
    (self.target, self.page, self.store, self.rhythm) = (target, page, store, rhythm)
    isAroundTarget = rhythm.growth(around: target) != nil
  }

  /// Notes that an element was added.
  mutating func note(_ id: ElementID) {
    guard let parent = store.tree.read(id, { $0.parent }) ?? nil else { return }
    // A new window is no row of a list, and no page belongs to another one.
    let isPage = store.tree.read(id) { $0.role } == .document
    let isApart = store.isWindow(id) || isPage && !rhythm.replacesChildren(parent)
    added[id] = !isApart && hasNoisyChildren(parent)
  }

  /// Whether an element was added, which does not happen by itself.
  func isNew(_ id: ElementID) -> Bool { added[id] == false }

  /// Whether what happens to an element happens without actions, as with the contents of rows that come and go, or
  /// outside the target's page.
  func isNoisy(_ id: ElementID) -> Bool {
    added[id]
      ?? (rhythm.isRestless(id) || changesOften(id) || page.isOutside(id)
        || id != target && rhythm.isInRestlessGroup(id))
  }

  /// Whether what is in an element comes and goes without actions, or is outside the target's page.
  func hasNoisyChildren(_ id: ElementID) -> Bool {
    added[id] ?? (rhythm.changesChildren(id) || changesOften(id) || page.isOutside(id))
  }

  /// Whether an element is one that changes often, such as a progress bar, or unseen. Where its toolkit does not report that, only the
  /// reads around actions find it, and what they find may have changed long before.
  private func changesOften(_ id: ElementID) -> Bool {
    id != target
      && store.tree.read(id) {
        // How long a scroll bar is that is not shown is found by chance.
        $0.traits.contains(.updatesFrequently)
          || $0.role == .scrollBar && !$0.states.contains(.showing)
      } == true
  }

  /// Whether an element is in a part that changes without actions, such as a list that grows, and the target is not: its
  /// place in the list changes, for example.
  func isBesideGrowth(_ id: ElementID) -> Bool {
    guard id != target, let growth = rhythm.growth(around: id) else { return false }
    return growth != target && !store.tree.isAncestor(growth, of: target)
  }
}
