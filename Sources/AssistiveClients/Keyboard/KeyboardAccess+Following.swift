package import AccessibilityTree

extension KeyboardAccess {
  package mutating func follow(
    _ notifications: [Notification], in scene: Scene
  ) -> [ClientEffect] {
    let isNewWindow = root != scene.root
    let isClosed = isNewWindow && root.map { !scene.tree.contains($0) } ?? false
    root = scene.root
    if isNewWindow { places = places.filter { scene.tree.contains($0.key) } }
    let effects =
      (isNewWindow ? scene.introduction(opening) : [])
      + settle(notifications, isClosed: isClosed, in: scene)
    let ended = startedTouch.follow(scene, during: outcomes.element)
    return outcomes.follow(
      notifications, saying: ended + dragging.follow(scene) + effects, in: scene)
  }

  /// Moves the ring to where it belongs after a change.
  ///
  /// - Parameter isClosed: Whether the window or dialog that the ring was in is closed.
  private mutating func settle(
    _ notifications: [Notification], isClosed: Bool, in scene: Scene
  ) -> [ClientEffect] {
    let old = order
    order = Self.order(in: scene)
    let news = activation.news(notifications, keeping: ring, among: old, in: scene)
    let target = Self.target(of: news, in: scene)
    let isGone = ring.map { !order.contains($0) } ?? false
    let back = isGone ? placeToReturn(isClosed: isClosed, in: scene) : nil
    let isBack = target?.isNamed != true && (isClosed || isGone && origin.element != nil)
    let goal = isBack ? back ?? target?.element : target?.element ?? back
    if let stop = goal.flatMap({ scene.stop(for: $0) }), order.contains(stop), stop != ring {
      return move(to: stop, in: scene)
    }
    guard let ring else { return order.first.map { move(to: $0, in: scene) } ?? [] }
    if order.contains(ring) { return [] }
    let isThere = Set(order)
    let kept = scene.root.flatMap { places[$0] }.flatMap { $0.element == ring ? $0 : nil }
    let next =
      kept?.nearest(where: isThere.contains) ?? old.nearest(to: ring, where: isThere.contains)
    guard let next = next ?? order.first else {
      self.ring = nil
      return .say(.boundary, Self.nothing)
    }
    return move(to: next, in: scene)
  }

  /// Returns where the application goes, and whether it names the element itself: otherwise only the focus moved.
  private static func target(
    of news: [Notification], in scene: Scene
  ) -> (element: ElementID, isNamed: Bool)? {
    var target: (element: ElementID, isNamed: Bool)?
    for notification in news {
      switch notification {
      case .layoutChanged(_, let to?), .screenChanged(_, let to?):
        target = (to, scene[to]?.states.contains(.focused) == false)
      case .focusMoved(_, let to?) where to != target?.element: target = (to, false)
      default: break
      }
    }
    return target
  }

  /// Returns where the ring goes after a menu or a dialog has closed: to the element that opened the menu or its
  /// neighbour, or to where it was in the window.
  private func placeToReturn(isClosed: Bool, in scene: Scene) -> ElementID? {
    let kept = scene.root.flatMap { places[$0] }
    if let kept, isClosed || order.contains(kept.element),
      let last = kept.nearest(where: order.contains)
    {
      return last
    }
    return origin.placeToReturn(from: ring, in: scene, where: order.contains)
  }
}
