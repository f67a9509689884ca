internal import AccessibilityTree

/// Steps that are finer than those of increment and decrement, for elements whose value can be set to a number.
struct FineSteps {
  /// The size of a step: a power of ten, at most a hundredth of the range.
  let size: Double
  private let low: Double
  private let high: Double
  private let current: Double

  /// `nil` for an element whose value cannot be set, has no bounds, is that of a spin button, which has steps of its own,
  /// or already changes in steps as fine as these.
  init?(_ element: Element) {
    guard element.offers(.setValue), element.role != .spinButton, element.role != .scrollBar,
      let range = element.range, let low = range.minimum, let high = range.maximum,
      range.current.isFinite
    else { return nil }
    guard let size = Self.power(within: (high - low) / 100) else { return nil }
    if let step = range.step, step > 0, step <= size { return nil }
    (self.size, self.low, self.high, current) = (size, low, high, range.current)
  }

  /// The commands, with names that stay the same while the value changes: "Increase by 0.1".
  var choices: [ElementChoice] {
    [("Increase", size), ("Decrease", -size)].map { name, step in
      ElementChoice("\(name) by \(size.shortDescription)", .setValue(value(after: step)))
    }
  }

  /// The value after a step: a multiple of the size, within the range.
  private func value(after step: Double) -> Double {
    let moved = current + step
    // Dividing by a whole number gives the nearest decimal fraction, where multiplying by 0.1 would not.
    let rounded =
      size < 1
      ? (moved * (1 / size).rounded()).rounded() / (1 / size).rounded()
      : (moved / size).rounded() * size
    return min(max(rounded, low), high)
  }

  /// The largest power of ten that is at most a number; `nil` when that is too small, or too large.
  private static func power(within number: Double) -> Double? {
    guard number >= 1e-6, number <= 1e9 else { return nil }
    var power = 1.0
    while power > number { power /= 10 }
    while power * 10 <= number { power *= 10 }
    return power
  }
}
