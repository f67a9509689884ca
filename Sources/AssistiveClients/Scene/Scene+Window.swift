internal import AccessibilityTree

extension Scene {
  /// The window that people are in: the root, or of an application the window of a place in it, or else the one in
  /// front.
  ///
  /// - Parameter place: Where the client is or goes; `nil` when it has no place.
  func window(at place: ElementID?) -> ElementID? {
    guard let root, let element = tree[root], element.role == .application else { return root }
    if let place, tree.isAncestor(root, of: place) { return Self.window(of: place, in: tree) }
    let windows = element.children.filter { tree.read($0) { $0.isWindow } ?? false }
    return windows.first { tree.read($0) { $0.states.contains(.active) } ?? false }
      ?? windows.first ?? root
  }
}
