internal import AccessibilityTree

extension Tree {
  /// Returns the children, those with the highest sort priority first; children of equal priority keep their
  /// order (S4).
  func childrenByPriority(of element: Element) -> [ElementID] {
    let priorities = element.children.map { read($0) { $0.sortPriority } ?? 0 }
    guard priorities.contains(where: { $0 != 0 }) else { return element.children }
    return zip(element.children, priorities).enumerated()
      .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }
      .map(\.element.0)
  }
}
