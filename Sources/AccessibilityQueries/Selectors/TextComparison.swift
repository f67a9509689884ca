internal import AccessibilityTree
package import RegularExpressions

/// A prepared comparison with a text from a client, with the same rules as in selectors.
///
/// Texts are compared by their code points: "é" as one code point differs from "e" with a combining accent.
/// Each comparison is linear in the text, and charged to the budget.
package struct TextComparison: Sendable {
  /// The maximum length of a text or pattern, in UTF-8 bytes.
  package static let maxLength = 4_096

  private let test: TextPredicate

  private init(_ test: TextPredicate) {
    self.test = test
  }

  package static func equals(_ text: String) -> TextComparison {
    TextComparison(TextPredicate(.equal, text))
  }

  package static func contains(_ text: String) -> TextComparison {
    TextComparison(TextPredicate(.contains, text))
  }

  package static func matches(
    pattern: String
  ) throws(RegularExpressionSyntaxError) -> TextComparison {
    TextComparison(try TextPredicate(pattern: pattern, ignoringCase: false))
  }

  /// The approximate memory of the comparison, in bytes. A short pattern may compile to a long program.
  package var memory: Int { 128 + test.memory }

  /// Whether the comparison holds for a text. Also `false` when the budget does not suffice; it is exceeded then.
  package func holds(for text: String, budget: inout WorkBudget) -> Bool {
    guard !budget.isExceeded else { return false }
    var machine = RegexMachine()
    budget.charge(1)
    return test.holds(text, &machine, steps: &budget.steps)
  }
}
