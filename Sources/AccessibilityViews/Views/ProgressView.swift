internal import AccessibilityTree

/// The progress of a task. Its value is the label of the current value, or else the percentage.
public struct ProgressView<Label: View, CurrentValueLabel: View>: BuiltInView {
  private let value: Double?
  private let total: Double
  private let label: Label
  private let currentValueLabel: CurrentValueLabel

  /// - Parameter value: The progress, from 0 to `total`; `nil`: indeterminate.
  public init(
    value: Double?, total: Double = 1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.value = value
    self.total = total
    self.label = label()
    self.currentValueLabel = currentValueLabel()
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 4, minimum: Size(width: 100, height: 20), growsWidth: true))
    node.describeControl(.progressBar, .updatesFrequently) { [unowned node, value, total] content in
      content.element.value = node.valueInWords
      guard let value else {
        content.element.states.insert(.busy)
        return
      }
      content.element.range = NumericRange(current: value, minimum: 0, maximum: total)
      guard content.element.value == nil, total > 0 else { return }
      content.element.value = Int(exactly: (value / total * 100).rounded()).map { "\($0)%" }
    }
    let configuration = ProgressViewStyleConfiguration(
      fractionCompleted: value.map { total > 0 ? min(max($0 / total, 0), 1) : 0 },
      label: label is EmptyView ? nil : AnyView(label),
      currentValueLabel: currentValueLabel is EmptyView ? nil : AnyView(currentValueLabel))
    let style = node.environment.style(of: ProgressViewStyleConfiguration.self)
    let shown =
      style ?? ConfiguredStyle(LinearProgressViewStyle()) { $0.makeBody(configuration: $1) }
    shown.show(configuration, in: node)
    node.renderChild(StyledLabel(content: AnyView(label)), at: 1)
    node.renderChild(ValueLabel(content: AnyView(currentValueLabel)), at: 2)
  }
}

extension ProgressView where CurrentValueLabel == EmptyView {
  public init(value: Double?, total: Double = 1, @ViewBuilder label: () -> Label) {
    self.init(value: value, total: total, label: label) { EmptyView() }
  }

  public init(@ViewBuilder label: () -> Label) {
    self.init(value: nil, label: label)
  }
}

extension ProgressView where Label == EmptyView, CurrentValueLabel == EmptyView {
  public init() {
    self.init(value: nil) { EmptyView() }
  }

  public init(value: Double?, total: Double = 1) {
    self.init(value: value, total: total) { EmptyView() }
  }
}

extension ProgressView where Label == Text, CurrentValueLabel == EmptyView {
  public init(_ title: some StringProtocol, value: Double?, total: Double = 1) {
    self.init(value: value, total: total) { Text(title) }
  }

  public init(_ title: some StringProtocol) {
    self.init(value: nil) { Text(title) }
  }
}

extension ProgressView where Label == AnyView, CurrentValueLabel == AnyView {
  /// The progress that a style is given.
  public init(_ configuration: ProgressViewStyleConfiguration) {
    value = configuration.fractionCompleted
    total = 1
    label = configuration.label ?? AnyView(EmptyView())
    currentValueLabel = configuration.currentValueLabel ?? AnyView(EmptyView())
  }
}

/// The value of an indicator in words, for its element. It is not shown.
struct ValueLabel: BuiltInView {
  let content: AnyView

  func render(in node: ViewNode) {
    node.shape(.element(.side))
    node.renderChild(content, at: 0)
  }
}

extension ViewNode {
  /// The value in words of an indicator; `nil` when it has none.
  var valueInWords: String? {
    let parts = children.first { $0 is TypedNode<ValueLabel> }?.element?.children ?? []
    let labels = parts.compactMap { $0.currentContent().element.label }.filter { !$0.isEmpty }
    return labels.isEmpty ? nil : labels.joined(separator: ", ")
  }
}
