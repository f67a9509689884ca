package import AccessibilityTree

/// Which elements are meant, in a language like CSS: `dialog > button[label="Save"]:enabled`.
/// The whole language is described in docs/selectors.md.
///
/// Reading and matching are bounded, so that a selector may come from anyone.
package struct Selector: Sendable {
  /// As it was written.
  package let text: String
  /// Any of these.
  let alternatives: [SelectorChain]
  /// The ids that it names, in the order that they are written.
  package let ids: [ElementID]
  /// One more than the largest number of a chain in it, nested ones included.
  let chainCount: Int
  /// About how much memory it takes, in bytes.
  package let memory: Int

  /// What a selector may be, at the most.
  package enum Limit {
    /// In bytes of UTF-8.
    package static let length = 4_096
    /// How deep parentheses may be nested.
    package static let nesting = 16
    /// Elements described, over the whole selector.
    package static let compounds = 64
    /// Tests of one element, over the whole selector.
    package static let tests = 256
  }

  package init(parsing text: String) throws(SelectorSyntaxError) {
    var parser = try SelectorParser(text)
    let alternatives = try parser.parse()
    self.text = text
    self.alternatives = alternatives
    self.ids = parser.ids
    self.chainCount = parser.chainCount
    memory = Self.memory(of: alternatives, text: text)
  }

  /// A selector made of another one, whose text it keeps.
  init(_ other: Selector, alternatives: [SelectorChain], chainCount: Int) {
    text = other.text
    self.alternatives = alternatives
    ids = other.ids
    self.chainCount = chainCount
    memory = Self.memory(of: alternatives, text: other.text)
  }

  /// Whether an element is meant. `false` when the budget does not suffice.
  ///
  /// For many elements of one tree use one `SelectorMatcher`, which remembers what it found out.
  package func matches(
    _ id: ElementID, in tree: Tree, applications: [ElementID: Application] = [:],
    scope: ElementID? = nil, budget: WorkBudget = .standard
  ) -> Bool {
    let matcher = SelectorMatcher(
      self, in: tree, applications: applications, scope: scope, budget: budget)
    return matcher.matches(id)
  }

  /// The elements that are meant.
  ///
  /// - Parameters:
  ///   - applications: needed by attributes of applications: toolkit, pid, source, health.
  ///   - scope: only this element and what is below it; `nil`: everywhere. An unknown one holds
  ///     nothing.
  ///   - limit: how many ids the result holds at the most; all are counted.
  package func find(
    in tree: Tree, applications: [ElementID: Application] = [:], scope: ElementID? = nil,
    limit: Int? = nil, budget: WorkBudget = .standard
  ) -> SelectorResult {
    let matcher = SelectorMatcher(
      self, in: tree, applications: applications, scope: scope, budget: budget)
    return matcher.find(limit: limit)
  }
}

extension Selector: Hashable, CustomStringConvertible {
  package static func == (left: Selector, right: Selector) -> Bool { left.text == right.text }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
  package var description: String { text }
}

/// What `Selector.find` found.
package struct SelectorResult: Hashable, Sendable {
  /// In reading order.
  package var ids: [ElementID]
  /// How many match, of which `ids` may be only the first.
  package var total: Int
  /// The budget ran out: there may be more. Refuse rather than show part of the truth.
  package var isBudgetExceeded: Bool

  package init(ids: [ElementID], total: Int, isBudgetExceeded: Bool = false) {
    self.ids = ids
    self.total = total
    self.isBudgetExceeded = isBudgetExceeded
  }
}
