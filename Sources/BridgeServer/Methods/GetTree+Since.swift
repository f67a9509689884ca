internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  /// The number of elements above which the whole tree is sent instead of the difference.
  private static let maxDifference = 2_000

  /// Answers GetTree with what changed since a revision, and returns whether that was possible.
  func answerDifference(
    _ call: Call, _ request: GetTreeRequest, _ since: Since
  ) throws(Status) -> Bool {
    guard let commits = since.commits else { return false }
    if !commits.isEmpty {
      guard request.selector == nil, request.depth == nil, request.limit == nil else {
        return false
      }
      for id in request.roots { try targets.check(id) }
    }
    let difference = treeDifference(Set(request.roots), commits)
    let limit = call.maxElementSize
    guard difference.changed.count <= Self.maxDifference,
      difference.removed.count * WireSize.id <= limit / 2
    else { return false }
    let encodings = difference.changed.compactMap {
      cache.encoding(of: $0, view: request.view, within: limit / 2)
    }
    let isUnchanged = encodings.isEmpty && difference.removed.isEmpty
    var isFirst = true
    let snapshot = Snapshot(
      encodings, revision: store.revision, omitted: 0, limit: limit / 2, ledger: memory
    ) { revision, elements, last, omitted, total in
      defer { isFirst = false }
      return GetTreeResponse.encoded(
        revision: revision, elements: elements, last: last, omitted: omitted, total: total,
        result: !isFirst ? .whole : isUnchanged ? .unchanged : .difference,
        removed: isFirst ? difference.removed : [])
    }
    SnapshotStream(snapshot, call: call, whenDone: { call.finish() }).start()
    return true
  }

  /// Returns the elements in scope that are new or changed, in reading order, and those that are no longer there.
  private func treeDifference(
    _ roots: Set<ElementID>, _ commits: [Commit]
  ) -> (changed: [ElementID], removed: [ElementID]) {
    let tree = store.tree
    var summary = ChangeSummary()
    for commit in commits { summary.add(commit) }
    var changed = Set(summary.changed.filter(tree.contains))
    var removed = Set(summary.removed)
    if !roots.isEmpty {
      var former = FormerScope(before: commits, of: roots, in: tree)
      var scope = ScopePredicate(roots, in: tree)
      removed = removed.filter { former.contained($0) }
      for id in changed {
        let isInScope = scope.holds(id)
        if !isInScope { changed.remove(id) }
        // What moved takes its descendants along.
        if isInScope != former.contained(id) {
          for moved in tree.subtree(of: id) {
            if scope.holds(moved) { changed.insert(moved) } else { removed.insert(moved) }
          }
        }
      }
    }
    return (tree.inReadingOrder(changed), removed.sorted())
  }
}
