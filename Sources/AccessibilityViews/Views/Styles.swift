/// The appearance of buttons. It does not change their elements.
public protocol ButtonStyle {
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration

  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration {
  public let label: AnyView
  /// Whether the button is down. The action runs when it goes up again.
  public let isPressed: Bool
}

/// The appearance of toggles. It does not change their elements.
public protocol ToggleStyle {
  associatedtype Body: View
  typealias Configuration = ToggleStyleConfiguration

  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ToggleStyleConfiguration {
  public let label: AnyView
  public let isOn: Binding<Bool>
}

final class ButtonStyleBox: StyleBox {
  private let make: (ButtonStyleConfiguration, ViewNode) -> Void

  init(_ style: some ButtonStyle) {
    make = { configuration, node in
      node.renderChild(StyledControl(content: style.makeBody(configuration: configuration)), at: 0)
    }
  }

  func render(_ configuration: ButtonStyleConfiguration, in node: ViewNode) {
    make(configuration, node)
  }
}

final class ToggleStyleBox: StyleBox {
  private let make: (ToggleStyleConfiguration, ViewNode) -> Void

  init(_ style: some ToggleStyle) {
    make = { configuration, node in
      node.renderChild(StyledControl(content: style.makeBody(configuration: configuration)), at: 0)
    }
  }

  func render(_ configuration: ToggleStyleConfiguration, in node: ViewNode) {
    make(configuration, node)
  }
}

/// The result of a style. Controls inside it have the default style.
private struct StyledControl<Content: View>: BuiltInView {
  let content: Content

  func render(in node: ViewNode) {
    var environment = node.environment
    environment.buttonStyle = nil
    environment.toggleStyle = nil
    node.renderChild(content, at: 0, environment: environment)
  }
}

extension View {
  public func buttonStyle(_ style: some ButtonStyle) -> some View {
    EnvironmentModifier(content: self) { node, environment in
      environment.buttonStyle = node.kept { ButtonStyleBox(style) }
    }
  }

  public func toggleStyle(_ style: some ToggleStyle) -> some View {
    EnvironmentModifier(content: self) { node, environment in
      environment.toggleStyle = node.kept { ToggleStyleBox(style) }
    }
  }
}
