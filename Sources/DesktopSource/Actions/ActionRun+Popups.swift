internal import AccessibilityMirror
internal import AccessibilityTree

/// What an element is in that has a window of its own on the screen, as each popover of GTK 4 has.
extension ActionRun {
  /// Returns where to look for a point of an element on the screen.
  ///
  /// GTK 4 puts a popover at the corner of the element that it belongs to, wherever its window is. What is in it has the
  /// right place within the popover, which has the size of its window.
  func windowQuery(
    for point: Point, of target: Element, _ object: ActionObject
  ) async throws(ActionRefusal) -> WindowQuery {
    var query = windowQuery(of: target)
    (query.point, query.isWindowRelative) = (point, object.dialect.ignoresWindowPosition)
    guard query.isWindowRelative else { return query }
    let popups = await WindowLocator(query, on: host.display, loop: host.loop).popups()
    guard !popups.isEmpty else { return query }
    query.popups = Set(popups.map(\.id))
    for id in host.store.tree.ancestors(of: target.id) {
      guard let frame = try await frameOfPart(id, like: object) else { continue }
      let fitting = popups.filter { $0.hasSize(of: frame) }
      guard let popup = fitting.first else { continue }
      guard fitting.count == 1 else {
        throw ActionRefusal(
          .notOnScreen,
          "\(target.messageName) cannot be clicked: \(fitting.count) popups have the size of the one that it is in"
        )
      }
      query.point = Point(
        x: popup.origin.x + point.x - frame.x, y: popup.origin.y + point.y - frame.y)
      (query.isWindowRelative, query.popup) = (false, popup.id)
      return query
    }
    try await checkPopups(for: target)
    return query
  }

  /// Throws when a popup of the application takes the click on an element that is not in it, and only closes.
  private func checkPopups(for target: Element) async throws(ActionRefusal) {
    guard await isKeyboardHeld else { return }
    try checkNotEnded()
    throw ActionRefusal(
      .rejected,
      "A popup of its application is open, and gets the click for \(target.messageName); close that, and try again",
      advice: window(of: target).map {
        "Run \"escape '\($0.id)' --synthesize\", or act on what is in the popup, and repeat this."
      })
  }

  /// The frame of a part of a window, by its application; `nil` for windows, and for what is in another application.
  private func frameOfPart(
    _ id: ElementID, like object: ActionObject
  ) async throws(ActionRefusal) -> Rect? {
    guard let part = host.store.tree[id], part.id != part.application,
      part.parent != part.application, let own = host.actionObject(id), own.queue === object.queue
    else { return nil }
    return try await placed(own)
  }
}
