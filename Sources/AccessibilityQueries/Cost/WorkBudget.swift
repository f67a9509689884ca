internal import AccessibilityTree

/// How much work one call may cost, in steps. Whatever looks at elements or texts for a client charges
/// it: selectors, conditions, post-conditions, subscription filters, encoding.
///
/// Steps and not time, so that what is refused does not depend on how busy the machine is.
package struct WorkBudget: Hashable, Sendable {
  /// What is left. One step is about one test of one element, or sixteen bytes compared: some ten
  /// nanoseconds. Negative once more was needed than there was.
  package var steps: Int

  /// What it takes to look an element up and visit it, in steps.
  static let visit = 8
  /// What it takes to remember something of an element, in steps.
  static let note = 10
  /// What it takes to walk over an element in reading order, in steps.
  static let walk = 8

  package init(steps: Int) {
    self.steps = steps
  }

  /// Enough for every sensible selector on a tree of 20,000 elements, and for one that names a role or
  /// a label on a tree of 100,000; some 30 milliseconds.
  package static let standard = WorkBudget(steps: 3_000_000)

  /// Whether more was needed: what was found out is not the whole truth.
  package var isExceeded: Bool { steps < 0 }

  package mutating func charge(_ steps: Int) {
    self.steps -= max(0, steps)
  }
}
