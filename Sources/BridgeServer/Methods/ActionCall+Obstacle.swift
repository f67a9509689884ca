internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// What came in front of the target and is in no accessibility tree.
extension ActionCall {
  /// Looks for a window that is in the way of what comes next and that the mirror does not show. Calls back with whether the action
  /// is known to have opened it.
  ///
  /// That is a menu, or a window where that of the target is not active any more and no other is.
  func findObstacle(_ isSynthesised: Bool, _ body: @escaping (Bool) -> Void) {
    guard let formerFront, settler.hasKnownEffect == nil, miss == nil, !isGone else {
      return body(false)
    }
    guard hasActiveWindow else { return findWindow(body) }
    guard mayOpenMenu else { return body(false) }
    target.source.findInaccessibleMenu(of: element) { [self] isOpen in
      guard isOpen else { return body(false) }
      obstacle = Status(
        refusal: ActionRefusal(inaccessibleMenuOver: formerFront), element: formerFront)
      // A click closes one that was open before.
      body(isSynthesised)
    }
  }

  /// Whether the action may open a menu that is none of a menu bar.
  private var mayOpenMenu: Bool {
    switch request.command {
    case .showMenu: true
    case .press: service.store.tree.read(element) { $0.role.opensMenu } ?? false
    default: false
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

  private var hasActiveWindow: Bool { !service.store.tree.activeWindows.isEmpty }
}

extension Role {
  /// Whether a press may open a menu.
  fileprivate var opensMenu: Bool { self == .button || self == .popUpButton }
}
