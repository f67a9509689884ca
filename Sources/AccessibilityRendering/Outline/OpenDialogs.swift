internal import AccessibilityQueries
internal import AccessibilityTree

/// What is open within windows and stands out from what is around it: modal dialogs, popovers, the alert dialogs of pages,
/// the dialog that has the focus, menus, and what is open around the focus.
///
/// They and the elements around them lead: they stand before their siblings, so that they are the first in their window,
/// however far inside a page they are.
struct OpenDialogs {
  /// Where an open dialog is.
  enum Place {
    /// On top of all others in its window.
    case top
    /// Below, or around, another one.
    case covered
  }

  /// The open dialogs, with their windows.
  private var dialogs: [ElementID: ElementID] = [:]
  /// The elements in a window that have such a dialog in them.
  private var around: Set<ElementID> = []
  /// Those that have a line, whatever they are: what is in them would stand among what is around them.
  private var framed: Set<ElementID> = []

  /// A page with more elements that claim to be dialogs has nothing that stands out.
  private static let maxCandidates = 256
  /// The most work steps to find out what is on screen.
  private static let maxSteps = 100_000

  /// - Parameters:
  ///   - focusPath: The element that has the focus, and its ancestors.
  ///   - popup: What is open around the focus.
  init(in tree: Tree, focusPath: Set<ElementID>, popup: ElementID?) {
    var presence = ScreenPresence()
    var steps = Self.maxSteps
    for id in Self.candidates(in: tree) {
      let path = tree.ancestors(of: id)
      let isOpen = tree.read(id) { dialog in
        // Those of a browser itself, such as a bar above the page, keep nobody from it.
        guard
          dialog.states.contains(.modal) || focusPath.contains(id)
            || dialog.role == .alertDialog && Self.isInDocument(path, tree)
        else { return false }
        return presence.isOnScreen(dialog, in: tree, steps: &steps)
      }
      // A window has no parent but the application.
      guard isOpen == true, steps > 0, path.count > 1 else { continue }
      insert(id, path)
    }
    for menu in OpenMenus(in: tree).menus { insert(menu, tree.ancestors(of: menu)) }
    if let popup { insert(popup, tree.ancestors(of: popup)) }
    for popover in OpenPopovers(in: tree, focusPath: focusPath).popovers {
      if dialogs[popover.id] == nil { insert(popover.id, tree.ancestors(of: popover.id)) }
      if !popover.isControl { framed.insert(popover.id) }
    }
  }

  private static func candidates(in tree: Tree) -> [ElementID] {
    let roles = [Role.dialog, .alertDialog]
    let count = roles.reduce(tree.index.modal.count) { $0 + tree.index.count(role: $1) }
    guard count <= maxCandidates else { return [] }
    return roles.reduce(tree.index.modal) { $0.union(tree.index.elements(role: $1)) }.sorted()
  }

  private mutating func insert(_ id: ElementID, _ path: [ElementID]) {
    dialogs[id] = path.dropLast().last ?? id
    around.formUnion(path.dropLast())
  }

  private static func isInDocument(_ path: [ElementID], _ tree: Tree) -> Bool {
    path.contains { tree.read($0) { $0.role == .document } == true }
  }

  func contains(_ id: ElementID) -> Bool { dialogs[id] != nil }

  /// Whether an open dialog has a line, whatever it is.
  func isFramed(_ id: ElementID) -> Bool { framed.contains(id) }

  /// The window of an open dialog.
  func window(of dialog: ElementID) -> ElementID? { dialogs[dialog] }

  /// Whether such a dialog is somewhere in an element.
  func areIn(_ id: ElementID) -> Bool { around.contains(id) }

  /// Whether an element stands before others because of such a dialog.
  func lead(_ id: ElementID) -> Bool { contains(id) || around.contains(id) }
}
