internal import AccessibilityTree
package import RegularExpressions

/// A comparison with a text that a client gave, prepared once: the same as in selectors.
///
/// Texts are compared by their code points: "é" as one code point differs from "e" with an accent.
/// Each comparison is linear in the text, and charged.
package struct TextComparison: Sendable {
  /// How long a text or a pattern may be, in bytes of UTF-8.
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

  /// About how much memory it takes, in bytes: a short pattern may become a long program.
  package var memory: Int { 128 + test.memory }

  /// `false` when the budget did not suffice, which the budget says.
  package func holds(for text: String, budget: inout WorkBudget) -> Bool {
    guard !budget.isExceeded else { return false }
    var machine = RegexMachine()
    budget.charge(1)
    return test.holds(text, &machine, steps: &budget.steps)
  }
}
