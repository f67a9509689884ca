package import AccessibilityQueries
public import AccessibilityTree

/// Elements that a client may act on.
public enum ActionTarget: Hashable, Sendable {
  case everything
  case role(Role)
  /// A selector, which was parsed when it was read.
  case selector(ParsedSelector)
}

/// A selector with its text.
public struct ParsedSelector: Hashable, Sendable {
  package let selector: Selector
  public var text: String { selector.text }

  package init(_ selector: Selector) {
    self.selector = selector
  }
}

extension ActionTarget {
  /// The line of a policy that grants it.
  package var rule: String {
    switch self {
    case .everything: "act-on *"
    case .role(let role): "act-on \(role.name)"
    case .selector(let selector): "act-on-selector \(selector.text)"
    }
  }

  /// Whether an element of a tree may be acted on. Charges the budget; where it is exceeded, the answer is no.
  package func allows(
    _ id: ElementID, in tree: Tree, _ applications: [ElementID: Application],
    _ budget: inout WorkBudget
  ) -> Bool {
    budget.charge(1)
    switch self {
    case .everything: return true
    case .role(let role): return tree.read(id) { $0.role == role } ?? false
    case .selector(let parsed):
      let matcher = SelectorMatcher(
        parsed.selector, in: tree, applications: applications, budget: budget)
      let matches = matcher.matches(id)
      budget = matcher.budget
      return matches && !budget.isExceeded
    }
  }
}
