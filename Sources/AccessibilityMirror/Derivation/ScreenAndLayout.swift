internal import AccessibilityTree

extension NotificationDeriver {
  /// Returns a notification for each window or dialog that appeared or became active.
  func screenChanges(_ differences: Differences) -> [Notification] {
    var result: [Notification] = []
    let added = differences.added.filter { isScreen($0) && !isLoading($0.application) }
    let paths = added.map { tree.ancestors(of: $0.id) }
    // Of a frame that holds a dialog, as Firefox makes for each, people know the dialog.
    let frames = Set(added.lazy.filter(\.isPlainFrame).map(\.id))
    let around = zip(added, paths).filter { !frames.contains($0.0.id) }.flatMap(\.1)
    let screens = Set(added.map(\.id)).subtracting(frames.intersection(around))
    for (element, path) in zip(added, paths)
    where screens.contains(element.id) && !path.contains(where: screens.contains) {
      result.append(.screenChanged(root: element.id, focus: focus(within: element.id)))
    }
    for (old, new) in differences.changed
    where new.states.contains(.active) && !old.states.contains(.active) && new.isOwnScreen
      && !isLoading(new.application)
    {
      result.append(.screenChanged(root: new.id, focus: focus(within: new.id)))
    }
    return result
  }

  /// Returns screens with the frames that hold them, which came with them.
  func withFrames(_ screens: [ElementID]) -> Set<ElementID> {
    let frames = screens.compactMap { tree.read($0) { $0.parent } ?? nil }
      .filter { tree.read($0) { $0.isPlainFrame } == true }
    return Set(screens + frames)
  }

  /// Returns one notification per application, for the nearest common ancestor of all children that were
  /// added, removed or moved.
  func layoutChanges(
    _ differences: Differences, coveredBy screens: Set<ElementID>
  ) -> [Notification] {
    var containers: [ElementID: ElementID] = [:]
    var order: [ElementID] = []
    for (old, new) in differences.changed
    where old.children != new.children && !isLoading(new.application) {
      if isCovered(old, new, by: screens) { continue }
      if let known = containers[new.application] {
        containers[new.application] = commonAncestor(known, new.id)
      } else {
        containers[new.application] = new.id
        order.append(new.application)
      }
    }
    return order.compactMap { containers[$0].map { .layoutChanged(container: $0, focus: nil) } }
  }

  /// Whether the children differ only by new screens, which have notifications of their own.
  private func isCovered(_ old: Element, _ new: Element, by screens: Set<ElementID>) -> Bool {
    // Most changes of long lists add no screen; this check avoids building a set of the children for them.
    guard new.children.count > old.children.count, !screens.isEmpty,
      new.children.contains(where: screens.contains)
    else { return false }
    let oldChildren = Set(old.children)
    let appeared = new.children.filter { !oldChildren.contains($0) }
    return !appeared.isEmpty && appeared.allSatisfy(screens.contains)
      && new.children.count == old.children.count + appeared.count
  }

  private func isScreen(_ element: Element) -> Bool {
    if element.isOwnScreen { return true }
    // LibreOffice says of the panels of a page that they are modal, before the page is shown.
    guard !element.states.contains(.modal) else {
      return !element.states.isDisjoint(with: [.showing, .visible])
    }
    return element.traits.contains(.modal)
  }

  private func focus(within root: ElementID) -> ElementID? {
    guard let focused = memory.focused, tree.isAncestor(root, of: focused) else { return nil }
    return focused
  }

  private func commonAncestor(_ left: ElementID, _ right: ElementID) -> ElementID {
    let candidates = Set([left] + tree.ancestors(of: left))
    return ([right] + tree.ancestors(of: right)).first { candidates.contains($0) } ?? left
  }
}

extension Element {
  /// Whether the element is a screen of its own.
  var isOwnScreen: Bool { isWindow || role == .internalFrame }

  /// Whether the element is a frame of which people know no more than what is in it.
  fileprivate var isPlainFrame: Bool { role == .internalFrame && !hasLabel }
}
