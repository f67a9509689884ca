internal import AccessibilityQueries
internal import AccessibilityTree

/// What may be in the way of synthesised input, of which nothing may be told.
extension ScopedMirror {
  /// Whether a touch of an element would reach an application that is not in this mirror.
  ///
  /// - Parameter id: The element in the whole mirror.
  func isCovered(_ id: ElementID) -> Bool {
    guard let element = base.tree[id], let frame = element.frame, frame.space == .screen,
      let point = element.effectiveActivationPoint,
      let hit = base.tree.hitTest(point),
      let root = base.tree.read(hit, { $0.application })
    else { return false }
    return shown[root] == nil
  }

  /// Whether an application that is not in this mirror has an active window, to which keys may go.
  var hasHiddenActiveWindow: Bool {
    base.tree.roots.contains { shown[$0] == nil && !base.tree.activeWindows(of: $0).isEmpty }
  }
}
