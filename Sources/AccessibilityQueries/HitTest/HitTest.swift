package import AccessibilityTree

extension Tree {
  /// Returns the deepest element at a point, as a touch would find it: later siblings are in front of earlier ones,
  /// a content path replaces the frame, and elements that are not on screen are skipped. `nil` when there is none.
  ///
  /// Children may extend beyond their parent, unless a scrolling ancestor clips them. An element whose frame
  /// is unknown or in another coordinate space is not hit itself, but its children may be.
  ///
  /// - Parameters:
  ///   - point: In pixels of `space`.
  ///   - scope: Restricts the search to this element and its descendants; `nil`: all applications. Required
  ///     for window coordinates, which have no meaning without it.
  package func hitTest(
    _ point: Point, in space: CoordinateSpace = .screen, scope: ElementID? = nil
  ) -> ElementID? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    var presence = ScreenPresence()
    let starts = scope.map { [$0] } ?? frontToBack()
    var pending = starts.reversed().map { Probe(id: $0, isEntered: false) }
    // Postorder: an element is returned only when none of its children was hit.
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
        // The last on the stack is visited first: the frontmost.
        for child in element.children { pending.append(Probe(id: child, isEntered: false)) }
      }
    }
    return nil
  }

  /// Returns the roots from front to back: applications with an active window are in front of the others.
  private func frontToBack() -> [ElementID] {
    let front = roots.filter { !activeWindows(of: $0).isEmpty }
    return front.reversed() + roots.reversed().filter { !front.contains($0) }
  }
}

/// An element to visit, or one that was hit and whose children have all been visited without a hit.
private struct Probe {
  let id: ElementID
  let isEntered: Bool
}

extension Element {
  /// Whether the point lies in the content path or the frame; `nil` when the frame is unknown or in another space.
  fileprivate func isHit(by point: Point, in space: CoordinateSpace) -> Bool? {
    guard let frame, frame.space == space else { return nil }
    return contentPath?.contains(point) ?? frame.rect.contains(point)
  }

  /// Whether the element clips its children. Windows do not: menus extend beyond them.
  fileprivate var clipsChildren: Bool {
    switch role {
    case .scrollArea, .document, .internalFrame: true
    default: false
    }
  }
}
