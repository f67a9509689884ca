internal import AccessibilityMirror
internal import AccessibilityTree

/// Open menus, and windows that are not in the mirror, which keep keys from everything else.
extension ActionRun {
  /// Throws when what has the keyboard is not in the mirror: an open menu of another application, or a window that is not
  /// accessible, such as Chromium's file chooser. The element may have the focus within its own window all the same.
  func checkKeyboard() async throws(ActionRefusal) {
    try await checkMenusOfOthers()
    guard window(of: element) != nil else { return }
    let locator = WindowLocator(windowQuery(of: element), on: host.display, loop: host.loop)
    guard let other = await locator.activeInstead() else { return }
    if host.store.hasWindow(like: other) { return }
    try checkNotEnded()
    throw ActionRefusal(
      inaccessible: other.title ?? "", insteadOf: name, in: element.application, isRepeatable: true)
  }

  /// Whether an application keeps the keyboard to itself, as for an open menu.
  var isKeyboardHeld: Bool {
    get async { await KeyboardGrab.isHeld(on: host.display, loop: host.loop) == true }
  }

  private func checkMenusOfOthers() async throws(ActionRefusal) {
    guard let other = activeWindow(besides: element.application),
      await isKeyboardHeld
    else { return }
    try checkNotEnded()
    throw ActionRefusal(
      .rejected,
      "Keys would go to \(other.messageName), where a menu is open, and not to \(name); close that menu, and try again",
      advice: Self.closingAdvice(other))
  }

  /// Throws when a menu is open in the element's own window that keeps input from it, and the focus as well: what takes the
  /// focus meanwhile may not get it again when the menu is closed. A click beside a menu only closes it.
  ///
  /// - Parameter input: What goes to the menu instead.
  func checkOwnMenus(for input: String = "keys") async throws(ActionRefusal) {
    let menu = openMenu
    guard menu != nil || object.dialect.omitsPopups, !isOfMenu, let window = window(of: element),
      window.states.contains(.active),
      await isKeyboardHeld
    else { return }
    try checkNotEnded()
    guard let menu else { throw ActionRefusal(inaccessibleMenuOver: window.id) }
    throw ActionRefusal(
      .rejected,
      "\(menu.messageName) is open, and gets the \(input) for \(name); close that menu, and try again",
      advice: Self.closingAdvice(window))
  }

  /// Whether the element is an item of a menu that is open, which gets the keys of its window without having the focus.
  var isInOpenMenu: Bool {
    get async {
      guard
        element.role.isMenuItem, states.contains(.showing),
        window(of: element)?.states.contains(.active) == true
      else { return false }
      return await isKeyboardHeld
    }
  }

  private static func closingAdvice(_ window: Element) -> String {
    "Run \"escape '\(window.id)' --synthesize\", or choose an item of the menu, and repeat this."
  }

  /// Whether the element belongs to a menu.
  private var isOfMenu: Bool {
    let tree = host.store.tree
    return element.role.isOfMenu
      || tree.ancestors(of: element.id).contains { tree.read($0) { $0.role.isOfMenu } ?? true }
  }

  /// The first menu of the application that shows its items or has the focus; `nil` where there is none.
  private var openMenu: Element? {
    let tree = host.store.tree
    if let menu = tree.openMenu(of: element.application) { return tree[menu] }
    // GTK 4 does not say what is showing in a popover.
    guard let focused = host.store.focused, tree.read(focused, { $0.role.isMenuItem }) == true,
      let menu = tree.ancestors(of: focused).lazy.compactMap({ tree[$0] })
        .first(where: { $0.role == .menu })
    else { return nil }
    return menu.application == element.application ? menu : nil
  }
}

extension Tree {
  /// Returns the first menu of an application that shows its items.
  func openMenu(of application: ElementID) -> ElementID? {
    for id in index.elements(role: .menuItem) {
      guard let menu = read(id, { $0.states.contains(.showing) ? $0.parent : nil }) ?? nil,
        read(menu, { $0.application == application && $0.role == .menu }) == true
      else { continue }
      return menu
    }
    return nil
  }

  /// Returns the active window of another application than one. Where several claim to be active, it is that of an open menu, which
  /// keeps the keyboard while another window is activated, or else the one with the focus.
  ///
  /// - Parameter focused: The element with the keyboard focus of the desktop, if any has it.
  func activeWindow(besides application: ElementID, focused: ElementID?) -> ElementID? {
    let windows = roots.filter { $0 != application }.flatMap { activeWindows(of: $0) }
    guard windows.count > 1 else { return windows.first }
    func root(_ id: ElementID) -> ElementID? { read(id) { $0.application } }
    return windows.first { root($0).flatMap(openMenu) != nil }
      ?? windows.first { window in focused.map { isAncestor(window, of: $0) } == true }
      ?? windows.first { read($0) { $0.label?.isBlank == false } == true } ?? windows.first
  }
}

extension Role {
  fileprivate var isOfMenu: Bool {
    switch self {
    case .menu, .menuBar, .menuItem, .menuItemCheckBox, .menuItemRadio, .comboBox, .popUpButton:
      true
    default: false
    }
  }
}
