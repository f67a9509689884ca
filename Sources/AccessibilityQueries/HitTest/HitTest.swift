package import AccessibilityTree

extension Tree {
  /// The deepest element at a point, as a touch would find it: later siblings lie in front of
  /// earlier ones, a content path stands in for the frame, and what is not on screen is passed
  /// over. `nil` when there is none.
  ///
  /// Children may reach beyond their parent; what scrolls cuts them off. Elements whose frame is
  /// unknown or told in another space are passed through to their children.
  ///
  /// - Parameters:
  ///   - point: in pixels of `space`.
  ///   - scope: only this element and what is below it; `nil`: all applications. Needed for points
  ///     of a window, whose numbers mean nothing without it.
  package func hitTest(
    _ point: Point, in space: CoordinateSpace = .screen, scope: ElementID? = nil
  ) -> ElementID? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    var presence = ScreenPresence()
    let starts = scope.map { [$0] } ?? frontToBack()
    var pending = starts.reversed().map { Probe(id: $0, isEntered: false) }
    // Postorder: an element is its own answer only when none of its children is.
    while let probe = pending.popLast() {
      if probe.isEntered { return probe.id }
      _ = read(probe.id) { element in
        var steps = Int.max
        let isHidden =
          element.parent != nil && !presence.isOnScreen(element, in: self, steps: &steps)
        if isHidden, element.frame != nil { return }
        let isHit = element.isHit(by: point, in: space)
        if element.clipsChildren, isHit == false { return }
        if isHit == true, !isHidden { pending.append(Probe(id: element.id, isEntered: true)) }
        // The last on the stack is looked at first: the front.
        for child in element.children { pending.append(Probe(id: child, isEntered: false)) }
      }
    }
    return nil
  }

  /// Windows that are active lie in front of the others.
  private func frontToBack() -> [ElementID] {
    let isActive = { (root: ElementID) -> Bool in
      self.read(root) { root in
        root.children.contains { self.read($0) { $0.states.contains(.active) } ?? false }
      } ?? false
    }
    let front = roots.filter(isActive)
    return front.reversed() + roots.reversed().filter { !front.contains($0) }
  }
}

/// An element to be looked at, or one that was hit and whose children were not.
private struct Probe {
  let id: ElementID
  let isEntered: Bool
}

extension Element {
  /// Whether the point lies in the content path or the frame; `nil` when that cannot be said.
  fileprivate func isHit(by point: Point, in space: CoordinateSpace) -> Bool? {
    guard let frame, frame.space == space else { return nil }
    return contentPath?.contains(point) ?? frame.rect.contains(point)
  }

  /// Whether what lies outside of it is cut off. Windows do not: menus reach beyond them.
  fileprivate var clipsChildren: Bool {
    switch role {
    case .scrollArea, .document, .internalFrame: true
    default: false
    }
  }
}
