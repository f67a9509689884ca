internal import AccessibilityMirror
internal import AccessibilityTree

/// What changed where nobody sees it, before and behind the change: items of a closed menu, parts of a hidden box.
///
/// Applications bring such things up to date when it suits them: gedit makes its menu of recent files anew some time after a file was
/// saved. So where something else was done a moment before, that they change is not known to be an effect. Elements of a page are
/// another matter: there all that is out of sight is not showing.
struct UnseenChanges {
  /// Whether the application says what is showing at all: the target is.
  private let isKnown: Bool
  private var changes: [Revision: Set<ElementID>] = [:]
  private var count = 0

  /// More than these are another page, or the start of a program.
  private static let limit = 4096

  init(beside target: ElementID, in tree: Tree) {
    isKnown =
      tree.read(target) { $0.states.contains(.showing) } == true && tree.page(of: target) == nil
  }

  /// Remembers what a commit changed, while the store still knows how it was.
  mutating func remember(_ commit: Commit, in store: TreeStore) {
    guard isKnown, count + commit.changed.count + commit.removed.count <= Self.limit else {
      return
    }
    func wasUnseen(_ id: ElementID) -> Bool { store.former[id].map { $0.isUnseen } ?? false }
    let changed = commit.changed.filter { id in
      store.tree.read(id) { $0.isUnseen } == true && (commit.added.contains(id) || wasUnseen(id))
    }
    let unseen = Set(changed + commit.removed.filter(wasUnseen))
    if unseen.isEmpty { return }
    changes[commit.revision] = unseen
    count += unseen.count
  }

  /// Whether nobody saw an element before and behind a change of it.
  func contains(_ id: ElementID, at revision: Revision) -> Bool {
    changes[revision]?.contains(id) == true
  }
}

extension Element {
  fileprivate var isUnseen: Bool { !states.contains(.showing) && !isWindow }
}
