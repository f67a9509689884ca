internal import AccessibilityMirror
internal import AccessibilityTree

/// Which fields were emptied right behind a press, as by a button that clears them. That this is of an action before that had no
/// effect yet is not to be expected: people and programs empty a field when they are asked to.
struct EmptiedFields {
  private let application: ElementID
  /// The fields, each with the revision at which it was emptied.
  private var revisions: [ElementID: Revision] = [:]

  /// How long after the application acted a field is emptied by that.
  static let duration = Duration.milliseconds(60)

  init(of application: ElementID) { self.application = application }

  /// Notes what a commit emptied, while the store still knows what it was.
  mutating func remember(_ commit: Commit, in store: TreeStore) {
    guard commit.applications.contains(application) else { return }
    for id in commit.changed {
      guard let former = store.former[id], former.application == application,
        former.role.isTextEntry, former.value?.isEmpty == false,
        store.tree.read(id, { $0.role == former.role && $0.value?.isEmpty != false }) == true
      else { continue }
      revisions[id] = commit.revision
    }
  }

  /// Whether a field was emptied at a revision.
  func contains(_ id: ElementID, at revision: Revision) -> Bool { revisions[id] == revision }
}
