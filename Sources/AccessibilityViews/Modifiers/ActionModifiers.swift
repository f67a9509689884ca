internal import AccessibilityTree

/// A standard action, known to all assistive technologies.
public enum AccessibilityActionKind: Hashable, Sendable {
  /// What activating the element does.
  case `default`
  /// Closes what is open.
  case escape
  /// The most important action in the context of the element; passed up to enclosing elements when it has none.
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
  mutating func offer(
    _ kind: AccessibilityActionKind, named nativeName: String? = nil,
    _ handler: @escaping () throws -> Void
  ) {
    offer(ActionHandler(Action(kind.kind, nativeName: nativeName)) { _, _ in try handler() })
    if kind == .default, element.role == .group { element.role = .button }
  }
}

/// The direction of an adjustment.
public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
  case increment, decrement
}

extension View {
  /// Adds an action to the element. The handler can refuse it by throwing an `ActionRefusal`.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind = .default, _ handler: @escaping () throws -> Void
  ) -> some View {
    modifyElement { $0.offer(kind, handler) }
  }

  /// Adds a custom action to the element (A2).
  public func accessibilityAction(
    named name: some StringProtocol, _ handler: @escaping () throws -> Void
  ) -> some View {
    let action = Action(.custom, name: String(name))
    return modifyElement { $0.offer(ActionHandler(action) { _, _ in try handler() }) }
  }

  /// Adds a custom action to the element, named by the text of a view (A2).
  public func accessibilityAction<Side: View>(
    action: @escaping () throws -> Void, @ViewBuilder label: () -> Side
  ) -> some View {
    SideModifier(content: self, side: label()) { content, node in
      let custom = Action(.custom, name: node.sideTitle)
      content.offer(ActionHandler(custom) { _, _ in try action() })
    }
  }

  /// Adds the actions of other views' controls to the element; those views are not shown (S7).
  public func accessibilityActions<Side: View>(
    category: String? = nil, @ViewBuilder _ content: () -> Side
  ) -> some View {
    SideModifier(content: self, side: content()) { content, node in
      for part in node.sideContents {
        for action in part.customActions(category: category) { content.offer(action) }
      }
    }
  }

  /// Makes the element adjustable (A3). Give it a value as well, so that the effect can be heard.
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

  /// Makes the value of the element a number that can be set (A8), such as by voice. Give it a text for the value as
  /// well, if people know the number by another name.
  ///
  /// - Parameter step: The amount of increment and decrement, which `accessibilityAdjustableAction` performs.
  public func accessibilitySettableValue(
    _ value: Binding<Double>, in bounds: ClosedRange<Double>, step: Double? = nil
  ) -> some View {
    let current = value.wrappedValue
    return modifyElement { $0.offerValue(current, value, in: bounds, step: step) }
  }
}
