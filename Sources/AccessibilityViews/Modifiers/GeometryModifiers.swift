public import AccessibilityTree

extension View {
  /// Sets the activation point, relative to the element's frame (E5).
  public func accessibilityActivationPoint(
    _ point: UnitPoint, isEnabled: Bool = true
  ) -> some View {
    modifyElement(isEnabled: isEnabled) { $0.activation = .unit(point) }
  }

  /// Sets the activation point, in pixels from the top left corner of the frame (E5).
  public func accessibilityActivationPoint(_ point: Point, isEnabled: Bool = true) -> some View {
    modifyElement(isEnabled: isEnabled) { $0.activation = .offset(point) }
  }
}
