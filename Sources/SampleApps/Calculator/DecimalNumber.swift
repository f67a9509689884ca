/// A decimal number of up to 18 digits, so that 0.1 + 0.2 is 0.3.
///
/// The value is `significand` × 10^`exponent`; there are no trailing zeros in the significand.
struct DecimalNumber: Hashable, Sendable {
  static let zero = DecimalNumber(significand: 0, exponent: 0)

  /// The number of digits in computations; fewer are displayed.
  private static let precision = 18
  /// The maximum distance between the first digit and the decimal point, in digits.
  private static let farthest = 100

  private let significand: Int64
  private let exponent: Int

  private init(significand: Int64, exponent: Int) {
    self.significand = significand
    self.exponent = exponent
  }

  /// Rounds to 18 digits, half away from zero. Fails for numbers of 10^100 or more; numbers
  /// that are too small become 0.
  private init?(normalizing value: Int128, _ exponent: Int) {
    var value = value
    var exponent = exponent
    let excess = Self.digits(value) - Self.precision
    if excess > 0 {
      value = Self.rounded(value, droppingDigits: excess)
      exponent += excess
    }
    while value != 0, value % 10 == 0 {
      value /= 10
      exponent += 1
    }
    let magnitude = Self.digits(value) + exponent
    if value == 0 || magnitude < -Self.farthest {
      self = .zero
      return
    }
    guard magnitude <= Self.farthest, let significand = Int64(exactly: value) else { return nil }
    self.init(significand: significand, exponent: exponent)
  }

  /// Parses "-12.50", "0." or "7"; `nil` for any other text and for more than 18 digits.
  init?(parsing text: String) {
    var value: Int128 = 0
    var count = 0
    var fraction: Int?
    for character in text.hasPrefix("-") ? text.dropFirst() : text[...] {
      if character == ".", fraction == nil {
        fraction = 0
      } else if let digit = character.wholeNumberValue, character.isASCII, count < Self.precision {
        value = value * 10 + Int128(digit)
        count += 1
        if let places = fraction { fraction = places + 1 }
      } else {
        return nil
      }
    }
    guard count > 0 else { return nil }
    self.init(normalizing: text.hasPrefix("-") ? -value : value, -(fraction ?? 0))
  }
}

// MARK: Arithmetic

extension DecimalNumber {
  var isZero: Bool { significand == 0 }

  func negated() -> DecimalNumber {
    DecimalNumber(normalizing: -Int128(significand), exponent) ?? self
  }

  /// Returns the sum; `nil` when it is too large.
  func adding(_ other: DecimalNumber) -> DecimalNumber? {
    if isZero { return other }
    if other.isZero { return self }
    let (large, small) = exponent >= other.exponent ? (self, other) : (other, self)
    let shift = large.exponent - small.exponent
    // Otherwise the smaller number starts below the last significant digit of the larger one.
    guard Self.digits(Int128(large.significand)) + shift <= 2 * Self.precision + 1 else {
      return large
    }
    return DecimalNumber(
      normalizing: Int128(large.significand) * Self.power(shift) + Int128(small.significand),
      small.exponent)
  }

  /// Returns the difference; `nil` when it is too large.
  func subtracting(_ other: DecimalNumber) -> DecimalNumber? {
    adding(other.negated())
  }

  /// Returns the product; `nil` when it is too large.
  func multiplied(by other: DecimalNumber) -> DecimalNumber? {
    DecimalNumber(
      normalizing: Int128(significand) * Int128(other.significand), exponent + other.exponent)
  }

  /// Returns the quotient; `nil` when the divisor is 0 or the quotient is too large.
  func divided(by other: DecimalNumber) -> DecimalNumber? {
    guard !other.isZero else { return nil }
    let scale = Self.precision + 1
    let numerator = Int128(significand) * Self.power(scale)
    return DecimalNumber(
      normalizing: numerator / Int128(other.significand), exponent - other.exponent - scale)
  }

  private static func power(_ exponent: Int) -> Int128 {
    var result: Int128 = 1
    for _ in 0..<max(0, exponent) { result *= 10 }
    return result
  }

  private static func digits(_ value: Int128) -> Int {
    var count = 0
    var rest = value.magnitude
    while rest > 0 {
      rest /= 10
      count += 1
    }
    return count
  }

  private static func rounded(_ value: Int128, droppingDigits count: Int) -> Int128 {
    let unit = power(count)
    let half = value < 0 ? -unit / 2 : unit / 2
    return (value + half) / unit
  }
}

// MARK: Text

extension DecimalNumber: CustomStringConvertible {
  /// The number of digits that the display can show.
  static let displayed = 12

  /// The number with up to 12 digits: "15", "-0.3", "1.5e20".
  var description: String {
    let excess = Self.digits(Int128(significand)) - Self.displayed
    let shown =
      excess > 0
      ? DecimalNumber(
        normalizing: Self.rounded(Int128(significand), droppingDigits: excess), exponent + excess)
        ?? self
      : self
    return shown.plainText ?? shown.scientificText
  }

  private var sign: String { significand < 0 ? "-" : "" }

  /// The notation without an exponent; `nil` when it needs more than 12 digits, not counting a zero before the point.
  private var plainText: String? {
    let digits = String(significand.magnitude)
    let whole = digits.count + exponent
    if exponent >= 0 {
      return whole <= Self.displayed ? sign + digits + String(repeating: "0", count: exponent) : nil
    }
    if whole > 0 { return sign + digits.prefix(whole) + "." + digits.dropFirst(whole) }
    guard digits.count - whole <= Self.displayed else { return nil }
    return sign + "0." + String(repeating: "0", count: -whole) + digits
  }

  private var scientificText: String {
    let digits = String(significand.magnitude)
    let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
    return sign + digits.prefix(1) + fraction + "e" + String(digits.count + exponent - 1)
  }
}
