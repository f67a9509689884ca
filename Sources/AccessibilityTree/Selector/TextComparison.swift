/// A comparison with a text that a client gave, prepared once: the same as in selectors.
///
/// Texts are compared by their code points: "é" as one code point differs from "e" with an accent.
/// Each comparison is linear in the text, and charged.
public struct TextComparison: Sendable {
  /// How long a text or a pattern may be, in bytes of UTF-8.
  public static let maxLength = 4_096

  private let test: TextTest

  private init(_ test: TextTest) {
    self.test = test
  }

  public static func equals(_ text: String) -> TextComparison {
    TextComparison(TextTest(.equal, text))
  }

  public static func contains(_ text: String) -> TextComparison {
    TextComparison(TextTest(.contains, text))
  }

  public static func matches(
    pattern: String
  ) throws(RegularExpressionSyntaxError) -> TextComparison {
    TextComparison(try TextTest(pattern: pattern, ignoringCase: false))
  }

  /// About how much memory it takes, in bytes: a short pattern may become a long program.
  public var memory: Int { 128 + test.memory }

  /// `false` when the budget did not suffice, which the budget says.
  public func holds(for text: String, budget: inout WorkBudget) -> Bool {
    guard !budget.isExceeded else { return false }
    var machine = RegexMachine()
    budget.charge(1)
    return test.holds(text, &machine, steps: &budget.steps)
  }
}
