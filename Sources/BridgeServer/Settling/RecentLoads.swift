internal import AccessibilityMirror
internal import AccessibilityTree

/// Which applications are being loaded, or a document in them, and of which that ended a moment ago. What changes then is
/// what is read of them.
struct RecentLoads {
  private let store: TreeStore
  /// The applications that are loaded, or a document in them.
  private var loading: Set<ElementID> = []
  /// When that ended, in nanoseconds of the store's clock; only recent ones.
  private var loaded: [ElementID: UInt64] = [:]

  /// How long after an application or document was loaded what changes may still be its loading, in nanoseconds.
  static let settling: UInt64 = 1_000_000_000

  init(_ store: TreeStore) { self.store = store }

  /// Notes which applications are being loaded, or a document in them.
  mutating func note(_ commit: Commit) {
    let now = store.time
    if !loaded.isEmpty { loaded = loaded.filter { store.age(of: $0.value) <= Self.settling } }
    for notification in commit.notifications {
      guard case .applicationChanged(let application) = notification else { continue }
      let id = application.root
      if store.applications[id]?.shownLoad.isBeingRead == true {
        loading.insert(id)
      } else if loading.remove(id) != nil {
        loaded[id] = now
      }
    }
    // Small pages are there before their program says that it loads them.
    if areAll(of: commit) { return }
    for id in commit.added {
      guard
        let root = store.tree.read(id, { $0.role == .document ? $0.application : nil }) ?? nil,
        // One that was complete when it came is not read.
        !commit.added.contains(root) || isLoading(root)
      else { continue }
      loaded[root] = now
    }
  }

  /// Whether all applications that a commit concerns are being loaded.
  func areAll(of commit: Commit) -> Bool { commit.applications.isSubset(of: loading) }

  /// Whether an application, or a document in it, is loading.
  func isLoading(_ application: ElementID) -> Bool {
    store.applications[application]?.shownLoad.isBeingRead ?? true
  }

  /// Whether an application, or a document in it, is loading or was a moment ago.
  func isBeingLoaded(_ application: ElementID) -> Bool {
    if isLoading(application) { return true }
    guard let end = loaded[application] else { return false }
    return store.age(of: end) <= Self.settling
  }
}
