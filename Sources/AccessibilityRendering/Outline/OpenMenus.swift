internal import AccessibilityTree

/// The menus that are open. A menu that is closed has no item that is marked as showing, whatever the menu itself says.
struct OpenMenus {
  /// Without those that are in another one.
  private(set) var menus: [ElementID] = []

  /// The most menus that are looked at.
  private static let maxCandidates = 4096
  /// The most items that are looked at in one.
  private static let maxItems = 8

  init(in tree: Tree) {
    guard tree.index.count(role: .menu) <= Self.maxCandidates else { return }
    let open = tree.index.elements(role: .menu).filter { Self.isOpen($0, in: tree) }
    menus = open.sorted().filter { menu in
      let path = tree.ancestors(of: menu)
      return path.count > 1 && !path.contains(where: open.contains)
        // A page may have one for good, as it has links.
        && !path.contains { tree.read($0) { $0.role == .document } == true }
    }
  }

  private static func isOpen(_ menu: ElementID, in tree: Tree) -> Bool {
    tree.read(menu) { menu in
      !menu.states.contains(.collapsed)
        && menu.children.prefix(maxItems).contains { item in
          tree.read(item) {
            $0.states.contains(.showing) && ($0.role.isMenuItem || $0.role == .menu)
          } == true
        }
    } == true
  }
}
