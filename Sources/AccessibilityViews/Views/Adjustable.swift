internal import AccessibilityTree

/// A control for a value within a range.
public struct Slider<Label: View>: BuiltInView {
  let value: Binding<Double>
  let bounds: ClosedRange<Double>
  let step: Double?
  let label: Label

  /// - Parameter step: The amount of increment and decrement; `nil`: a tenth of the range.
  public init(
    value: Binding<Double>, in bounds: ClosedRange<Double> = 0...1, step: Double? = nil,
    @ViewBuilder label: () -> Label
  ) {
    self.value = value
    self.bounds = bounds
    self.step = step
    self.label = label()
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 4, minimum: Size(width: 120, height: 44), growsWidth: true))
    node.describeNumber(.slider, value, in: bounds, step: step ?? stride / 10)
    node.renderChild(label, at: 0)
  }

  private var stride: Double { bounds.upperBound - bounds.lowerBound }
}

extension Slider where Label == EmptyView {
  public init(
    value: Binding<Double>, in bounds: ClosedRange<Double> = 0...1, step: Double? = nil
  ) {
    self.init(value: value, in: bounds, step: step) { EmptyView() }
  }
}

/// A control that changes a number in steps.
public struct Stepper<Label: View>: BuiltInView {
  let value: Binding<Double>
  let bounds: ClosedRange<Double>
  let step: Double
  let label: Label

  public init(
    value: Binding<Double>, in bounds: ClosedRange<Double>, step: Double = 1,
    @ViewBuilder label: () -> Label
  ) {
    self.value = value
    self.bounds = bounds
    self.step = step
    self.label = label()
  }

  public init(
    value: Binding<Int>, in bounds: ClosedRange<Int>, step: Int = 1,
    @ViewBuilder label: () -> Label
  ) {
    self.init(
      value: Binding {
        Double(value.wrappedValue)
      } set: {
        value.wrappedValue = bounds.nearest(to: $0)
      },
      in: Double(bounds.lowerBound)...Double(bounds.upperBound), step: Double(step), label: label)
  }

  public func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 4, minimum: Size(width: 140, height: 44), growsWidth: true))
    node.describeNumber(.spinButton, value, in: bounds, step: step)
    node.renderChild(label, at: 0)
  }
}

extension ClosedRange<Int> {
  /// Returns the whole number in the range that is nearest to `number`.
  fileprivate func nearest(to number: Double) -> Int {
    guard let whole = Int(exactly: number.rounded()) else {
      return number < 0 ? lowerBound : upperBound
    }
    return Swift.min(Swift.max(whole, lowerBound), upperBound)
  }
}

extension Stepper where Label == Text {
  public init(
    _ title: some StringProtocol, value: Binding<Double>, in bounds: ClosedRange<Double>,
    step: Double = 1
  ) {
    self.init(value: value, in: bounds, step: step) { Text(title) }
  }

  public init(
    _ title: some StringProtocol, value: Binding<Int>, in bounds: ClosedRange<Int>, step: Int = 1
  ) {
    self.init(value: value, in: bounds, step: step) { Text(title) }
  }
}

extension ViewNode {
  /// Makes the view an adjustable element with a numeric value (A3, A8).
  fileprivate func describeNumber(
    _ role: Role, _ value: Binding<Double>, in bounds: ClosedRange<Double>, step: Double
  ) {
    let current = value.wrappedValue
    describeControl(role, .adjustable) { content in
      func move(by step: Double) {
        value.wrappedValue = min(
          max(value.wrappedValue + step, bounds.lowerBound), bounds.upperBound)
      }
      content.offer(ActionHandler(.increment) { move(by: step) })
      content.offer(ActionHandler(.decrement) { move(by: -step) })
      content.offerValue(current, value, in: bounds, step: step)
    }
  }
}
