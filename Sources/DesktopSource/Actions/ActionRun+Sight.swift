internal import AccessibilityMirror
internal import AccessibilityTree

/// What is around an element that is clicked, and shows only a part of what is in it.
extension ActionRun {
  /// Returns the nearest area around an element that does not show a point of it; `nil` where each does.
  func areaHiding(
    _ point: Point, of target: Element
  ) async throws(ActionRefusal) -> HidingArea? {
    let tree = host.store.tree
    for id in tree.ancestors(of: target.id) {
      guard let area = tree[id] else { return nil }
      guard area.role.showsPart || target.role.isItem && area.role.holdsItems,
        let frame = area.frame, frame.space == target.frame?.space, !frame.rect.isEmpty,
        let sight = try await sight(of: area, for: target)
      else { continue }
      if let direction = sight.direction(to: point) {
        return HidingArea(area: area, direction: direction)
      }
    }
    return nil
  }

  /// Where an area shows what is in it; of a table, an item below its headers.
  private func sight(
    of area: Element, for target: Element
  ) async throws(ActionRefusal) -> Rect? {
    var frame = area.frame?.rect
    // No event tells that it has another size.
    if object.dialect.omitsChangeEvents, let areaObject = host.actionObject(area.id),
      areaObject.queue === object.queue
    {
      frame = try await extents(of: area, areaObject)
    }
    guard let frame, !frame.isEmpty else { return nil }
    return target.role.isItem && !target.role.isHeader ? belowHeaders(of: area, in: frame) : frame
  }

  /// The part of the frame of a table that is below the headers of its columns; `nil` where nothing is.
  func belowHeaders(of view: Element, in frame: Rect) -> Rect? {
    let tree = host.store.tree
    var rect = frame
    for header in view.children.prefix(64).lazy.compactMap({ tree[$0] })
    where header.role == .columnHeader && header.states.contains(.showing) {
      guard let frame = header.frame?.rect, frame.intersects(rect) else { continue }
      let covered = frame.y + frame.height - rect.y
      rect.y += covered
      rect.height -= covered
    }
    return rect.isEmpty ? nil : rect
  }
}

/// An area that has been scrolled to where it does not show an element.
struct HidingArea {
  var area: Element
  /// Where it has to be scrolled to.
  var direction: ScrollDirection

  /// The refusal to click an element that it hides.
  func refusal(of target: Element) -> ActionRefusal {
    ActionRefusal(
      .notOnScreen,
      "\(target.messageName) is scrolled out of sight of \(area.messageName); scroll it into view first",
      advice:
        "Run \"scroll '\(area.id)' \(direction.name) --synthesize\" until it is on screen, and repeat this."
    )
  }
}

extension Rect {
  /// Which way a point is that is not in the rectangle; `nil` where it is.
  fileprivate func direction(to point: Point) -> ScrollDirection? {
    guard !contains(point) else { return nil }
    if point.y < y { return .up }
    if point.y >= y + height { return .down }
    return point.x < x ? .left : .right
  }
}

extension Role {
  /// Whether elements of the role show a part of what is in them, whatever that is.
  fileprivate var showsPart: Bool { self == .scrollArea || self == .document }
}
