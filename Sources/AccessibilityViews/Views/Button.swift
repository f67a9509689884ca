internal import AccessibilityTree

/// A control that does something once.
///
/// The action may refuse by throwing an `ActionRefusal`; whoever asked is told why.
public struct Button<Label: View>: BuiltInView {
  let action: () throws -> Void
  let label: Label
  var role: ButtonRole?

  public init(
    role: ButtonRole? = nil, action: @escaping () throws -> Void,
    @ViewBuilder label: () -> Label
  ) {
    self.role = role
    self.action = action
    self.label = label()
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 44, height: 44)))
    node.describeControl(.button, .button) { [action] content in
      content.offer(ActionHandler(.press, action))
    }
    if let style = node.environment.buttonStyle as? ButtonStyleBox {
      style.render(
        ButtonStyleConfiguration(role: role, label: AnyView(label), isPressed: false), in: node)
    } else {
      node.renderChild(label, at: 0)
    }
  }
}

/// What a button is for.
public enum ButtonRole: Hashable, Sendable {
  case destructive, cancel
}

extension Button where Label == Text {
  public init(
    _ title: some StringProtocol, role: ButtonRole? = nil, action: @escaping () throws -> Void
  ) {
    self.init(role: role, action: action) { Text(title) }
  }
}

extension ViewNode {
  /// Makes the view one element of a role, named by what is inside it.
  func describeControl(
    _ role: Role, _ traits: Traits, _ describe: @escaping (inout ElementContent) -> Void
  ) {
    shape(.element(.absorbing)) { [unowned self] content in
      content.element.role = role
      content.element.traits.formUnion(traits)
      content.takeLabel(of: element?.children ?? [])
      describe(&content)
    }
  }
}

extension ElementContent {
  /// Takes the labels inside as its own, in order; the children do nothing else.
  mutating func takeLabel(of parts: [ElementNode]) {
    let contents = parts.map { $0.currentContent() }
    let labels = contents.compactMap(\.element.label).filter { !$0.isEmpty }
    if !labels.isEmpty { element.label = labels.joined(separator: ", ") }
    for attribute in contents.flatMap(\.element.attributes) {
      setAttribute(attribute.name, attribute.value)
    }
    links += contents.flatMap(\.links)
  }
}
