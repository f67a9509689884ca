internal import AccessibilityQueries
package import AccessibilityTree

/// Whether elements are on screen, applications by their windows.
struct OutlinePresence {
  private var presence = ScreenPresence()
  private var floating = FloatingParts()
  private let order: OutlineOrder
  /// An element in a window that marks what is on screen as showing, so that nothing else in it is.
  private var markingParent: ElementID?

  /// Enough to see how a window's content is marked; a window that would need more counts as unmarked.
  private static let steps = 40_000

  init(_ order: OutlineOrder) { self.order = order }

  mutating func isOnScreen(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard let parent = element.parent else { return isOnScreen(application: element, in: tree) }
    if Self.isClosedList(element, in: tree) || Self.isInClosedExpander(element, in: tree) {
      return false
    }
    // Gecko says of a wrapper without a size that it is not on screen, whatever is in it.
    if order.dialogs?.areIn(element.id) == true { return !element.states.contains(.iconified) }
    if FlatBars.isFlat(element) { return false }
    if isShown(element, in: tree) { return true }
    // A window whose toolkit says nothing of it is where its content is.
    guard tree.read(parent, { $0.parent == nil }) ?? false,
      element.states.isDisjoint(with: [.iconified, .defunct])
    else { return false }
    return element.children.contains { child in
      tree.read(child) { isShown($0, in: tree) } ?? false
    }
  }

  /// Whether the element is the list of a combo box that is closed: it has no place on screen, whatever its states say, while
  /// the combo box has one, or that of the combo box (Firefox).
  private static func isClosedList(_ element: borrowing Element, in tree: Tree) -> Bool {
    switch element.role {
    case .list, .listBox, .menu, .table, .tree: break
    default: return false
    }
    guard let parent = element.parent else { return false }
    let frame = element.frame
    return tree.read(parent) { box in
      box.role.isListOfChoices && !box.states.contains(.expanded)
        && box.frame?.rect.isEmpty == false && (frame?.rect.isEmpty ?? true || frame == box.frame)
    } ?? false
  }

  /// Whether the element is the content of an expander that is closed. In a scrolled view, GTK 3 says that it is showing, in a
  /// place of one pixel.
  private static func isInClosedExpander(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard let rect = element.frame?.rect, rect.width <= 1, rect.height <= 1,
      let parent = element.parent
    else { return false }
    return tree.read(parent) { $0.role == .toggleButton && $0.states.contains(.collapsed) } ?? false
  }

  /// Whether the element has no place or size of its own while what is in it is on screen, as in popups of pages, and around what
  /// floats or has a place of its own in Firefox.
  private static func isSpilt(
    _ element: borrowing Element, in tree: Tree, depth: Int = 3
  ) -> Bool {
    guard element.states.contains(.visible), element.frame?.rect.isEmpty ?? true else {
      return false
    }
    return element.children.prefix(4).contains { child in
      tree.read(child) {
        $0.states.contains(.showing) || depth > 1 && isSpilt($0, in: tree, depth: depth - 1)
      } == true
    }
  }

  /// Whether the element says that it is gone, and nothing in it says that it is there, as in the input line of LibreOffice Calc.
  private static func isGone(_ element: borrowing Element, in tree: Tree) -> Bool {
    element.states.contains(.iconified) || ScreenPresence.isDefunct(element, in: tree)
  }

  private mutating func isShown(_ element: borrowing Element, in tree: Tree) -> Bool {
    let isGone = Self.isGone(element, in: tree)
    if !isGone, element.states.contains(.defunct) { return true }
    let isMarked = element.states.contains(.showing)
    var steps = Self.steps
    if isMarked, presence.isOnScreen(element, in: tree, steps: &steps) { return !isGone }
    if order.isAroundShownFocus(element.id) || Self.isSpilt(element, in: tree) { return !isGone }
    if !isGone, presence.isShownUnmarked(element, in: tree) { return true }
    if !isGone, floating.isAround(element, in: tree) { return true }
    // Thousands of siblings that are scrolled out have the same answer.
    if isMarked || element.parent != nil && element.parent == markingParent { return false }
    let isShown = presence.isOnScreen(element, in: tree, steps: &steps)
    if !isShown, !isGone, element.states.contains(.visible),
      !(element.frame?.rect.isEmpty ?? false),
      let parent = element.parent, tree.read(parent, { $0.parent != nil }) ?? false,
      marksWhatShows(around: element, in: tree, steps: &steps)
    {
      markingParent = parent
    }
    return isShown
  }

  private mutating func marksWhatShows(
    around element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    let window = presence.window(of: element, in: tree, steps: &steps)
    return presence.evidence(ofWindow: window, in: tree, steps: &steps) == .showing
  }

  private mutating func isOnScreen(application: borrowing Element, in tree: Tree) -> Bool {
    if order.isTroubled(application.id) { return true }
    return application.children.contains { window in
      tree.read(window) { isOnScreen($0, in: tree) } ?? false
    }
  }
}

extension Outline {
  /// Whether outlines have an element among what is on screen; `nil` when it is gone.
  package static func isOnScreen(
    _ id: ElementID, in tree: Tree, applications: [ElementID: Application] = [:]
  ) -> Bool? {
    var presence = OutlinePresence(
      OutlineOrder(tree, focus: nil, applications: applications, options: OutlineOptions()))
    return tree.read(id) { presence.isOnScreen($0, in: tree) }
  }
}

extension Outline {
  /// Returns those of some elements that stand for nothing: pages and windows without a name in which nothing has a line.
  package static func blank(_ ids: some Collection<ElementID>, in tree: Tree) -> Set<ElementID> {
    let folding = OutlineFolding(tree: tree)
    return Set(ids.filter { id in tree.read(id) { folding.standsForNothing($0) } == true })
  }

  /// Returns those of some elements that outlines list: that are on screen, with all that is around them.
  ///
  /// - Parameter focus: The element that has the focus, which is on screen wherever it is.
  package static func onScreen(
    _ ids: [ElementID], in tree: Tree, focus: ElementID?,
    applications: [ElementID: Application] = [:]
  ) -> Set<ElementID> {
    guard !ids.isEmpty else { return [] }
    var presence = OutlinePresence(
      OutlineOrder(tree, focus: focus, applications: applications, options: OutlineOptions()))
    var known: [ElementID: Bool] = [:]
    func isOnScreen(_ id: ElementID) -> Bool {
      if let known = known[id] { return known }
      let isOnScreen = tree.read(id) { presence.isOnScreen($0, in: tree) } ?? false
      known[id] = isOnScreen
      return isOnScreen
    }
    return Set(ids.filter { id in isOnScreen(id) && tree.ancestors(of: id).allSatisfy(isOnScreen) })
  }
}
