internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// How the matches of a search differ from those at an earlier revision.
struct MatchDifference {
  /// The matches that are new or changed, in reading order.
  var changed: [ElementID] = []
  var removed: [ElementID] = []
  /// Those of `changed` that did not match before.
  var new: [ElementID] = []

  var isNothing: Bool { changed.isEmpty && removed.isEmpty }

  /// `nil` when matches that stayed are in another order.
  init?(from old: [ElementID], to new: [ElementID], _ commits: [Commit]) {
    let before = Set(old)
    let after = Set(new)
    guard old.filter(after.contains) == new.filter(before.contains) else { return nil }
    var touched: Set<ElementID> = []
    for commit in commits { touched.formUnion(commit.changed) }
    changed = new.filter { !before.contains($0) || touched.contains($0) }
    self.new = new.filter { !before.contains($0) }
    removed = old.filter { !after.contains($0) }
  }
}

extension BridgeService {
  /// Returns how the matches of a search differ from those that the client has; `nil` when that is not known.
  ///
  /// - Parameters:
  ///   - revision: The revision of those that it has.
  ///   - since: What happened since then.
  func difference(
    of search: Search, _ ids: [ElementID], from revision: Revision?, by since: Since
  ) -> MatchDifference? {
    guard let revision, let commits = since.commits,
      case .found(let known)? = recentReads.answer(to: .find(search), at: revision)
    else { return nil }
    return MatchDifference(from: known, to: ids, commits)
  }
}
