internal import AccessibilityTree

/// Which changes of single elements can change what a selector matches, and where.
///
/// Derived from the selector alone. A selector is a function of three things: how the elements' own properties
/// satisfy its compounds, how the elements are linked, and what is known of the applications. A change that
/// leaves all three as they were changes no match.
package struct SelectorSensitivity: Sendable {
  /// Each compound with the tests that depend on the element alone.
  private(set) var compounds: [SensitiveCompound] = []
  /// The reach of an element's getting another parent.
  private(set) var parentReach: ChangeReach = []
  /// The reach of an element's getting other children, or another order of them.
  private(set) var childrenReach: ChangeReach = []
  /// The reach of an element's getting other children, in whatever order.
  private(set) var membersReach: ChangeReach = []
  /// The reach of an element's getting another label, where that is tested as a part of something else.
  private(set) var labelReach: ChangeReach = []
  /// The reach of an element's getting other relations.
  private(set) var relationsReach: ChangeReach = []
  /// The reach of an element's getting into another application.
  private(set) var applicationReach: ChangeReach = []
  /// The reach of gaining or losing the focus.
  private(set) var focusReach: ChangeReach = []
  /// The reach of ceasing to be on screen, or beginning to, where that does not depend on other elements.
  private(set) var screenReach: ChangeReach = []
  /// The tests of labels that elements have by reference.
  private(set) var referredLabels: [TextPredicate] = []
  /// The roles that some compound asks for; `nil`: a compound asks for none.
  private(set) var roles: [Bool]?
  /// Whether matches depend on the names and toolkits of applications.
  package private(set) var dependsOnApplications = false
  /// Whether matches depend on the health of applications.
  package private(set) var dependsOnHealth = false

  package init(_ selector: Selector) {
    for chain in selector.alternatives { add(chain, .own) }
    roles = Self.roles(of: compounds)
  }

  private static func roles(of compounds: [SensitiveCompound]) -> [Bool]? {
    let last = Role.allCases.map { Int($0.rawValue) }.max() ?? 0
    var roles = [Bool](repeating: false, count: last + 1)
    for compound in compounds {
      guard let role = compound.role else { return nil }
      for role in role.included { roles[Int(role.rawValue)] = true }
    }
    return roles
  }
}

/// A compound of a selector, as far as it depends on one element alone.
struct SensitiveCompound: Sendable {
  let role: Role?
  let id: ElementID?
  let tests: [SelectorPredicate]
  /// The reach of an element's beginning or ceasing to satisfy it.
  let reach: ChangeReach
}

// MARK: Deriving

extension SelectorSensitivity {
  /// Adds a chain.
  ///
  /// - Parameter reach: The elements whose match depends on whether an element matches the chain.
  private mutating func add(_ chain: SelectorChain, _ reach: ChangeReach) {
    var reach = reach
    for index in chain.compounds.indices.reversed() {
      add(chain.compounds[index], reach)
      guard index > 0 else { break }
      switch chain.combinators[index - 1] {
      case .descendant, .child:
        parentReach.formUnion(reach)
        reach = reach.throughDescendants
        parentReach.formUnion(reach)
      case .nextSibling, .laterSibling:
        // Only the last compound's own match depends on nothing but the sibling before.
        let isLast = reach == .own && chain.combinators[index - 1] == .nextSibling
        childrenReach.formUnion(isLast ? .followers : reach.throughDescendants)
        reach = reach.throughSiblings
      }
    }
  }

  private mutating func add(_ compound: SelectorCompound, _ reach: ChangeReach) {
    // Which match is the n-th depends on all others.
    let reach = compound.nth == nil ? reach : .everywhere
    if compound.nth != nil {
      parentReach.formUnion(.everywhere)
      childrenReach.formUnion(.everywhere)
    }
    compounds.append(
      SensitiveCompound(
        role: compound.role, id: compound.id, tests: compound.tests.filter(\.isLocal),
        reach: reach))
    for test in compound.tests where !test.isLocal { add(test, reach) }
  }

  /// Adds a test that depends on more than its element.
  private mutating func add(_ test: SelectorPredicate, _ reach: ChangeReach) {
    switch test {
    case .flags, .isEmpty, .toolkitAttribute, .content: break
    case .differs(let test): add(test, reach)
    case .text(let attribute, _): add(attribute, reach)
    case .number: addApplication(reach)
    case .pseudoClass:
      screenReach.formUnion(reach)
      // Windows differ in how they mark what is on screen.
      parentReach.formUnion(reach.union(reach.throughDescendants))
    case .isRoot: parentReach.formUnion(reach)
    case .nthChild, .isOnlyChild: childrenReach.formUnion(reach.throughDescendants)
    case .hasFocusWithin:
      focusReach.formUnion(reach.union(reach.throughAncestors))
      membersReach.formUnion(reach.union(reach.throughAncestors))
    case .labelledBy(let test):
      relationsReach.formUnion(reach)
      referredLabels.append(test)
    case .not(let chains), .any(let chains):
      for chain in chains { add(chain, reach) }
    case .within(let chains):
      parentReach.formUnion(reach.union(reach.throughDescendants))
      for chain in chains { add(chain, reach.throughDescendants) }
    case .has(let chains):
      for chain in chains { addHeld(chain, reach) }
    }
  }

  /// Adds a chain within `:has`.
  private mutating func addHeld(_ chain: SelectorChain, _ reach: ChangeReach) {
    let isBelow = chain.leading == .descendant || chain.leading == .child
    let held = isBelow ? reach.throughAncestors : .everywhere
    if isBelow, !chain.usesSiblings {
      membersReach.formUnion(reach.union(held))
    } else {
      childrenReach.formUnion(isBelow ? reach.union(held) : .everywhere)
    }
    // Any compound of the chain decides about the same elements, those above.
    for compound in chain.compounds { add(compound, held) }
  }

  private mutating func addApplication(_ reach: ChangeReach) {
    dependsOnApplications = true
    applicationReach.formUnion(reach)
  }

  /// Adds a test of a text that elements have from their application.
  private mutating func add(_ attribute: TextAttribute, _ reach: ChangeReach) {
    addApplication(reach)
    if attribute == .health { dependsOnHealth = true }
    // Other elements than applications are named by their labels.
    if attribute == .name { labelReach.formUnion(reach) }
  }
}
