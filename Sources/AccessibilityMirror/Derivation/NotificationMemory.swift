internal import AccessibilityTree

/// What previous edits announced, to tell what is new.
final class NotificationMemory {
  /// The element that has the focus.
  var focused: ElementID?
  /// The element that got the focus last, in whichever application.
  var lastFocused: ElementID?
  /// The elements that got the focus last in each window, the latest last: applications in the background keep theirs, and one that
  /// has lost it may have got it beside another.
  private(set) var focusOfWindows: [ElementID: [ElementID]] = [:]
  /// The last announcement of each live region, and its time in nanoseconds.
  var lastAnnounced: [ElementID: (text: String, time: UInt64)] = [:]
  /// What live regions said that may come back.
  var withdrawn = WithdrawnRegions()

  /// Windows that are gone are forgotten when there are more.
  private static let maxWindows = 64
  /// The most elements that are remembered of a window.
  private static let maxOfWindow = 4

  /// Records that an element got the focus in its window.
  func noteFocus(_ element: ElementID, in tree: Tree) {
    let path = tree.ancestors(of: element)
    let window = path.count > 1 ? path[path.count - 2] : element
    var elements = focusOfWindows[window, default: []]
    elements.removeAll { $0 == element }
    elements.append(element)
    focusOfWindows[window] = elements.suffix(Self.maxOfWindow)
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
