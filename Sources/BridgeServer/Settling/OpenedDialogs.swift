internal import AccessibilityMirror
internal import AccessibilityTree

/// The dialogs that have come to the front beside a page since the request of an action, in the window of its target or as windows
/// of their own.
///
/// Applications start, and load pages, without one, so such a dialog is an effect also while something is still being read, unless
/// the application has opened one by itself before.
struct OpenedDialogs {
  private let path: Set<ElementID>
  private var opened: [ElementID] = []
  private let mayBeUnasked: Bool

  /// - Parameters:
  ///   - path: The target and what it is in.
  ///   - mayBeUnasked: Whether the application has opened a dialog without an action just before.
  init(around path: Set<ElementID>, mayBeUnasked: Bool) {
    (self.path, self.mayBeUnasked) = (path, mayBeUnasked)
  }

  /// Notes an element that was added.
  mutating func note(_ id: ElementID, in store: TreeStore) {
    guard !mayBeUnasked,
      let (isDialog, parent) = store.tree.read(id, { ($0.isDialog, $0.parent) }), isDialog,
      parent.map(path.contains) == true, store.tree.page(of: id) == nil
    else { return }
    opened.append(id)
  }

  /// Whether one of them is in front, which may be told a little later than that it is there.
  func areInFront(in tree: Tree) -> Bool {
    opened.contains { tree.read($0) { $0.isDialogInFront } == true }
  }
}

/// Which applications have opened a dialog without an action a moment ago.
struct UnaskedDialogs {
  private var times: [ElementID: UInt64] = [:]

  /// How long it is remembered, in nanoseconds.
  private static let memory: UInt64 = 10_000_000_000

  /// - Parameter isActedOn: Returns whether a dialog of an application may follow from an action.
  mutating func note(_ commit: Commit, in store: TreeStore, isActedOn: (ElementID) -> Bool) {
    for id in commit.changed {
      guard
        let application = store.tree.read(id, { $0.isDialogInFront ? $0.application : nil }) ?? nil,
        commit.added.contains(id) || store.former[id].map({ !$0.isDialogInFront }) == true,
        !isActedOn(application)
      else { continue }
      times = times.filter { store.time - min(store.time, $0.value) <= Self.memory }
      times[application] = store.time
    }
  }

  func hasOpened(_ application: ElementID, at time: UInt64) -> Bool {
    times[application].map { time - min(time, $0) <= Self.memory } ?? false
  }
}

extension Element {
  /// Whether it is a dialog that keeps a person from what is behind it, or has the focus.
  fileprivate var isDialogInFront: Bool {
    isDialog && !states.isDisjoint(with: [.active, .modal])
  }
}
