internal import AccessibilityTree

/// A sequence of element descriptions joined by combinators: `dialog > button`.
struct SelectorChain: Sendable {
  /// Unique within the selector; the key of cached results.
  let number: Int
  /// Never empty; the last one describes the matching element.
  var compounds: [SelectorCompound]
  /// How each compound but the first relates to the one before it.
  var combinators: [SelectorCombinator]
  /// Within `:has(…)`: how the first compound relates to the element that is tested.
  var leading: SelectorCombinator = .descendant

  var usesSiblings: Bool {
    combinators.contains { $0 == .nextSibling || $0 == .laterSibling }
  }
}

enum SelectorCombinator: Sendable {
  case descendant
  case child
  case nextSibling
  case laterSibling
}

/// The tests of one element, without its relations to others.
struct SelectorCompound: Sendable {
  /// `nil`: any role. Elements whose role is a kind of it match as well.
  var role: Role?
  var id: ElementID?
  /// In ascending order of cost.
  var tests: [SelectorPredicate] = []
  /// Selects one match of the chain up to here, from 1, or from −1 backwards; `nil`: all matches.
  var nth: Int?
}

extension Role {
  /// Whether elements of another role are matched by this one.
  func includes(_ other: Role) -> Bool {
    self == other || other == .alertDialog && (self == .dialog || self == .alert)
  }

  /// The roles whose elements this one matches. An alert dialog is a dialog and an alert, as in ARIA.
  var included: [Role] {
    self != .alertDialog && includes(.alertDialog) ? [self, .alertDialog] : [self]
  }
}

indirect enum SelectorPredicate: Sendable {
  /// Has any of the states or traits.
  case flags(States, Traits)
  case pseudoClass(PseudoClass)
  case isRoot
  case isEmpty
  case hasFocusWithin
  /// Is the n-th child of its parent, from 1, or from −1 backwards.
  case nthChild(Int)
  case isOnlyChild
  case text(TextAttribute, TextPredicate)
  case number(NumberAttribute, NumberPredicate)
  case toolkitAttribute(String, TextPredicate)
  /// The label or the value matches.
  case content(TextPredicate)
  case labelledBy(TextPredicate)
  case not([SelectorChain])
  case any([SelectorChain])
  case within([SelectorChain])
  case has([SelectorChain])
  case differs(SelectorPredicate)

  /// The element has a text as its label or value, or something in it has it as its label, value or hint: what outlines write
  /// behind `with`.
  ///
  /// - Parameter number: Returns a number for each chain of the test.
  static func with(_ text: TextPredicate, number: () -> Int) -> SelectorPredicate {
    func chain(_ test: SelectorPredicate) -> SelectorChain {
      SelectorChain(
        number: number(), compounds: [SelectorCompound(tests: [test])], combinators: [])
    }
    let parts = [chain(.content(text)), chain(.text(.hint, text))]
    return .any([chain(.content(text)), chain(.has(parts))])
  }

  /// The relative cost of the test, for sorting cheap tests first.
  var cost: Int {
    switch self {
    case .flags, .pseudoClass(.enabled), .isRoot, .isEmpty: 0
    case .pseudoClass, .number, .nthChild, .isOnlyChild: 1
    case .text(_, let test), .content(let test), .toolkitAttribute(_, let test): 2 + test.cost
    case .labelledBy: 5
    case .differs(let test): test.cost
    case .not(let chains), .any(let chains): chains.count == 1 ? 6 : 7
    case .within: 8
    case .hasFocusWithin, .has: 9
    }
  }
}

/// An attribute that has one text, or several of which any may match.
enum TextAttribute: Sendable, CaseIterable {
  case label, value, hint, identifier, name, placeholder, nativeRole, role, toolkit,
    toolkitVersion, source, health, application, trait, state, action, inputLabel, relation, live
}

/// An attribute that is a number.
enum NumberAttribute: Sendable, CaseIterable {
  case level, position, setSize, x, y, width, height, minimum, maximum, current, step, processID,
    childCount, textLength, value
}

struct NumberPredicate: Sendable {
  enum Operator: Sendable {
    case present, equal, less, lessOrEqual, greater, greaterOrEqual
  }

  var relation: Operator
  var operand: Double = 0

  func holds(_ number: Double) -> Bool {
    switch relation {
    case .present: true
    case .equal: number == operand
    case .less: number < operand
    case .lessOrEqual: number <= operand
    case .greater: number > operand
    case .greaterOrEqual: number >= operand
    }
  }
}
