public import AccessibilityTree

extension View {
  /// Where a touch on the element goes, as a part of its frame (E5).
  public func accessibilityActivationPoint(
    _ point: UnitPoint, isEnabled: Bool = true
  ) -> some View {
    modifyElement(isEnabled: isEnabled) { $0.activation = .unit(point) }
  }

  /// Where a touch on the element goes, in pixels from the top left corner of its frame (E5).
  public func accessibilityActivationPoint(_ point: Point, isEnabled: Bool = true) -> some View {
    modifyElement(isEnabled: isEnabled) { $0.activation = .offset(point) }
  }
}
