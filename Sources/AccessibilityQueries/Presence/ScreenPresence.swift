package import AccessibilityTree

/// Determines whether elements are on screen, whichever states their toolkit uses to report it.
///
/// Most toolkits mark elements on screen as showing. Some (GTK 4) never do below the window, and mark
/// elements that are not hidden as visible; some mark nothing. Where elements are marked wherever they have been
/// scrolled to, their frames tell. The convention is derived from the window that contains the element and
/// cached, so an instance is valid for one state of a tree only.
///
/// Qt keeps dialogs that it has hidden, and marks nothing in them: a window without a mark is hidden where the same
/// application marks another one as showing.
package struct ScreenPresence {
  /// How the elements of a window are marked.
  package enum Evidence {
    case showing
    case visible
    case unmarked
    /// Not at all, since the window is hidden as a whole.
    case hidden
  }

  private var evidence: [ElementID: Evidence] = [:]
  /// Whether the application with each root marks a window as showing.
  private var marksWindows: [ElementID: Bool] = [:]
  /// The window that contains the children of each element.
  private var windows: [ElementID: ElementID] = [:]
  private var scrolled = ScrolledItems()
  private var popups = PagePopups()

  package init() {}

  /// Whether an element is on screen. The cost in work steps is subtracted from `steps`.
  package mutating func isOnScreen(
    _ element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    let states = element.states
    if states.contains(.defunct) || states.contains(.iconified) { return false }
    if states.contains(.showing) { return !scrolled.contains(element, in: tree, steps: &steps) }
    if let frame = element.frame, frame.rect.isEmpty { return false }
    if isShownUnmarked(element, in: tree) { return true }
    switch evidence(for: element, in: tree, steps: &steps) {
    case .showing, .hidden: return false
    case .visible:
      return states.contains(.visible) && !scrolled.contains(element, in: tree, steps: &steps)
    case .unmarked: return true
    }
  }

  /// Whether an element is on screen by what is beside, around or in it, though its toolkit does not mark it as showing.
  package mutating func isShownUnmarked(_ element: borrowing Element, in tree: Tree) -> Bool {
    LabelledBoxes.isShown(element, in: tree) || popups.isShown(element, in: tree)
      || EmbeddedParts.isShown(element, in: tree)
  }

  /// Whether an element says that its object is gone; if it is no window, only where nothing in it says that it is there,
  /// as in the input line of LibreOffice Calc.
  package static func isDefunct(_ element: borrowing Element, in tree: Tree) -> Bool {
    element.states.contains(.defunct)
      && (element.isWindow
        || !element.children.prefix(4).contains { child in
          tree.read(child) { $0.states.contains(.showing) } == true
        })
  }

  /// Whether an element or one around it says that its object is gone.
  package static func isInDefunct(_ element: borrowing Element, in tree: Tree) -> Bool {
    if isDefunct(element, in: tree) { return true }
    return tree.ancestors(of: element.id).contains { around in
      tree.read(around) { isDefunct($0, in: tree) } == true
    }
  }

  /// Whether an element is in a window that is hidden, or is one. The cost is subtracted from `steps`.
  package mutating func isInHiddenWindow(
    _ element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    let window = window(of: element, in: tree, steps: &steps)
    return Self.mayBeHidden(window, in: tree)
      && evidence(ofWindow: window, in: tree, steps: &steps) == .hidden
  }

  /// Whether an element that is not on screen has its place in a page that is, from where it has been scrolled. The cost is
  /// subtracted from `steps`.
  package mutating func isScrolledOut(
    _ element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    guard element.states.isDisjoint(with: [.defunct, .iconified]),
      element.frame?.rect.isEmpty != true
    else { return false }
    var next = element.parent
    while let id = next, steps > 0 {
      steps -= WorkBudget.visit
      let isShownPage = tree.read(id) { above in
        above.role == .document && isOnScreen(above, in: tree, steps: &steps)
      }
      if isShownPage == true { return true }
      next = tree.read(id) { $0.parent } ?? nil
    }
    return false
  }

  private mutating func evidence(
    for element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Evidence {
    evidence(ofWindow: window(of: element, in: tree, steps: &steps), in: tree, steps: &steps)
  }

  /// Returns how the elements of a window are marked. The cost is subtracted from `steps`.
  package mutating func evidence(
    ofWindow window: ElementID, in tree: Tree, steps: inout Int
  ) -> Evidence {
    if let known = evidence[window] { return known }
    var found = Evidence.unmarked
    var cost = 0
    let left = steps
    tree.walk(from: [window]) { element, depth in
      cost += WorkBudget.walk
      // The state of the window itself does not tell how its content is marked.
      if depth > 0, element.states.contains(.showing) {
        found = .showing
        return .stop
      }
      if element.states.contains(.visible) { found = .visible }
      return cost > left ? .stop : .descend
    }
    steps -= cost
    if found != .showing, cost <= left, Self.mayBeHidden(window, in: tree),
      let root = tree.read(window, { $0.parent }) ?? nil,
      marksWindows(ofApplication: root, in: tree, steps: &steps)
    {
      found = .hidden
    }
    evidence[window] = found
    return found
  }

  /// Whether an element is a window that nothing says of that it is on screen.
  private static func mayBeHidden(_ window: ElementID, in tree: Tree) -> Bool {
    tree.read(window) { $0.parent != nil && isUnmarked($0) } ?? false
  }

  /// Whether an element says nothing of whether it is on screen.
  package static func isUnmarked(_ element: borrowing Element) -> Bool {
    element.states.isDisjoint(with: [.showing, .visible])
  }

  /// Whether an application marks as showing itself, or one of its windows. The cost is subtracted from `steps`.
  package mutating func marksWindows(
    ofApplication root: ElementID, in tree: Tree, steps: inout Int
  ) -> Bool {
    if let known = marksWindows[root] { return known }
    let (isMarked, windows) =
      tree.read(root) { ($0.states.contains(.showing), $0.children) } ?? (false, [])
    steps -= windows.count * WorkBudget.visit
    let found =
      isMarked || windows.contains { tree.read($0) { $0.states.contains(.showing) } == true }
    marksWindows[root] = found
    return found
  }

  /// Returns the child of the application's root that contains the element, or the root itself.
  package mutating func window(
    of element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> ElementID {
    var window = element.id
    var path: [ElementID] = []
    var next = element.parent
    while let parent = next, steps > 0 {
      steps -= WorkBudget.visit
      if let known = windows[parent] {
        window = known
        break
      }
      guard let above = tree.read(parent, { $0.parent }) ?? nil else { break }
      path.append(parent)
      window = parent
      next = above
    }
    steps -= path.count * WorkBudget.note
    for element in path { windows[element] = window }
    return window
  }
}
