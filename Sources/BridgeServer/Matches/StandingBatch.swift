internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree

/// Consecutive commits as all sets are brought up to date with them: the elements that differ, and the tree after
/// the last one.
///
/// Holds a copy-on-write copy of the tree, so that all sets see the same revision however many turns they take. An
/// edit meanwhile copies the tree once.
struct StandingBatch {
  let revision: Revision
  let changes: [ElementChange]
  private let tree: Tree
  private let applications: [ElementID: Application]
  private let outdated: Outdated

  /// What has changed beside single elements.
  struct Outdated {
    /// Everything must be determined anew.
    var everything = false
    /// Names or toolkits of applications.
    var applications = false
    var health = false
    /// How windows tell what is on screen.
    var screen = false
  }

  /// - Parameter changes: The elements that differ from before the first commit.
  init(_ changes: [ElementChange], _ outdated: Outdated, in store: TreeStore) {
    revision = store.revision
    tree = store.tree
    applications = store.applications
    self.outdated = outdated
    self.changes = changes
  }

  /// Whether `changes` has all elements that differ.
  var knowsChanges: Bool { !outdated.everything }

  func contains(_ id: ElementID) -> Bool { tree.contains(id) }

  func matcher(of selector: Selector, _ budget: WorkBudget) -> SelectorMatcher {
    SelectorMatcher(selector, in: tree, applications: applications, budget: budget)
  }

  /// Whether all matches of a selector must be determined anew.
  func outdates(_ sensitivity: SelectorSensitivity) -> Bool {
    outdated.everything || (outdated.applications && sensitivity.dependsOnApplications)
      || (outdated.health && sensitivity.dependsOnHealth)
      || (outdated.screen && sensitivity.dependsOnScreen)
  }

  /// The number of elements above which it is cheaper to search the tree.
  private static let maxCandidates = 2_048

  /// Returns the elements that may begin or cease to match; `nil` when these are too many, or all.
  func candidates(
    _ changes: [ElementChange], _ sensitivity: SelectorSensitivity, _ matcher: SelectorMatcher
  ) -> Set<ElementID>? {
    var found: Set<ElementID> = []
    for change in changes {
      let reach = matcher.reach(of: change, sensitivity)
      if reach.contains(.everywhere) { return nil }
      if reach.isEmpty { continue }
      found.insert(change.id)
      if reach.contains(.below), !add(below: change.id, &found) { return nil }
      if reach.contains(.followers) { found.formUnion(change.followers) }
      if reach.contains(.above) { found.formUnion(tree.ancestors(of: change.id)) }
      guard reach.contains(.beside) else { continue }
      for parent in Set([change.old?.parent, change.new?.parent]) {
        if let parent, !add(below: parent, &found) { return nil }
      }
    }
    return found
  }

  /// Adds the descendants of an element. Returns `false` when there are too many.
  private func add(below id: ElementID, _ found: inout Set<ElementID>) -> Bool {
    var count = 0
    tree.walk(from: [id]) { element, _ in
      count += 1
      found.insert(element.id)
      return count > Self.maxCandidates ? .stop : .descend
    }
    return found.count <= Self.maxCandidates
  }
}
