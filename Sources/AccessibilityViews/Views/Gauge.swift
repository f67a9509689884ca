internal import AccessibilityTree

/// A measured value within bounds. Its value is the label of the current value, or else the number.
public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View>: BuiltInView {
  private let value: Double
  private let bounds: ClosedRange<Double>
  private let label: Label
  private let currentValueLabel: CurrentValueLabel
  private let minimumValueLabel: BoundsLabel
  private let maximumValueLabel: BoundsLabel

  public init(
    value: Double, in bounds: ClosedRange<Double> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel,
    @ViewBuilder minimumValueLabel: () -> BoundsLabel,
    @ViewBuilder maximumValueLabel: () -> BoundsLabel
  ) {
    self.value = value
    self.bounds = bounds
    self.label = label()
    self.currentValueLabel = currentValueLabel()
    self.minimumValueLabel = minimumValueLabel()
    self.maximumValueLabel = maximumValueLabel()
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 4, minimum: Size(width: 100, height: 20), growsWidth: true))
    node.describeControl(.meter, []) { [unowned node, value, bounds] content in
      content.element.value = node.valueInWords
      content.element.range = NumericRange(
        current: value, minimum: bounds.lowerBound, maximum: bounds.upperBound)
    }
    func shown(_ label: some View) -> AnyView? { label is EmptyView ? nil : AnyView(label) }
    let configuration = GaugeStyleConfiguration(
      value: fraction, label: AnyView(label), currentValueLabel: shown(currentValueLabel),
      minimumValueLabel: shown(minimumValueLabel), maximumValueLabel: shown(maximumValueLabel))
    let style = node.environment.style(of: GaugeStyleConfiguration.self)
    let drawn =
      style ?? ConfiguredStyle(LinearCapacityGaugeStyle()) { $0.makeBody(configuration: $1) }
    drawn.show(configuration, in: node)
    node.renderChild(StyledLabel(content: AnyView(label)), at: 1)
    node.renderChild(ValueLabel(content: AnyView(currentValueLabel)), at: 2)
  }

  private var fraction: Double {
    let length = bounds.upperBound - bounds.lowerBound
    return length > 0 ? min(max((value - bounds.lowerBound) / length, 0), 1) : 0
  }
}

extension Gauge where BoundsLabel == EmptyView {
  public init(
    value: Double, in bounds: ClosedRange<Double> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder currentValueLabel: () -> CurrentValueLabel
  ) {
    self.init(
      value: value, in: bounds, label: label, currentValueLabel: currentValueLabel,
      minimumValueLabel: { EmptyView() }, maximumValueLabel: { EmptyView() })
  }
}

extension Gauge where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView {
  public init(
    value: Double, in bounds: ClosedRange<Double> = 0...1, @ViewBuilder label: () -> Label
  ) {
    self.init(value: value, in: bounds, label: label) { EmptyView() }
  }
}

/// The appearance of gauges. It does not change their elements.
public protocol GaugeStyle {
  associatedtype Body: View
  typealias Configuration = GaugeStyleConfiguration

  @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

public struct GaugeStyleConfiguration {
  /// From 0 to 1.
  public let value: Double
  public let label: AnyView
  public let currentValueLabel: AnyView?
  public let minimumValueLabel: AnyView?
  public let maximumValueLabel: AnyView?
}

public struct LinearCapacityGaugeStyle: GaugeStyle {
  public init() {}

  public func makeBody(configuration: Configuration) -> some View {
    VStack {
      configuration.label
      HStack {
        configuration.minimumValueLabel
        Capsule().frame(height: 4)
        configuration.maximumValueLabel
      }
      configuration.currentValueLabel
    }
  }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
  public static var automatic: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
  public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

extension View {
  public func gaugeStyle(_ style: some GaugeStyle) -> some View {
    styled(style) { style, configuration in style.makeBody(configuration: configuration) }
  }
}
