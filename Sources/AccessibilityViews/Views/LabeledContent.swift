/// A control or text with a title. Both remain elements and are linked: the title labels the content.
public struct LabeledContent<Label: View, Content: View>: View {
  @Namespace private var pair
  let label: Label
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    self.label = label()
    self.content = content()
  }

  public var body: some View {
    LabeledRow(
      label: label.accessibilityLabeledPair(role: .label, id: 0, in: pair),
      content: content.accessibilityLabeledPair(role: .content, id: 0, in: pair))
  }
}

extension LabeledContent where Label == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension LabeledContent where Label == Text, Content == Text {
  public init(_ title: some StringProtocol, value: some StringProtocol) {
    self.init {
      Text(value)
    } label: {
      Text(title)
    }
  }
}

extension LabeledContent where Label == AnyView, Content == AnyView {
  /// The labelled content that a style is given.
  public init(_ configuration: LabeledContentStyleConfiguration) {
    label = configuration.label
    content = configuration.content
  }
}

/// A pair as its style shows it.
private struct LabeledRow<Label: View, Content: View>: BuiltInView {
  let label: Label
  let content: Content

  func render(in node: ViewNode) {
    if let style = node.environment.style(of: LabeledContentStyleConfiguration.self) {
      style.show(
        LabeledContentStyleConfiguration(label: AnyView(label), content: AnyView(content)),
        in: node)
    } else {
      node.renderChild(
        HStack {
          label
          Spacer()
          content
        }, at: 0)
    }
  }
}

/// The appearance of labelled content. Label and content remain linked elements if the style shows both.
public protocol LabeledContentStyle {
  associatedtype Body: View
  typealias Configuration = LabeledContentStyleConfiguration

  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct LabeledContentStyleConfiguration {
  public let label: AnyView
  public let content: AnyView
}

public struct AutomaticLabeledContentStyle: LabeledContentStyle {
  public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    HStack {
      configuration.label
      Spacer()
      configuration.content
    }
  }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
  public static var automatic: AutomaticLabeledContentStyle { AutomaticLabeledContentStyle() }
}

extension View {
  public func labeledContentStyle(_ style: some LabeledContentStyle) -> some View {
    styled(style) { style, configuration in style.makeBody(configuration: configuration) }
  }
}
