package import AccessibilityTree

extension Selector {
  /// Whether a match depends only on the element's own properties, so that only changed elements can begin or
  /// cease to match. Its position, the elements around it and its application's attributes have no influence.
  package var isLocal: Bool { alternatives.allSatisfy(\.isLocal) }
}

extension Selector {
  /// Whether the element could match in another state: its role and id, which do not change, do not rule it out.
  package func couldMatch(_ element: borrowing Element) -> Bool {
    for chain in alternatives {
      guard let last = chain.compounds.last else { continue }
      if last.role?.includes(element.role) ?? true, last.id == nil || last.id == element.id {
        return true
      }
    }
    return false
  }
}

extension SelectorChain {
  fileprivate var isLocal: Bool {
    compounds.count == 1
      && compounds.allSatisfy { compound in
        compound.nth == nil && compound.tests.allSatisfy(\.isLocal)
      }
  }
}

extension SelectorPredicate {
  /// Whether the test depends on its element's own properties alone.
  var isLocal: Bool {
    switch self {
    // A change of its children is a change of the element.
    case .flags, .isEmpty, .toolkitAttribute, .content: true
    case .pseudoClass(let pseudoClass): pseudoClass != .visible && pseudoClass != .offscreen
    case .text(let attribute, _): attribute.isLocal
    case .number(let attribute, _): attribute != .processID
    case .not(let chains), .any(let chains): chains.allSatisfy(\.isLocal)
    case .differs(let test): test.isLocal
    case .isRoot, .hasFocusWithin, .nthChild, .isOnlyChild, .labelledBy, .within, .has: false
    }
  }
}

extension TextAttribute {
  fileprivate var isLocal: Bool {
    switch self {
    // The name of an application's root is the name of the application.
    case .name, .toolkit, .toolkitVersion, .source, .health, .application: false
    case .label, .value, .hint, .identifier, .placeholder, .nativeRole, .role, .trait, .state,
      .action, .inputLabel, .relation, .live:
      true
    }
  }
}
