internal import AccessibilityTree

/// The popovers that are open and do not say that they are modal: those of GTK 4 never do, and those of GTK 3 not when they
/// leave the rest of the window usable.
struct OpenPopovers {
  struct Popover {
    let id: ElementID
    /// Whether it is the control that the popover belongs to, and has in it.
    let isControl: Bool
  }

  private(set) var popovers: [Popover] = []

  /// The most elements of a window that are looked at.
  private static let maxParts = 64
  /// The most buttons that are looked at.
  private static let maxButtons = 256

  /// - Parameter focusPath: The element that has the focus, and its ancestors.
  init(in tree: Tree, focusPath: Set<ElementID>) {
    var found: Set<ElementID> = []
    for root in tree.roots {
      for window in tree.read(root, { $0.children }) ?? [] { addParts(of: window, in: tree) }
    }
    for button in tree.index.openButtons.sorted().prefix(Self.maxButtons) {
      addContent(of: button, in: tree)
    }
    for id in focusPath where Self.isContent(id, in: tree) { addPopover(around: id, in: tree) }
    popovers.removeAll { !found.insert($0.id).inserted }
  }

  /// GTK 3: popovers are parts of the window that lie above another one of its parts.
  private mutating func addParts(of window: ElementID, in tree: Tree) {
    guard let parts = tree.read(window, { $0.children }), parts.count > 1 else { return }
    var covered: [Rect] = []
    for id in parts.prefix(Self.maxParts) {
      tree.read(id) { part in
        guard part.states.contains(.showing), let rect = part.frame?.rect, !rect.isEmpty else {
          return
        }
        if part.nativeRole == "panel", part.attribute("toolkit") == "gtk",
          covered.contains(where: rect.intersects)
        {
          popovers.append(Popover(id: id, isControl: false))
        }
        covered.append(rect)
      }
    }
  }

  /// GTK 4: a menu button that is open has its popover in it, beside the button that people press.
  private mutating func addContent(of button: ElementID, in tree: Tree) {
    let parts = tree.read(button) { $0.isMenuButton(in: tree) ? $0.children : [] } ?? []
    for part in parts where tree.read(part, { $0.role.isButton }) == false {
      popovers.append(Popover(id: part, isControl: false))
    }
  }

  /// GTK 4: any other popover takes the focus. It is in the control that it belongs to.
  private mutating func addPopover(around content: ElementID, in tree: Tree) {
    guard let popover = tree.read(content, { $0.parent }) ?? nil,
      let owner = tree.read(popover, { $0.parent }) ?? nil
    else { return }
    let isControl = tree.read(owner) { $0.role.isControl && !$0.isMenuButton(in: tree) } == true
    popovers.append(Popover(id: isControl ? owner : popover, isControl: isControl))
  }

  private static func isContent(_ id: ElementID, in tree: Tree) -> Bool {
    tree.read(id) { $0.attribute("native-name") == "GtkPopoverContent" } == true
  }
}

extension Element {
  /// Whether the element is the group that a menu button of GTK 4 is: a button by its native role, which does nothing itself.
  /// It has another one in it, which people press, and its popover.
  func isMenuButton(in tree: Tree) -> Bool {
    guard role == .group || role == .generic, nativeRole.hasSuffix("button"),
      states.isDisjoint(with: [.focusable, .focused])
    else { return false }
    return children.prefix(4).contains { child in
      tree.read(child) { $0.role.isButton && $0.actions.contains { $0.kind == .press } } == true
    }
  }

  /// The value of an attribute that the toolkit gives.
  func attribute(_ name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }
}

extension Role {
  /// Whether people press elements of the role.
  fileprivate var isButton: Bool { self == .button || self == .toggleButton }
}
