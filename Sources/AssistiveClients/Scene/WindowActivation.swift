internal import AccessibilityTree

/// Tells a window that comes to the front from a new screen.
///
/// The server reports both as a screen change, and where the focus of the window is. A client that is in the window
/// already keeps its place when the window only comes to the front.
struct WindowActivation: Sendable {
  private var active: Set<ElementID> = []
  /// The window of the client's place.
  private var window: ElementID?

  /// Remembers which windows are active.
  mutating func look(at scene: Scene) { active = Set(scene.tree.activeWindows) }

  /// Remembers in which window the client is.
  mutating func enterWindow(of place: ElementID, in scene: Scene) {
    window = Scene.window(of: place, in: scene.tree)
  }

  /// Returns the notifications without those that only report that the client's window came to the front.
  ///
  /// - Parameters:
  ///   - place: The element that the client is at, or was at until it was removed.
  ///   - known: The stops before the notifications. Where the focus goes to another one, such as an item of a menu
  ///     that opened, that is news.
  mutating func news(
    _ notifications: [Notification], keeping place: ElementID?, among known: [ElementID],
    in scene: Scene
  ) -> [Notification] {
    let before = active
    look(at: scene)
    guard let place, scene.place(of: place) != nil || !scene.tree.contains(place),
      let window, !before.contains(window) || wasAway(window, notifications, in: scene.tree)
    else { return notifications }
    let screens = notifications.compactMap { notification -> ElementID? in
      guard case .screenChanged(let root, _) = notification else { return nil }
      return Scene.window(of: root, in: scene.tree)
    }
    return notifications.filter { notification in
      guard
        let focus = Self.activation(notification, of: window, beside: screens, in: scene.tree)
      else { return true }
      guard let stop = focus.flatMap({ scene.stop(for: $0) }) else { return false }
      return !known.contains(stop)
    }
  }

  /// Whether another window was in front meanwhile, as when several people use applications at the same time.
  private func wasAway(
    _ window: ElementID, _ notifications: [Notification], in tree: Tree
  ) -> Bool {
    notifications.contains { notification in
      guard case .screenChanged(let root, _) = notification else { return false }
      return Scene.window(of: root, in: tree) != window
    }
  }

  /// Returns the focus of a window that a notification reports to come to the front, `.some(nil)` when it has none;
  /// `nil` for other notifications.
  ///
  /// The focus may be in another window of the application, where it was before; that is no news either.
  ///
  /// - Parameter screens: The windows that came to the front.
  private static func activation(
    _ notification: Notification, of window: ElementID, beside screens: [ElementID], in tree: Tree
  ) -> ElementID?? {
    switch notification {
    case .screenChanged(window, let focus):
      // An element without the focus was named by the application.
      let isFocused = focus.map { tree.read($0) { $0.states.contains(.focused) } ?? true } ?? true
      return isFocused ? .some(focus) : nil
    case .focusMoved(_, let focus?):
      if tree.isAncestor(window, of: focus) { return .some(focus) }
      guard screens.contains(window), let other = Scene.window(of: focus, in: tree),
        !screens.contains(other), isSameApplication(other, window, in: tree)
      else { return nil }
      return .some(focus)
    default: return nil
    }
  }

  private static func isSameApplication(
    _ left: ElementID, _ right: ElementID, in tree: Tree
  ) -> Bool {
    tree.read(left) { $0.application } == tree.read(right) { $0.application }
  }
}
