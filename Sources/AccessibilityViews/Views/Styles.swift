/// The appearance of buttons. It does not change their elements.
public protocol ButtonStyle {
  associatedtype Body: View
  typealias Configuration = ButtonStyleConfiguration

  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct ButtonStyleConfiguration: ControlConfiguration {
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

public struct ToggleStyleConfiguration: ControlConfiguration {
  public let label: AnyView
  /// Whether the toggle is on. A style sets it by `configuration.isOn` or by the binding `configuration.$isOn`.
  @Binding public var isOn: Bool
}

/// What a style is given of a control. The label names the element, whether or not the style shows it.
protocol ControlConfiguration {
  var label: AnyView { get }
}

typealias ButtonStyleBox = ConfiguredStyle<ButtonStyleConfiguration>
typealias ToggleStyleBox = ConfiguredStyle<ToggleStyleConfiguration>

extension NodeEnvironment {
  var buttonStyle: StyleBox? { style(of: ButtonStyleConfiguration.self) }
  var toggleStyle: StyleBox? { style(of: ToggleStyleConfiguration.self) }
}

extension ConfiguredStyle where Configuration: ControlConfiguration {
  /// Renders the control as the style shows it, and its label for its element.
  func render(_ configuration: Configuration, in node: ViewNode) {
    show(configuration, in: node)
    node.renderChild(StyledLabel(content: configuration.label), at: 1)
  }
}

/// The label of a control with a style, for its element. It is not shown.
struct StyledLabel: BuiltInView {
  let content: AnyView

  func render(in node: ViewNode) {
    node.shape(.element(.side))
    node.renderChild(content, at: 0)
  }
}

extension ViewNode {
  /// The elements that name the control: those of its label, or all that it shows when it has no style.
  var labelParts: [ElementNode] {
    let label = children.first { $0 is TypedNode<StyledLabel> }
    return (label ?? self).element?.children ?? []
  }
}

extension View {
  public func buttonStyle(_ style: some ButtonStyle) -> some View {
    styled(style) { style, configuration in style.makeBody(configuration: configuration) }
  }

  public func toggleStyle(_ style: some ToggleStyle) -> some View {
    styled(style) { style, configuration in style.makeBody(configuration: configuration) }
  }
}
