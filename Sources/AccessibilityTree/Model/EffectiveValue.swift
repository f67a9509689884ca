extension Element {
  /// The value as text: what was set, or else the number, or else 1, 0 or "mixed" for what is on or
  /// off.
  public var effectiveValue: String? {
    if let value { return value }
    if let range { return range.current.shortDescription }
    guard states.contains(.checkable) || traits.contains(.toggle) else { return nil }
    if states.contains(.mixed) { return "mixed" }
    return states.contains(.checked) || states.contains(.pressed) ? "1" : "0"
  }
}

extension Double {
  /// Without a fraction where there is none: "7", "9.5".
  public var shortDescription: String {
    if let whole = Int64(exactly: self) { return String(whole) }
    return description
  }
}
