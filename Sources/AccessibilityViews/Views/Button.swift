internal import AccessibilityTree

/// A control that performs an action.
///
/// The action can refuse by throwing an `ActionRefusal`; the client receives the reason.
public struct Button<Label: View>: BuiltInView {
  let action: () throws -> Void
  let label: Label
  /// The intent that the action runs.
  var intent: (any AppIntent)?

  public init(action: @escaping () throws -> Void, @ViewBuilder label: () -> Label) {
    self.action = action
    self.label = label()
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 44, height: 44)))
    let menu = node.environment.menu
    let style = node.environment.buttonStyle as? ButtonStyleBox
    // Only a style shows that a button is pressed.
    let isPressed = style.map { _ in node.kept { TrackedValue(false) } }
    node.describeControl(menu == nil ? .button : .menuItem, .button) { [action, intent] content in
      content.offer(
        .press(isPressed) {
          try action()
          menu?.close()
        })
      if let intent { content.offerBesides(intent.handler(named: content.title)) }
    }
    if let style {
      let configuration = ButtonStyleConfiguration(
        label: AnyView(label), isPressed: isPressed?.value ?? false)
      style.render(configuration, in: node)
    } else {
      node.renderChild(label, at: 0)
    }
  }
}

extension Button where Label == Text {
  public init(_ title: some StringProtocol, action: @escaping () throws -> Void) {
    self.init(action: action) { Text(title) }
  }
}

extension Button {
  /// Creates a button that runs an intent, as in widgets.
  public init(intent: some AppIntent, @ViewBuilder label: () -> Label) {
    self.init(action: { try intent.run([:]) }, label: label)
    self.intent = intent
  }
}

extension ActionHandler {
  /// Returns the press of a button: it goes down, which is committed, then up, and acts.
  fileprivate static func press(
    _ isPressed: TrackedValue<Bool>?, _ action: @escaping () throws -> Void
  ) -> ActionHandler {
    var handler = ActionHandler(.press) {
      guard let isPressed, let host = ViewGraph.running?.host else { return try action() }
      host.step { isPressed.value = true }
      try host.step {
        isPressed.value = false
        try action()
      }
    }
    handler.isStepwise = isPressed != nil
    return handler
  }
}

extension ViewNode {
  /// Makes the view one element with a role, labelled by its content.
  func describeControl(
    _ role: Role, _ traits: Traits, _ describe: @escaping (inout ElementContent) -> Void
  ) {
    shape(.element(.absorbing)) { [unowned self] content in
      content.element.role = role
      content.element.traits.formUnion(traits)
      content.takeLabel(of: labelParts)
      describe(&content)
    }
  }
}

extension ElementContent {
  /// Sets the label from the labels of the parts, in order. Other content of the parts is not used, except
  /// attributes and label links.
  mutating func takeLabel(of parts: [ElementNode]) {
    let contents = parts.map { $0.currentContent() }
    let labels = contents.compactMap(\.element.label).filter { !$0.isEmpty }
    if !labels.isEmpty { element.label = labels.joined(separator: ", ") }
    isLabelOfSymbol = labels.count == 1 && contents.contains(where: \.isLabelOfSymbol)
    for attribute in contents.flatMap(\.element.attributes) {
      setAttribute(attribute.name, attribute.value)
    }
    links += contents.flatMap(\.links)
  }
}
