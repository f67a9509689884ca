internal import AccessibilityTree

/// The order of elements in an outline: reading order, but the active window and dialogs before other windows, and what an
/// open dialog is in before what it keeps people from.
struct OutlineOrder {
  let applications: [ElementID: Application]
  let focus: ElementID?
  /// The ancestors of the focus.
  private let focusPath: Set<ElementID>
  /// The latest of the modal dialogs that keep people from the window of the focus: it was there before they opened.
  private let blocker: ElementID?
  /// The applications that have a window of rank 0.
  private let usedApplications: Set<ElementID>
  /// The elements around the focus when it is on screen, which are on screen as well: pages have popups within what is not.
  private let shownPath: Set<ElementID>
  /// `nil` where the order is that of the tree.
  let dialogs: OpenDialogs?
  private let isFixed: Bool

  init(
    _ tree: Tree, focus: ElementID?, applications: [ElementID: Application],
    options: OutlineOptions
  ) {
    self.focus = focus
    self.applications = applications
    let path = focus.map { tree.ancestors(of: $0) } ?? []
    focusPath = Set(path)
    let window = ((focus.map { [$0] } ?? []) + path).dropLast().last
    blocker = window.flatMap { tree.modalWindows(before: $0).first }
    let used = tree.activeWindows + [blocker ?? window].compactMap(\.self)
    usedApplications = Set(used.compactMap { tree.read($0) { $0.application } ?? nil })
    isFixed = options.showsAll
    let isShown = focus.map { tree.read($0) { $0.states.contains(.showing) } == true } ?? false
    // Without the window and the application.
    let shown = isShown ? path.dropLast(2) : []
    shownPath = Set(shown)
    // A notebook of GTK 3 without a row of tabs shows a page, and not its tab.
    let popup = shown.last { id in
      tree.read(id) { !$0.states.contains(.showing) && $0.role != .tab } == true
    }
    dialogs =
      options.showsAll
      ? nil
      : OpenDialogs(
        in: tree, focusPath: focusPath.union(focus.map { [$0] } ?? []), popup: popup)
  }

  /// Whether the focus is on screen in an element.
  func isAroundShownFocus(_ id: ElementID) -> Bool { shownPath.contains(id) }

  func children(of element: borrowing Element, in tree: Tree) -> [ElementID] {
    if isFixed { return element.children }
    if element.parent == nil { return sorted(element.children) { rank(ofWindow: $0, in: tree) } }
    let children = ReadingOrder(tree: tree).children(of: element)
    guard let dialogs, dialogs.areIn(element.id) else { return children }
    // The one that people use covers the others, or else the last one.
    let leading = element.children.filter(dialogs.lead)
    return leading.filter(hasFocus) + leading.reversed().filter { !hasFocus($0) }
      + children.filter { !dialogs.lead($0) }
  }

  private func hasFocus(_ id: ElementID) -> Bool { id == focus || focusPath.contains(id) }

  /// Returns the applications, the one with the active window first.
  func roots(of tree: Tree) -> [ElementID] {
    if isFixed { return tree.roots }
    return sorted(tree.roots) { root in
      let windows = tree.read(root) { $0.children } ?? []
      return windows.map { rank(ofWindow: $0, in: tree) }.min() ?? Self.lastRank
    }
  }

  private static let lastRank = 3

  /// Returns 0 for the window that people use, 1 for a modal dialog, 2 for another dialog, 3 for other windows.
  ///
  /// A modal dialog is used as soon as it is open: the focus moves into it later, and in LibreOffice sometimes never.
  func rank(ofWindow id: ElementID, in tree: Tree) -> Int {
    if blocker.map({ $0 == id }) ?? focusPath.contains(id) { return 0 }
    return tree.read(id) { window in
      if window.states.contains(.active) { return 0 }
      if window.states.contains(.modal) { return 1 }
      return window.isDialog ? 2 : Self.lastRank
    } ?? Self.lastRank
  }

  /// Whether people use another window than the one given.
  func isOther(_ window: ElementID, in tree: Tree) -> Bool {
    rank(ofWindow: window, in: tree) == Self.lastRank
  }

  /// Whether people use another application than the one that a window is of. A dialog there keeps nobody from anything.
  func isInBackground(_ window: ElementID, in tree: Tree) -> Bool {
    guard !usedApplications.isEmpty else { return false }
    return tree.read(window) { !usedApplications.contains($0.application) } ?? false
  }

  private func sorted(_ ids: [ElementID], by rank: (ElementID) -> Int) -> [ElementID] {
    guard ids.count > 1 else { return ids }
    var groups = [[ElementID]](repeating: [], count: Self.lastRank + 1)
    for id in ids { groups[rank(id)].append(id) }
    return groups.flatMap(\.self)
  }

  /// Whether an application has a line even without a window, because it does not answer.
  func isTroubled(_ root: ElementID) -> Bool {
    applications[root].map { $0.health != .responsive } ?? false
  }
}
