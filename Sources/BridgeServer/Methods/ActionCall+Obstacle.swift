internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// What came in front of the target and is in no accessibility tree.
extension ActionCall {
  /// Notes before an action that may open a menu, or presses keys, whether one is open already that the mirror does not show.
  func lookForMenu(_ body: @escaping () -> Void) {
    guard formerFront != nil, mayOpenMenu else { return body() }
    target.source.findInaccessibleMenu(of: element) { [weak self] isOpen in
      self?.hadMenu = isOpen
      body()
    }
  }

  /// Looks for a window that is in the way of what comes next and that the mirror does not show. Calls back with what that says of
  /// the effect: whether the action is known to have opened it, or to have closed one, or may have; `nil`: nothing.
  ///
  /// That is a menu, or a window where that of the target is not active any more and no other is.
  func findObstacle(_ isSynthesised: Bool, _ body: @escaping (Receipt.Effect?) -> Void) {
    if hasClosedWindow(isSynthesised) {
      note.addNote("the window that was in front is closed")
      return body(.seen)
    }
    guard let formerFront, settler.hasKnownEffect == nil, miss == nil, !isGone else {
      return body(nil)
    }
    guard hasActiveWindow else { return findWindow { body($0 ? .seen : nil) } }
    guard mayOpenMenu else { return body(nil) }
    target.source.findInaccessibleMenu(of: element) { [self] isOpen in
      guard isOpen else {
        guard hadMenu else { return body(nil) }
        note.addNote("the menu that was open is closed")
        return body(isSynthesised ? .seen : .uncertain)
      }
      obstacle = Status(
        refusal: ActionRefusal(inaccessibleMenuOver: formerFront), element: formerFront)
      let pressesKeys = request.command.pressesKeys
      // A click closes one that was open before.
      if isSynthesised { return body(hadMenu && pressesKeys ? nil : .seen) }
      if hadMenu { return body(nil) }
      body(settler.mayBeOfBefore ? .uncertain : .seen)
    }
  }

  /// Whether the action may open a menu that is none of a menu bar.
  private var mayOpenMenu: Bool {
    switch request.command {
    case .showMenu: true
    case .press: service.store.tree.read(element) { $0.role.opensMenu } ?? false
    default: request.allowSynthesis && request.command.pressesKeys
    }
  }

  private func findWindow(_ body: @escaping (Bool) -> Void) {
    target.source.findInaccessibleWindow(over: element) { [self] title in
      if let title, !hasActiveWindow {
        let name = service.store.tree[element]?.messageName ?? "the element"
        obstacle = Status(
          refusal: ActionRefusal(
            inaccessible: title, insteadOf: name, in: target.application, isRepeatable: false),
          element: element)
      }
      body(obstacle != nil)
    }
  }

  /// Whether keys have closed a window of the application that the mirror does not show: none was active in the mirror, and now one
  /// is that keys for the target do not put in front.
  private func hasClosedWindow(_ isSynthesised: Bool) -> Bool {
    guard isSynthesised, !hadActiveWindow, request.command.pressesKeys, miss == nil, !isGone else {
      return false
    }
    let tree = service.store.tree
    return tree.activeWindows.contains { window in
      window != element && !tree.isAncestor(window, of: element)
        && tree.read(window) { $0.application } == target.application
    }
  }

  private var hasActiveWindow: Bool { !service.store.tree.activeWindows.isEmpty }
}

extension ActionCommand {
  /// Whether it presses keys that may open or close a menu.
  fileprivate var pressesKeys: Bool {
    switch self {
    case .keys, .escape: true
    default: false
    }
  }
}

extension Role {
  /// Whether a press may open a menu.
  fileprivate var opensMenu: Bool { self == .button || self == .popUpButton }
}
