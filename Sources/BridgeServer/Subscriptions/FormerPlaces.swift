internal import AccessibilityMirror
internal import AccessibilityTree

/// Where elements stood before some commits in a row, found out from the tree as it is after them.
struct FormerPlaces {
  /// What was not there yet.
  private var later: Set<ElementID> = []
  private let parent: (ElementID) -> ElementID?
  /// `nil`: everywhere is in scope.
  private var scope: ScopePredicate?

  /// - Parameters:
  ///   - commits: up to the present state of `tree`, oldest first.
  ///   - scopes: empty: everywhere.
  init(before commits: [Commit], of scopes: Set<ElementID>, in tree: Tree) {
    // The parents of what was moved or removed, before the first time.
    var parents: [ElementID: ElementID?] = [:]
    for commit in commits {
      later.formUnion(commit.added)
      guard !scopes.isEmpty else { continue }
      parents.merge(commit.formerParents) { first, _ in first }
    }
    parent = { [parents] id in parents[id] ?? tree.read(id) { $0.parent } ?? nil }
    if !scopes.isEmpty { scope = ScopePredicate(scopes, parent: parent) }
  }

  /// Whether an element was there, and in scope.
  mutating func held(_ id: ElementID) -> Bool {
    !later.contains(id) && scope?.holds(id) ?? true
  }

  /// The root of the application that an element stood in.
  func root(of id: ElementID) -> ElementID {
    var root = id
    while let next = parent(root) { root = next }
    return root
  }
}
