internal import AccessibilityTree

/// What previous edits announced, to tell what is new.
final class NotificationMemory {
  /// The element that has the focus.
  var focused: ElementID?
  /// The element that got the focus last, in whichever application.
  var lastFocused: ElementID?
  /// The element that got the focus last in each window: applications in the background keep theirs.
  private(set) var focusOfWindows: [ElementID: ElementID] = [:]
  /// The last announcement of each live region, and its time in nanoseconds.
  var lastAnnounced: [ElementID: (text: String, time: UInt64)] = [:]
  /// What live regions said that may come back.
  var withdrawn = WithdrawnRegions()

  /// Windows that are gone are forgotten when there are more.
  private static let maxWindows = 64

  /// Records that an element got the focus in its window.
  func noteFocus(_ element: ElementID, in tree: Tree) {
    let path = tree.ancestors(of: element)
    let window = path.count > 1 ? path[path.count - 2] : element
    focusOfWindows[window] = element
    guard focusOfWindows.count > Self.maxWindows else { return }
    focusOfWindows = focusOfWindows.filter { tree.contains($0.key) }
  }

  /// Records the focus of a tree to which nothing has happened.
  func begin(_ tree: Tree, focused: ElementID?) {
    tree.scan { element in
      if element.states.contains(.focused) { noteFocus(element.id, in: tree) }
      return true
    }
    (self.focused, lastFocused) = (focused, focused)
    if let focused { noteFocus(focused, in: tree) }
  }
}
