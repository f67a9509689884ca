internal import AccessibilityMirror
internal import AccessibilityTree

/// Where elements were before several consecutive commits, derived from the tree as it is after them.
struct FormerScope {
  /// Elements that the commits added.
  private var addedElements: Set<ElementID> = []
  private let parent: (ElementID) -> ElementID?
  /// Whether an element was in scope; `nil`: everything is in scope.
  private var scope: ScopePredicate?

  /// - Parameters:
  ///   - commits: The commits up to the current state of `tree`, oldest first.
  ///   - scopes: The elements to which the scope is limited; empty: everything is in scope.
  init(before commits: [Commit], of scopes: Set<ElementID>, in tree: Tree) {
    // The first known parents of what was moved or removed: those before all of the commits.
    var parents: [ElementID: ElementID?] = [:]
    for commit in commits {
      addedElements.formUnion(commit.added)
      guard !scopes.isEmpty else { continue }
      parents.merge(commit.formerParents) { first, _ in first }
    }
    parent = { [parents] id in parents[id] ?? tree.read(id) { $0.parent } ?? nil }
    if !scopes.isEmpty { scope = ScopePredicate(scopes, parent: parent) }
  }

  /// Returns whether an element existed and was in scope.
  mutating func contained(_ id: ElementID) -> Bool {
    !addedElements.contains(id) && scope?.holds(id) ?? true
  }

  /// Returns the root of the application that an element belonged to.
  func root(of id: ElementID) -> ElementID {
    var root = id
    while let next = parent(root) { root = next }
    return root
  }
}
