internal import AccessibilityMirror
internal import AccessibilityTree

/// The applications that show a window and have come since the request of an action, such as one that was started to open a file.
/// Nothing tells which application has started them, or whether a person has.
struct NewApplications {
  private let store: TreeStore
  private let known: Set<ElementID>

  init(in store: TreeStore) {
    self.store = store
    known = Set(store.applications.keys)
  }

  var hasCome: Bool {
    store.applications.contains { id, application in
      !known.contains(id) && application.health != .gone
        && store.tree.read(id) { !$0.children.isEmpty } == true
    }
  }
}
