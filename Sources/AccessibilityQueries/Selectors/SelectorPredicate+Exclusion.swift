internal import AccessibilityTree

extension SelectorPredicate {
  /// Whether no element passes both tests. `false` where that is not known.
  func excludes(_ other: SelectorPredicate) -> Bool {
    switch (self, other) {
    case (.pseudoClass(let one), .pseudoClass(let two)):
      return [[.enabled, .disabled], [.visible, .offscreen]].contains(Set([one, two]))
    case (.pseudoClass(.unchecked), .flags(.checked, [])),
      (.flags(.checked, []), .pseudoClass(.unchecked)):
      return true
    case (.number(let one, let range), .number(let two, let otherRange)):
      return one == two && range.excludes(otherRange)
    case (.text(let one, let text), .text(let two, let otherText)):
      return one == two && one.isSingle && text.excludes(otherText)
    default: return false
    }
  }
}

extension TextAttribute {
  /// Whether an element has at most one text of it.
  fileprivate var isSingle: Bool {
    switch self {
    case .label, .hint, .identifier, .placeholder, .nativeRole: true
    default: false
    }
  }
}

extension TextPredicate {
  /// Whether no text passes both tests, where each names a whole text.
  fileprivate func excludes(_ other: TextPredicate) -> Bool {
    guard let exactOperand, let other = other.exactOperand else { return false }
    return !exactOperand.hasSameBytes(as: other)
  }
}

extension NumberPredicate {
  /// Whether no number passes both tests.
  fileprivate func excludes(_ other: NumberPredicate) -> Bool {
    let (low, high) = (max(bounds.low, other.bounds.low), min(bounds.high, other.bounds.high))
    return low > high || low == high && !(holds(low) && other.holds(low))
  }

  private var bounds: (low: Double, high: Double) {
    switch relation {
    case .present: (-.infinity, .infinity)
    case .equal: (operand, operand)
    case .less, .lessOrEqual: (-.infinity, operand)
    case .greater, .greaterOrEqual: (operand, .infinity)
    }
  }
}
