internal import AccessibilityTree

extension Selector {
  /// Returns the approximate memory of a selector with these chains, in bytes. A short selector may contain
  /// patterns that compile to long programs.
  static func memory(of chains: [SelectorChain], text: String) -> Int {
    128 + text.utf8.count + memory(of: chains)
  }

  /// Recurses into nested parentheses, whose depth is bounded.
  private static func memory(of chains: [SelectorChain]) -> Int {
    var bytes = 0
    for chain in chains {
      bytes += MemoryLayout<SelectorChain>.stride + 64
      for compound in chain.compounds {
        bytes += MemoryLayout<SelectorCompound>.stride + 64
        for test in compound.tests { bytes += memory(of: test) }
      }
    }
    return bytes
  }

  private static func memory(of test: SelectorPredicate) -> Int {
    let own = 2 * MemoryLayout<TextPredicate>.stride
    switch test {
    case .flags, .pseudoClass, .isRoot, .isEmpty, .hasFocusWithin, .nthChild, .isOnlyChild, .number:
      return own
    case .text(_, let test), .content(let test), .labelledBy(let test): return own + test.memory
    case .toolkitAttribute(let name, let test): return own + name.utf8.count + test.memory
    case .not(let chains), .any(let chains), .within(let chains), .has(let chains):
      return own + memory(of: chains)
    case .differs(let test): return own + memory(of: test)
    }
  }
}
