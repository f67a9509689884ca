internal import AccessibilityMirror
internal import AccessibilityTree

/// What had the focus, and what the target was, before an action that gives its target the focus first.
///
/// None of what the focusing itself brings about is an effect of what the action does then: the target has the focus, what
/// had it has lost it, both say so in their own way, or the focus goes back at once to where it was.
struct Focusing {
  private let store: TreeStore
  private let target: ElementID
  private let former: ElementID?
  /// The page that had the focus, where the target is not in it.
  private let formerPage: ElementID?
  /// The target without the focus, and what had it.
  private let before: [ElementID: Element]

  enum Change {
    /// Of the focus, the caret and the selection.
    case focus
    /// Also of how the element is described.
    case description
    case more
  }

  init(of target: ElementID, _ store: TreeStore) {
    (self.store, self.target, former) = (store, target, store.focused)
    let page = former.flatMap { store.tree.page(of: $0) }
    formerPage = page == store.tree.page(of: target) ? nil : page
    let hasFocus = store.tree.read(target) { $0.states.contains(.focused) } == true
    var before: [ElementID: Element] = [:]
    for id in hasFocus ? [] : [target, former] {
      if let id { before[id] = store.tree[id] }
    }
    self.before = before
  }

  /// What has changed of an element that takes part; `nil` of any other, and where the target had the focus already.
  func change(of id: ElementID) -> Change? {
    guard var before = before[id], let now = store.tree[id] else { return nil }
    if before.isSame(as: now, exceptPlace: false) { return .focus }
    (before.hint, before.placeholder) = (now.hint, now.placeholder)
    before.attributes = now.attributes
    return before.isSame(as: now, exceptPlace: false) ? .description : .more
  }

  /// Whether the focus goes back with what gets it: to where it was, or to the page that it was in.
  func isReturn(_ id: ElementID) -> Bool {
    if id == former { return true }
    guard let formerPage else { return false }
    return store.tree.page(of: id) == formerPage
  }
}
