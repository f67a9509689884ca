internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// ATSPI_SCROLL_ANYWHERE: scrolls as little as makes the element visible.
  static let anywhere: UInt32 = 6

  func scrollIntoView() async throws(ActionRefusal) -> String {
    guard object.interfaces.contains(.component) else { throw unsupported("it has no position") }
    if try await performScrollTo() { return "Component.ScrollTo" }
    if let method = try await native(.scrollIntoView) { return method }
    if let method = try await scrollToRow() { return method }
    if let method = try await scrollToCell() { return method }
    throw unsupported("its toolkit cannot scroll to it")
  }

  /// Scrolls by a page: with the element's own action, with its scroll bar, or with the wheel.
  func scroll(_ direction: ScrollDirection) async throws(ActionRefusal) -> String {
    let actions = try await nativeActions()
    for name in ActionName.scrollNames(direction) {
      if let action = actions.first(where: { ActionName.normalized($0.name) == name }) {
        return try await performScroll(action)
      }
    }
    let isVertical = direction != .left && direction != .right
    guard let (bar, object) = scrollBar(isVertical: isVertical) else {
      return try await scrollByWheel(direction)
    }
    let page = pageLength(of: bar, isVertical: isVertical)
    let backwards = direction == .up || direction == .left || direction == .previous
    try await continueOn(bar, object)
    // The bar's own action comes first: some bars accept a number without scrolling (LibreOffice).
    let name = backwards ? "decrementblock" : "incrementblock"
    if let action = try await nativeAction(normalized: name) { return try await perform(action) }
    return try await write(backwards ? -1 : 1, pageOf: page, in: try await readRange())
  }

  private func write(
    _ sign: Double, pageOf page: Double?, in range: NumericRange
  ) async throws(ActionRefusal) -> String {
    guard let minimum = range.minimum, let maximum = range.maximum else {
      throw unsupported("its scroll bar has no range")
    }
    let length = maximum - minimum
    // Scroll bars count pixels; a bar that counts something else moves by a tenth.
    let step = page.map { $0 < length * 4 ? min($0, length) : length / 10 } ?? length / 10
    let target = min(max(range.current + sign * step, minimum), maximum)
    guard target != range.current else {
      throw ActionRefusal(
        .outOfRange, "\(name) is already at its \(sign > 0 ? "end" : "beginning")")
    }
    return try await write(ValueGoal(target: target, tolerance: 0, direction: sign), in: range)
  }

  /// Nine tenths of the length that is shown, in pixels: of the area that has the scroll bar, since what is in it may be
  /// longer, or else of the bar.
  private func pageLength(of bar: Element, isVertical: Bool) -> Double? {
    let tree = host.store.tree
    let area = tree.ancestors(of: bar.id).lazy.compactMap { tree[$0] }.first {
      $0.role != .scrollBar
    }
    for frame in [area?.frame, bar.frame] {
      guard let rect = frame?.rect, !rect.isEmpty else { continue }
      return (isVertical ? rect.height : rect.width) * 0.9
    }
    return nil
  }

  /// Returns the scroll bar of the element, or of the nearest scroll area around it.
  func scrollBar(isVertical: Bool) -> (Element, ActionObject)? {
    let tree = host.store.tree
    for area in [element.id] + tree.ancestors(of: element.id) {
      guard let area = tree[area] else { continue }
      if area.role == .scrollBar { return host.actionObject(area.id).map { (area, $0) } }
      for child in area.children {
        guard let bar = tree[child], bar.role == .scrollBar,
          bar.states.contains(isVertical ? .vertical : .horizontal),
          let holder = valueElement(bar)
        else { continue }
        return holder
      }
      if area.role == .window { return nil }
    }
    return nil
  }

  private func valueElement(_ bar: Element) -> (Element, ActionObject)? {
    for id in [bar.id] + bar.children {
      if let element = host.store.tree[id], let object = host.actionObject(id),
        object.interfaces.contains(.value)
      {
        return (element, object)
      }
    }
    return nil
  }

  private func scrollByWheel(_ direction: ScrollDirection) async throws(ActionRefusal) -> String {
    guard request.allowSynthesis else { throw unsupported("it has no scroll bar") }
    let button =
      switch direction {
      case .up, .previous: "b4c"
      case .down, .next: "b5c"
      case .left: "b6c"
      case .right: "b7c"
      }
    return try await performSmoothScroll { () async throws(ActionRefusal) in
      try await click(button, times: wheelSteps(direction))
      return "synthesised wheel"
    }
  }

  /// Returns by how many steps the wheel turns, so that nothing in a small area is skipped: one in most toolkits goes on by some
  /// 50 pixels, or by three items of a list.
  private func wheelSteps(_ direction: ScrollDirection) -> Int {
    guard let rect = element.frame?.rect else { return 1 }
    let extent = direction == .left || direction == .right ? rect.width : rect.height
    return Int(max(1, min(5, extent / Self.pixelsOfStep)))
  }

  private static var pixelsOfStep: Double { 100 }
}
