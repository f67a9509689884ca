internal import AccessibilityTree

extension ElementContent {
  /// Gives the element a number within a range that can be set (A8).
  ///
  /// - Parameter current: The value, read where the view that describes the element is evaluated.
  mutating func offerValue(
    _ current: Double, _ value: Binding<Double>, in bounds: ClosedRange<Double>, step: Double?
  ) {
    element.range = NumericRange(
      current: current, minimum: bounds.lowerBound, maximum: bounds.upperBound,
      step: step)
    offer(
      ActionHandler(Action(.setValue)) { command, _ in
        guard case .setValue(let number) = command else { return }
        guard bounds.contains(number) else {
          throw ActionRefusal(
            .outOfRange,
            "\(number.shortDescription) is not within \(bounds.lowerBound.shortDescription) "
              + "and \(bounds.upperBound.shortDescription); set a value in this range")
        }
        value.wrappedValue = number
      })
  }
}
