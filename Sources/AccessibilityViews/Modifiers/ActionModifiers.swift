internal import AccessibilityTree

/// An action that every assistive technology knows.
public enum AccessibilityActionKind: Hashable, Sendable {
  /// What activating the element does.
  case `default`
  /// Leaves what is open.
  case escape
  /// What matters most where the element is; asked of those around it when it has none.
  case magicTap
  case delete
  case showMenu

  var kind: ActionKind {
    switch self {
    case .default: .press
    case .escape: .escape
    case .magicTap: .magicTap
    case .delete: .delete
    case .showMenu: .showMenu
    }
  }
}

extension ElementContent {
  mutating func offer(_ kind: AccessibilityActionKind, _ handler: @escaping () throws -> Void) {
    offer(ActionHandler(kind.kind, handler))
    if kind == .default, element.role == .group { element.role = .button }
  }
}

/// Which way an adjustable element goes.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
  case increment, decrement
}

extension View {
  /// Gives the element an action. The handler may refuse by throwing an `ActionRefusal`.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind = .default, _ handler: @escaping () throws -> Void
  ) -> some View {
    modifyElement { $0.offer(kind, handler) }
  }

  /// Gives the element an action of the application's own (A2).
  public func accessibilityAction(
    named name: some StringProtocol, _ handler: @escaping () throws -> Void
  ) -> some View {
    let action = Action(.custom, name: String(name))
    return modifyElement { $0.offer(ActionHandler(action) { _, _ in try handler() }) }
  }

  /// Makes the controls of other views, which are not shown, actions of the element (S7).
  public func accessibilityActions<Side: View>(
    category: String? = nil, @ViewBuilder _ content: () -> Side
  ) -> some View {
    SideModifier(content: self, side: content()) { content, node in
      for part in node.sideContents {
        for handler in part.handlers {
          if let action = part.asCustomAction(handler, category: category) { content.offer(action) }
        }
      }
    }
  }

  /// Makes the element adjustable (A3). Give it a value as well, or nobody hears what it does.
  public func accessibilityAdjustableAction(
    _ handler: @escaping (AccessibilityAdjustmentDirection) throws -> Void
  ) -> some View {
    modifyElement { content in
      content.element.traits.insert(.adjustable)
      content.chooseRole()
      content.offer(ActionHandler(.increment) { try handler(.increment) })
      content.offer(ActionHandler(.decrement) { try handler(.decrement) })
    }
  }
}
