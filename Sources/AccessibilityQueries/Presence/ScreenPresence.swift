package import AccessibilityTree

/// Whether elements are on screen, however their toolkit says so.
///
/// Most toolkits mark what is on screen as showing. Some (GTK 4) never do below the window, and
/// mark what is not hidden as visible; some mark nothing. What a toolkit does is learnt from the
/// window that the element stands in, and remembered: use one value for one state of a tree.
package struct ScreenPresence {
  private enum Evidence {
    case showing
    case visible
    case nothing
  }

  private var evidence: [ElementID: Evidence] = [:]
  /// The window that a parent stands in.
  private var windows: [ElementID: ElementID] = [:]

  package init() {}

  /// `steps` is lowered by the number of elements that were looked at.
  package mutating func isOnScreen(
    _ element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    let states = element.states
    if states.contains(.defunct) || states.contains(.iconified) { return false }
    if states.contains(.showing) { return true }
    if let frame = element.frame, frame.rect.isEmpty { return false }
    switch evidence(for: element, in: tree, steps: &steps) {
    case .showing: return false
    case .visible: return states.contains(.visible)
    case .nothing: return true
    }
  }

  private mutating func evidence(
    for element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Evidence {
    let window = window(of: element, in: tree, steps: &steps)
    if let known = evidence[window] { return known }
    var found = Evidence.nothing
    var looked = 0
    let left = steps
    tree.walk(from: [window]) { element, depth in
      looked += WorkBudget.walk
      // A window that shows says nothing of how its content is marked.
      if depth > 0, element.states.contains(.showing) {
        found = .showing
        return .stop
      }
      if element.states.contains(.visible) { found = .visible }
      return looked > left ? .stop : .descend
    }
    steps -= looked
    evidence[window] = found
    return found
  }

  /// The child of the application's root that the element stands in, or the root.
  private mutating func window(
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
