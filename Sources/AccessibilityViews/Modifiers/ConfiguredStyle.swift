/// A style of one kind of views, which are given to it as configurations.
final class ConfiguredStyle<Configuration>: StyleBox {
  /// Whether the box holds this very style.
  private let isOf: (Any) -> Bool
  private let make: (Configuration, ViewNode) -> Void

  init<Style>(_ style: Style, _ body: @escaping (Style, Configuration) -> some View) {
    isOf = { other in (other as? Style).map { isSameValue(style, $0) } ?? false }
    make = { configuration, node in
      node.renderChild(
        StyledBody(style: style, configuration: configuration, content: body), at: 0)
    }
  }

  func isBox<Style>(of style: Style) -> Bool { isOf(style) }

  /// Renders what the style makes of a configuration as the first child of a node.
  func show(_ configuration: Configuration, in node: ViewNode) {
    make(configuration, node)
  }
}

/// The result of a style. Views of its kind that are inside it have the default style.
private struct StyledBody<Style, Configuration, Content: View>: BuiltInView {
  let style: Style
  let configuration: Configuration
  let content: (Style, Configuration) -> Content

  func render(in node: ViewNode) {
    var environment = node.environment
    environment.styles[ObjectIdentifier(Configuration.self)] = nil
    node.renderBody(from: style, environment: environment) { content(style, configuration) }
  }
}

extension NodeEnvironment {
  /// The style of the views that have such a configuration; `nil`: the default one.
  func style<Configuration>(of type: Configuration.Type) -> ConfiguredStyle<Configuration>? {
    styles[ObjectIdentifier(type)] as? ConfiguredStyle<Configuration>
  }
}

extension View {
  /// Sets the style of the views inside that have such a configuration.
  func styled<Style, Configuration>(
    _ style: Style, _ body: @escaping (Style, Configuration) -> some View
  ) -> some View {
    EnvironmentModifier(content: self) { node, environment in
      let known = node.storage.first as? ConfiguredStyle<Configuration>
      let box = known?.isBox(of: style) == true ? known : ConfiguredStyle(style, body)
      node.storage = [box].compactMap(\.self)
      environment.styles[ObjectIdentifier(Configuration.self)] = box
    }
  }
}
