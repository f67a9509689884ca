internal import AccessibilityMirror
internal import AccessibilityTree

/// Contents that their application says are elsewhere than where they are drawn.
extension ActionRun {
  /// Returns where on the screen a point of an element is that its application gave. What fills what it is in, and is said to be beside
  /// that, is drawn in it, with all that is in it: LibreOffice leaves out the menu bar above its contents until the pointer
  /// has moved in the window, and again when the window was placed anew.
  func drawnPoint(_ point: Point, of target: Element) async throws(ActionRefusal) -> Point {
    for (content, holder) in fillings(around: target) {
      guard let inner = try await placed(content), let outer = try await placed(holder),
        inner.hasSize(of: outer), !inner.isEmpty
      else { continue }
      if inner.x != outer.x || inner.y != outer.y {
        return Point(x: point.x + outer.x - inner.x, y: point.y + outer.y - inner.y)
      }
    }
    return point
  }

  /// What is all that is in a part of the window of an element, around the element and outside of documents, and as large as that part.
  private func fillings(around target: Element) -> [(content: ActionObject, holder: ActionObject)] {
    let tree = host.store.tree
    let outside = tree.ancestors(of: target.id).compactMap { tree[$0] }
    let contents =
      outside.lastIndex { $0.role == .document }.map { outside[($0 + 1)...] }
      ?? outside[...]
    return zip(contents, contents.dropFirst()).compactMap { content, holder in
      guard holder.children.count == 1, !holder.isWindow, holder.role != .scrollArea,
        let inner = content.frame, let outer = holder.frame, inner.space == outer.space,
        inner.rect.hasSize(of: outer.rect),
        let contentObject = host.actionObject(content.id),
        let holderObject = host.actionObject(holder.id), contentObject.queue === holderObject.queue,
        contentObject.interfaces.contains(.component), holderObject.interfaces.contains(.component)
      else { return nil }
      return (contentObject, holderObject)
    }
  }
}
