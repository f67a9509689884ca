internal import AccessibilityMirror
internal import AccessibilityTree

/// The sum of consecutive commits: elements that are new or differ, and those that are gone.
struct JoinedCommits {
  private(set) var changed: [ElementID]
  private(set) var added: Set<ElementID>
  private(set) var removed: [ElementID]

  /// Returns `nil` when there are no commits.
  init?(_ commits: [Commit]) {
    guard let first = commits.first else { return nil }
    (changed, added, removed) = (first.changed, first.added, first.removed)
    guard commits.count > 1 else { return }
    var summary = ChangeSummary()
    var known: Set<ElementID> = []
    added = []
    for commit in commits {
      summary.add(commit)
      added.formUnion(commit.added.subtracting(known))
      known.formUnion(commit.changed)
      known.formUnion(commit.removed)
    }
    (changed, removed) = (summary.changed, summary.removed)
    added.formIntersection(changed)
  }
}
