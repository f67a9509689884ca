internal import AccessibilityMirror
internal import AccessibilityTree

/// Items of open menus whose action leaves the menu open (Qt). A click closes the menu, and then does what the item is for.
extension ActionRun {
  /// Closes the menu of a menu bar that the element is in, if that is open.
  func closeMenuBar() async throws(ActionRefusal) {
    guard object.dialect.keepsMenusOpen, element.role.isMenuItem, states.contains(.showing),
      let (title, menu) = menuOfBar
    else { return }
    let state = try await callOptional("GetState", of: "Accessible", at: menu, read: Answer.states)
    guard state?.contains(.showing) == true,
      let action = try await callOptional(
        "GetName", of: "Action", [.int32(0)], at: title, read: Answer.string),
      ActionName.meaning(of: action).kinds.contains(.showMenu)
    else { return }
    // The action that opens a menu closes it as well.
    _ = try await prepare { () async throws(ActionRefusal) in
      try await callOptional("DoAction", of: "Action", [.int32(0)], at: title, read: Answer.bool)
    }
    try await endPreparation()
  }

  /// The entry of the menu bar, and its menu, that the element is in.
  private var menuOfBar: (title: String, menu: String)? {
    let tree = host.store.tree
    let around = tree.ancestors(of: element.id)
    guard let bar = around.firstIndex(where: { tree.read($0) { $0.role == .menuBar } == true }),
      bar >= 2, let title = host.actionObject(around[bar - 1]),
      let menu = host.actionObject(around[bar - 2])
    else { return nil }
    return (title.path, menu.path)
  }
}
