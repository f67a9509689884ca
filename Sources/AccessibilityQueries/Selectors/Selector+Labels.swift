extension Selector {
  /// Whether the selector asks for a label or another text by which people know an element.
  package var testsLabel: Bool { Self.testsLabel(alternatives) }

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
