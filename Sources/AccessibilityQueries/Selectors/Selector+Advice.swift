internal import AccessibilityTree

/// Alternatives to suggest for a selector that matches nothing.
extension Selector {
  /// Whether an alternative can be suggested.
  package var isAdvisable: Bool {
    withVisibleForShowing != nil || tablesOfCells != nil || tablesOfRows != nil
      || withLabel(.inside) != nil || withBeginnings != nil || withoutRole != nil
      || withDescendants != nil || ofDialogs != nil
  }

  /// The same selector with a space for each `>` between elements; `nil` where it has none.
  package var withDescendants: Selector? {
    var chains = alternatives
    var isChanged = false
    for chain in chains.indices {
      for index in chains[chain].combinators.indices
      where chains[chain].combinators[index] == .child {
        chains[chain].combinators[index] = .descendant
        isChanged = true
      }
    }
    return isChanged ? Selector(self, alternatives: chains, chainCount: chainCount) : nil
  }

  /// The same selector for dialogs in place of windows; `nil` where it asks for something else or for a label.
  package var ofDialogs: Selector? {
    var chains = alternatives
    guard chains.count == 1, let last = chains[0].compounds.indices.last,
      chains[0].compounds[last].role == .window, withLabel(.value) == nil
    else { return nil }
    chains[0].compounds[last].role = .dialog
    return Selector(self, alternatives: chains, chainCount: chainCount)
  }

  /// The same selector for elements of any role; `nil` where it does not ask for a role and for a whole label, of the element or
  /// beside it.
  package var withoutRole: Selector? {
    var chains = alternatives
    var isChanged = false
    for chain in chains.indices {
      guard let last = chains[chain].compounds.indices.last,
        chains[chain].compounds[last].role != nil,
        chains[chain].compounds[last].tests.contains(where: Self.asksForLabel)
      else { continue }
      chains[chain].compounds[last].role = nil
      isChanged = true
    }
    return isChanged ? Selector(self, alternatives: chains, chainCount: chainCount) : nil
  }

  private static func asksForLabel(_ test: SelectorPredicate) -> Bool {
    if case .labelledBy(let comparison) = test { return comparison.exactOperand != nil }
    return wholeLabel(test) != nil
  }

  /// Returns the comparison with a whole label, and that label.
  private static func wholeLabel(
    _ test: SelectorPredicate
  ) -> (comparison: TextPredicate, label: String)? {
    guard case .text(.label, let comparison) = test else { return nil }
    return comparison.exactOperand.map { (comparison, $0) }
  }

  /// Where outlines have a text that is not the label of an element.
  package enum TextPlace: CaseIterable {
    /// In a label beside it, which a relation links with it.
    case labelBeside
    /// In what is in it.
    case inside
    /// In its value.
    case value

    /// The selector for a text, to follow a role.
    package func test(_ text: String) -> String {
      switch self {
      case .labelBeside: ":labelled-by(\(text))"
      case .inside: ":with(\(text))"
      case .value: "[value=\(text)]"
      }
    }
  }

  /// The same selector for elements that have the text of the label elsewhere, and the text; `nil` where it asks for no whole label.
  package func withLabel(_ place: TextPlace) -> (selector: Selector, text: String)? {
    var chains = alternatives
    var text: String?
    var count = chainCount
    for chain in chains.indices {
      guard let last = chains[chain].compounds.indices.last else { continue }
      for (index, test) in chains[chain].compounds[last].tests.enumerated() {
        guard let (comparison, label) = Self.wholeLabel(test) else { continue }
        text = label
        switch place {
        case .labelBeside: chains[chain].compounds[last].tests[index] = .labelledBy(comparison)
        case .inside:
          let inside = SelectorChain(
            number: count, compounds: [SelectorCompound(tests: [test])], combinators: [])
          count += 1
          chains[chain].compounds[last].tests[index] = .has([inside])
        case .value: chains[chain].compounds[last].tests[index] = .text(.value, comparison)
        }
      }
    }
    return text.map { (Selector(self, alternatives: chains, chainCount: count), $0) }
  }

  /// The same selector for labels that begin with those that it asks for, whatever their case: `Replace…` for `replace`. `nil`
  /// where it asks for no whole label.
  package var withBeginnings: Selector? {
    var chains = alternatives
    var isChanged = false
    for chain in chains.indices {
      for compound in chains[chain].compounds.indices {
        for (index, test) in chains[chain].compounds[compound].tests.enumerated() {
          guard let (_, label) = Self.wholeLabel(test), !label.isEmpty else { continue }
          let beginning = TextPredicate(.prefix, label, ignoringCase: true)
          chains[chain].compounds[compound].tests[index] = .text(.label, beginning)
          isChanged = true
        }
      }
    }
    return isChanged ? Selector(self, alternatives: chains, chainCount: chainCount) : nil
  }

