internal import AccessibilityMirror
internal import AccessibilityTree

/// What has changed in the whole mirror, by one commit or by several, as far as parts of it need to know.
struct MirrorNews {
  /// The applications that it concerns.
  private(set) var roots: Set<ElementID>
  /// Elements that are new or have changed; they may be gone meanwhile.
  private(set) var changed: [ElementID]
  private(set) var removed: [ElementID]
  private(set) var posted: [Notification]
  private(set) var discovered: Set<ElementID>
  /// The elements of `changed`, where several commits are put together.
  private var known: Set<ElementID> = []

  init(_ commit: Commit) {
    roots = commit.applications
    for case .applicationChanged(let application) in commit.notifications {
      roots.insert(application.root)
    }
    (changed, removed) = (commit.changed, commit.removed)
    (posted, discovered) = (commit.posted, commit.discovered)
  }

  /// Nothing has changed.
  init() {
    (roots, changed, removed, posted, discovered) = ([], [], [], [], [])
  }

  /// Adds what changed later, for a mirror of which nobody has seen anything yet: what was posted is not kept.
  mutating func add(_ later: MirrorNews) {
    roots.formUnion(later.roots)
    add(changed: later.changed)
    removed += later.removed
    discovered.formUnion(later.discovered)
  }

  mutating func add(changed ids: some Sequence<ElementID>) {
    for id in ids where known.insert(id).inserted { changed.append(id) }
  }
}
