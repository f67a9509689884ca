extension Limit {
  /// Returns a value as `--limit` takes it and people read it: "512", "4MiB", "500ms", "5min".
  public func text(_ value: Int) -> String {
    let (factor, suffix) =
      unit.suffixes.last { value >= $0.factor && value % $0.factor == 0 } ?? (1, "")
    return "\(value / factor)\(suffix)"
  }

  /// The range of the values: "from 100ms to 10min".
  public var rangeText: String {
    "from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }

  /// What a value must be: "a whole number", "a time such as 500ms, 5s or 2min".
  public var requirement: String {
    switch unit {
    case .count: "a whole number"
    case .bytes: "a number of bytes such as 65536, 64KiB or 4MiB"
    case .time: "a time such as 500ms, 5s or 2min"
    }
  }

  /// Returns the value that a text gives, in the limit's unit, or `nil` when it gives none within the range.
  public func value(of text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let suffix = text.dropFirst(digits.count)
    guard let number = Int(digits), let factor = unit.factor(of: String(suffix)) else { return nil }
    let (value, overflow) = number.multipliedReportingOverflow(by: factor)
    return !overflow && range.contains(value) ? value : nil
  }
}

extension Limit.Unit {
  /// The suffixes of values with what they stand for, in ascending order.
  fileprivate var suffixes: [(factor: Int, suffix: String)] {
    switch self {
    case .count: [(1, "")]
    case .bytes: [(1, ""), (1024, "KiB"), (1024 * 1024, "MiB"), (1 << 30, "GiB")]
    case .time: [(1, "ms"), (1_000, "s"), (60_000, "min"), (3_600_000, "h")]
    }
  }

  fileprivate func factor(of suffix: String) -> Int? {
    suffixes.first { $0.suffix == suffix }?.factor
  }

  /// The name in the protocol; empty for a number of things.
  var name: String {
    switch self {
    case .count: ""
    case .bytes: "bytes"
    case .time: "ms"
    }
  }
}
