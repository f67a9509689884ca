extension Duration {
  /// Whole microseconds as sd-bus takes them: at least 1, at most about 292,000 years.
  var busMicroseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !whole.overflow, whole.partialValue < UInt64.max / 2 else { return UInt64.max / 2 }
    return max(1, whole.partialValue + UInt64(attoseconds / 1_000_000_000_000))
  }
}
