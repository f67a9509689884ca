/// What a view hands down to all that is inside it.
struct Environment: Equatable {
  var isEnabled = true
  var buttonStyle: StyleBox?
  var toggleStyle: StyleBox?
  var choice: ChoiceBox?
  /// What closes the menu that the view stands in.
  var menu: MenuBox?
  /// What scrolls the view.
  var scroller: Scroller?

  static func == (left: Environment, right: Environment) -> Bool {
    left.isEnabled == right.isEnabled && left.buttonStyle === right.buttonStyle
      && left.toggleStyle === right.toggleStyle && left.choice === right.choice
      && left.menu === right.menu && left.scroller === right.scroller
  }
}

/// Hands an environment of its own to what is inside.
struct EnvironmentModifier<Content: View>: BuiltInView {
  let content: Content
  let change: (ViewNode, inout Environment) -> Void

  func render(in node: ViewNode) {
    var environment = node.environment
    change(node, &environment)
    node.renderChild(content, at: 0, environment: environment)
  }
}

extension View {
  /// Takes the controls inside out of use, when `disabled` is true. What is disabled around a view
  /// stays disabled.
  public func disabled(_ disabled: Bool) -> some View {
    EnvironmentModifier(content: self) { _, environment in
      environment.isEnabled = environment.isEnabled && !disabled
    }
  }
}