  /// The same selector with `:visible` in place of `:showing`; `nil` where it does not use `:showing`.
  package var withVisibleForShowing: Selector? {
    var isChanged = false
    let chains = Self.withVisible(alternatives, &isChanged)
    return isChanged ? Selector(self, alternatives: chains, chainCount: chainCount) : nil
  }

  /// Recurses into nested parentheses, whose depth is bounded.
  private static func withVisible(
    _ chains: [SelectorChain], _ isChanged: inout Bool
  ) -> [SelectorChain] {
    var chains = chains
    for chain in chains.indices {
      for compound in chains[chain].compounds.indices {
        let tests = chains[chain].compounds[compound].tests
        chains[chain].compounds[compound].tests = tests.map { withVisible($0, &isChanged) }
      }
    }
    return chains
  }

  private static func withVisible(
    _ test: SelectorPredicate, _ isChanged: inout Bool
  ) -> SelectorPredicate {
    switch test {
    case .flags(.showing, []):
      isChanged = true
      return .pseudoClass(.visible)
    case .not(let chains): return .not(withVisible(chains, &isChanged))
    case .any(let chains): return .any(withVisible(chains, &isChanged))
    case .within(let chains): return .within(withVisible(chains, &isChanged))
    case .has(let chains): return .has(withVisible(chains, &isChanged))
    case .differs(let test): return .differs(withVisible(test, &isChanged))
    case .flags, .pseudoClass, .isRoot, .isEmpty, .hasFocusWithin, .nthChild, .isOnlyChild, .text,
      .number, .toolkitAttribute, .content, .labelledBy:
      return test
    }
  }

  /// The tables that may contain the cells that the selector asks for; `nil` where it asks for none.
  ///
  /// For `window cell[label=B5]` the tables in windows, for `table[label=Sheet] > cell` that table.
  package var tablesOfCells: Selector? { holders([.table], of: .cell) }

  /// The tables and trees that may contain the rows that the selector asks for; `nil` where it asks for none.
  package var tablesOfRows: Selector? { holders([.table, .treeGrid, .tree], of: .row) }

  /// Returns the selector for elements of some roles that may contain what the selector asks for, if that has a role.
  private func holders(_ roles: [Role], of role: Role) -> Selector? {
    var holders: [SelectorChain] = []
    var number = chainCount
    func add(_ compounds: [SelectorCompound], _ combinators: [SelectorCombinator]) {
      holders.append(SelectorChain(number: number, compounds: compounds, combinators: combinators))
      number += 1
    }
    for chain in alternatives where chain.compounds.last?.role == role {
      let above = Array(chain.compounds.dropLast())
      let relations = Array(chain.combinators.dropLast())
      for role in roles {
        let holder = SelectorCompound(role: role)
        guard var last = above.last else {
          add([holder], [])
          continue
        }
        add(above + [holder], relations + [.descendant])
        if last.role == nil || last.role == role {
          last.role = role
          add(above.dropLast() + [last], relations)
        }
      }
    }
    return holders.isEmpty ? nil : Selector(self, alternatives: holders, chainCount: number)
  }

  /// A whole label that the selector asks for, of what it matches or in it.
  package var exampleLabel: String? {
    for chain in alternatives {
      for test in chain.compounds.last?.tests ?? [] {
        if let (_, label) = Self.wholeLabel(test) { return label }
        guard case .has(let inside) = test else { continue }
        for test in inside.lazy.compactMap(\.compounds.last).flatMap(\.tests) {
          if let (_, label) = Self.wholeLabel(test) { return label }
        }
      }
    }
    return nil
  }

  /// The applications that the selector names at the beginning of every chain; `nil` where one begins otherwise.
  ///
  /// For `application[name=Mail] button` it is `application[name=Mail]`.
  package var applicationsAbove: Selector? {
    var applications: [SelectorChain] = []
    for chain in alternatives {
      guard let first = chain.compounds.first, first.role == .application else { return nil }
      applications.append(
        SelectorChain(
          number: chainCount + applications.count, compounds: [first], combinators: []))
    }
    return Selector(self, alternatives: applications, chainCount: chainCount + applications.count)
  }
}
