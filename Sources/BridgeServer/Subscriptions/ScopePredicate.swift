internal import AccessibilityMirror
internal import AccessibilityTree

/// Decides whether elements are within one of several scopes. Each ancestor is examined once.
struct ScopePredicate {
  private let scopes: Set<ElementID>
  private let parent: (ElementID) -> ElementID?
  private var known: [ElementID: Bool] = [:]

  /// - Parameter parent: Returns the parent of an element.
  init(_ scopes: Set<ElementID>, parent: @escaping (ElementID) -> ElementID?) {
    self.scopes = scopes
    self.parent = parent
  }

  /// Uses the parents in a tree. No element is within a scope that is gone.
  init(_ scopes: Set<ElementID>, in tree: Tree) {
    let present = scopes.allSatisfy(tree.contains) ? scopes : scopes.filter(tree.contains)
    self.init(present) { element in tree.read(element) { $0.parent } ?? nil }
  }

  mutating func holds(_ id: ElementID) -> Bool {
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
      next = parent(element)
    }
    for element in path { known[element] = answer }
    return answer
  }
}
