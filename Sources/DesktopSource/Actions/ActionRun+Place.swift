internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Returns the middle of an element on the screen, after checking that a click there would reach its
  /// application; otherwise refuses the action with the reason.
  ///
  /// - Parameters:
  ///   - fromStart: How far from the left end the point is instead, in pixels, if the element is so wide.
  ///   - isClicked: Whether the point is one that a click on an item takes.
  func screenPoint(
    of target: Element, _ object: ActionObject, fromStart: Double? = nil, mayScroll: Bool = true,
    isClicked: Bool = false
  ) async throws(ActionRefusal) -> Point {
    func point() async throws(ActionRefusal) -> Point {
      let rect = try await extents(of: target, object)
      guard let fromStart else { return rect.center }
      return Point(x: rect.center.x - max(0, rect.width / 2 - fromStart), y: rect.center.y)
    }
    var shown = try await point()
    shown.x += offsetIntoView(of: target)
    guard let area = try await areaHiding(shown, of: target) else {
      if isClicked { shown = try await pointOnItem(shown, of: target, object) }
      return try await locate(shown, of: target, object)
    }
    guard mayScroll, object.dialect.supportsScrollTo else { throw area.refusal(of: target) }
    let answer = try await callOptional(
      "ScrollTo", of: "Component", [.uint32(Self.anywhere)], at: object.path, read: Answer.bool)
    guard answer != nil else {
      return try await screenPoint(of: target, object, fromStart: fromStart, mayScroll: false)
    }
    host.afterAction(target.id)
    try await pause(milliseconds: 150)
    return try await locate(try await pointAtRest(of: target, point), of: target, object)
  }

  /// Waits until a point of an element that was scrolled into view is in sight and rests: browsers tell late where it is.
  private func pointAtRest(
    of target: Element, _ point: () async throws(ActionRefusal) -> Point
  ) async throws(ActionRefusal) -> Point {
    var last = try await point()
    for _ in 0..<Self.maxLooks {
      let isHidden = try await areaHiding(last, of: target) != nil
      if isHidden { try await pause(milliseconds: 50) }
      let next = try await point()
      if !isHidden, next == last { break }
      last = next
    }
    return last
  }

  private static var maxLooks: Int { 12 }

  /// How far the text of the element is from its left end, in pixels, where that is a long row that is selected as a whole: views may
  /// take what is behind the text for their background. `nil` for any other element.
  var placeOfText: Double? {
    guard element.role.isItem, states.shared.contains(.selectable),
      let size = element.frame?.rect, size.width > Self.longRow * size.height,
      offsetIntoView(of: element) == 0
    else { return nil }
    return Self.textPlace(inRowOf: size.height)
  }

  /// How far from its left end a spin button has its number, in pixels: the buttons of GTK 4 begin in the middle of a narrow one, where
  /// a click would set another number. `nil` for any other element.
  var placeOfNumber: Double? { element.role == .spinButton ? 12 : nil }

  /// How much wider than high a row is that may be much longer than its text.
  private static var longRow: Double { 6 }
  /// How far behind its start a row has some text after an arrow and an icon, in pixels. In Dolphin, whose icons grow with the rows, the
  /// text begins 15 earlier.
  private static func textPlace(inRowOf height: Double) -> Double { 2.25 * height + 25 }

  /// How far the middle of what a view shows of an item is from the item's, to the right: items of Qt may be far wider than
  /// their view.
  private func offsetIntoView(of target: Element) -> Double {
    guard target.role.isItem, let item = target.frame,
      let view = target.parent.flatMap({ host.store.tree[$0] })?.frame, view.space == item.space,
      item.rect.width > view.rect.width
    else { return 0 }
    let shown = item.rect.intersection(view.rect)
    return shown.isEmpty ? 0 : shown.center.x - item.rect.center.x
  }

  /// Asks the application for the element's extents, in screen coordinates where it knows them.
  func extents(
    of target: Element, _ object: ActionObject
  ) async throws(ActionRefusal) -> Rect {
    guard let rect = try await placed(object) else {
      throw ActionRefusal(.notOnScreen, "\(target.messageName) has no position on the screen")
    }
    return rect
  }

  /// The same; `nil` where the element has no place.
  func placed(_ object: ActionObject) async throws(ActionRefusal) -> Rect? {
    let answer = try await callOptional(
      "GetExtents", of: "Component", [object.dialect.coordinates.argument], at: object.path,
      read: Answer.extents)
    return answer ?? nil
  }

  /// Converts a point from the application's coordinates to those of the screen, by asking the X server.
  private func locate(
    _ point: Point, of target: Element, _ object: ActionObject
  ) async throws(ActionRefusal) -> Point {
    let drawn = try await drawnPoint(point, of: target)
    let query = try await windowQuery(for: drawn, of: target, object)
    do throws(ActionRefusal) {
      let screenPoint = try await WindowLocator(query, on: host.display, loop: host.loop).find()
      try checkNotEnded()
      return screenPoint
    } catch {
      let isBehind = window(of: target)?.states.contains(.active) == false
      throw ActionRefusal(
        error.reason, "\(target.messageName) cannot be clicked: \(error.message)",
        advice: error.advice ?? (isBehind ? raisingAdvice(target) : nil))
    }
  }

  /// Returns what is known of the window that an element is in.
  func windowQuery(of target: Element) -> WindowQuery { host.store.windowQuery(of: target) }

  func window(of target: Element) -> Element? { host.store.window(of: target) }
}
