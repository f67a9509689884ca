internal import AccessibilityTree

/// Tells a window that comes to the front from a new screen.
///
/// The server reports both as a screen change, and where the focus of the window is. A client that is in the window
/// already keeps its place when the window only comes to the front.
struct WindowActivation: Sendable {
  private var active: Set<ElementID> = []

  /// Remembers which windows are active.
  mutating func look(at scene: Scene) { active = Self.activeWindows(in: scene.tree) }

  /// Returns the notifications without those that only report that the window at `place` came to the front.
  ///
  /// - Parameter place: The element that the client is at.
  mutating func news(
    _ notifications: [Notification], keeping place: ElementID?, in scene: Scene
  ) -> [Notification] {
    let before = active
    look(at: scene)
    guard let place, scene.place(of: place) != nil,
      let window = Scene.window(of: place, in: scene.tree),
      active.contains(window), !before.contains(window)
    else { return notifications }
    return notifications.filter { !Self.isActivation($0, of: window, in: scene.tree) }
  }

  private static func isActivation(
    _ notification: Notification, of window: ElementID, in tree: Tree
  ) -> Bool {
    switch notification {
    case .screenChanged(window, let focus):
      // An element without the focus was named by the application.
      return focus.map { tree.read($0) { $0.states.contains(.focused) } ?? true } ?? true
    case .focusMoved(_, let focus?): return tree.isAncestor(window, of: focus)
    default: return false
    }
  }

  private static func activeWindows(in tree: Tree) -> Set<ElementID> {
    var windows: Set<ElementID> = []
    for window in tree.roots.flatMap({ tree.read($0) { $0.children } ?? [] })
    where tree.read(window, { $0.states.contains(.active) }) == true { windows.insert(window) }
    return windows
  }
}
