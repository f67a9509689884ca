extension View {
  /// Adds the element to one of the application's custom rotors.
  public func accessibilityRotorEntry(
    _ rotor: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let rotor = String(rotor)
    return modifyElement(isEnabled: isEnabled) { $0.element.rotors.append(rotor) }
  }
}
