internal import RegularExpressions

extension Selector {
  /// Whether the selector asks for a label or another text by which people know an element.
  package var testsLabel: Bool { Self.testsLabel(alternatives) }

  /// Whether the selector asks for a place among other elements.
  package var testsPlace: Bool { Self.testsPlace(alternatives) }

  /// Recurses into nested parentheses, whose depth is bounded.
  private static func testsPlace(_ chains: [SelectorChain]) -> Bool {
    chains.contains { chain in
      chain.compounds.contains { $0.nth != nil || $0.tests.contains(where: testsPlace) }
    }
  }

  private static func testsPlace(_ test: SelectorPredicate) -> Bool {
    switch test {
    case .nthChild: true
    case .not(let chains), .any(let chains), .within(let chains), .has(let chains):
      testsPlace(chains)
    case .differs(let test): testsPlace(test)
    default: false
    }
  }

  /// Returns whether an element that the selector has found still matches with another label; `nil` unless the selector
  /// compares the element's own label, with less than all of it, and asks for no other text of the kind.
  package var comparesLabel: (@Sendable (String?) -> Bool)? {
    guard alternatives.count == 1, let tests = alternatives[0].compounds.last?.tests else {
      return nil
    }
    var comparisons: [TextPredicate] = []
    for test in tests where Self.testsLabel(test) {
      guard case .text(.label, let comparison) = test, comparison.exactOperand == nil else {
        return nil
      }
      comparisons.append(comparison)
    }
    // A place among other matches says nothing of the element itself.
    guard !comparisons.isEmpty, alternatives[0].compounds.allSatisfy({ $0.nth == nil }) else {
      return nil
    }
    return { [comparisons] label in
      guard let label else { return false }
      var (machine, steps) = (RegexMachine(), Self.labelSteps)
      return comparisons.allSatisfy { $0.holds(label, &machine, steps: &steps) && steps >= 0 }
    }
  }

  /// The cost up to which a label is compared.
  private static let labelSteps = 100_000

  /// Recurses into nested parentheses, whose depth is bounded.
  private static func testsLabel(_ chains: [SelectorChain]) -> Bool {
    chains.contains { chain in
      chain.compounds.contains { $0.tests.contains(where: testsLabel) }
    }
  }

  private static func testsLabel(_ test: SelectorPredicate) -> Bool {
    switch test {
    case .text(.label, _), .text(.name, _), .content, .labelledBy: true
    case .not(let chains), .any(let chains), .within(let chains), .has(let chains):
      testsLabel(chains)
    case .differs(let test): testsLabel(test)
    case .flags, .pseudoClass, .isRoot, .isEmpty, .hasFocusWithin, .nthChild, .isOnlyChild, .text,
      .number, .toolkitAttribute:
      false
    }
  }
}
