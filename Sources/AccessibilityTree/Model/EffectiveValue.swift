extension Element {
  /// The value as text: `value` if set, otherwise the number of the range, otherwise "1", "0" or "mixed" for
  /// an element that is on or off.
  public var effectiveValue: String? {
    if let value { return value }
    if let range { return range.current.shortDescription }
    guard isOnOrOff else { return nil }
    if states.contains(.mixed) { return "mixed" }
    return states.contains(.checked) || states.contains(.pressed) ? "1" : "0"
  }

  /// Whether the value is only the beginning of the element's text. A short one lacks no more than the
  /// objects within the text, as in a combo box.
  package var isValueCut: Bool {
    guard let value, let text, value.utf8.count >= Self.minCut else { return false }
    return text.length > value.scalarCount
  }

  private static let minCut = 1024
}

extension Element {
  /// Whether the states say that the element is on or off: it is checkable, or has the role of a toggle. The trait
  /// `toggle` alone does not say it: a button that has the trait may not report its state.
  var isOnOrOff: Bool {
    states.contains(.checkable) || traits.contains(.toggle) && role.traits.contains(.toggle)
  }
}

extension Double {
  /// The decimal notation, without a fraction for a whole number: "7", "9.5". A number that was of single precision, as
  /// Chromium's are, has the digits that it had so: "0.4" and not "0.4000000059604645".
  public var shortDescription: String {
    if let whole = Int64(exactly: self) { return String(whole) }
    let single = Float(self)
    return Double(single) == self ? single.description : description
  }
}
