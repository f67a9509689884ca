internal import AccessibilityTree

/// The amount of work that one call may cost, in steps. All code that visits elements or texts for a client
/// charges it: selectors, conditions, post-conditions, subscription filters, encoding.
///
/// Counts steps, not time, so that refusals do not depend on the load of the machine.
package struct WorkBudget: Hashable, Sendable {
  /// The remaining steps. One step is about one test of one element, or 16 bytes compared: some ten
  /// nanoseconds. Negative when the work needed more than the budget.
  package var steps: Int

  /// The cost of looking up an element and visiting it, in steps.
  static let visit = 8
  /// The cost of storing a result for an element, in steps.
  static let note = 10
  /// The cost of an element in a walk in reading order, in steps.
  static let walk = 8

  package init(steps: Int) {
    self.steps = steps
  }

  /// Enough for every reasonable selector on a tree of 20,000 elements, and for one with a role or a label on
  /// a tree of 100,000; some 30 milliseconds.
  package static let standard = WorkBudget(steps: 3_000_000)

  /// Whether more steps were needed than the budget has, so that the result is incomplete.
  package var isExceeded: Bool { steps < 0 }

  package mutating func charge(_ steps: Int) {
    self.steps -= max(0, steps)
  }
}
