internal import AccessibilityMirror
internal import AccessibilityTree

/// Where elements stood before some commits in a row, found out from the tree as it is after them.
struct FormerPlaces {
  private let scopes: Set<ElementID>
  private let tree: Tree
  /// What was not there yet.
  private var later: Set<ElementID> = []
  /// The parents of what was moved or removed, before the first time.
  private var parents: [ElementID: ElementID?] = [:]
  /// Which elements stood in scope, as far as that was found out.
  private var known: [ElementID: Bool] = [:]

  /// - Parameters:
  ///   - commits: up to the present state of `tree`, oldest first.
  ///   - scopes: empty: everywhere.
  init(before commits: [Commit], of scopes: Set<ElementID>, in tree: Tree) {
    self.scopes = scopes
    self.tree = tree
    for commit in commits {
      later.formUnion(commit.added)
      guard !scopes.isEmpty else { continue }
      parents.merge(commit.formerParents) { first, _ in first }
    }
  }

  /// Whether an element was there, and in scope. Each element above is looked at once.
  mutating func held(_ id: ElementID) -> Bool {
    guard !later.contains(id) else { return false }
    guard !scopes.isEmpty else { return true }
    var path: [ElementID] = []
    var next: ElementID? = id
    var answer = false
    while let element = next {
      if let found = known[element] {
        answer = found
        break
      }
      path.append(element)
      if scopes.contains(element) {
        answer = true
        break
      }
      next = parent(of: element)
    }
    for element in path { known[element] = answer }
    return answer
  }

  /// The root of the application that an element stood in.
  func root(of id: ElementID) -> ElementID {
    var root = id
    while let next = parent(of: root) { root = next }
    return root
  }

  private func parent(of id: ElementID) -> ElementID? {
    parents[id] ?? tree.read(id) { $0.parent } ?? nil
  }
}
