extension Element {
  /// The value as text: `value` if set, otherwise the number of the range, otherwise "1", "0" or "mixed" for
  /// a checkable element or a toggle.
  public var effectiveValue: String? {
    if let value { return value }
    if let range { return range.current.shortDescription }
    guard states.contains(.checkable) || traits.contains(.toggle) else { return nil }
    if states.contains(.mixed) { return "mixed" }
    return states.contains(.checked) || states.contains(.pressed) ? "1" : "0"
  }
}

extension Double {
  /// The decimal notation, without a fraction for a whole number: "7", "9.5".
  public var shortDescription: String {
    if let whole = Int64(exactly: self) { return String(whole) }
    return description
  }
}
