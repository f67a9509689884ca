package import AccessibilityTree

/// A description of the elements to match, in a language like CSS: `dialog > button[label="Save"]:enabled`.
/// docs/selectors.md describes the whole language.
///
/// Parsing and matching are bounded, so that untrusted clients may send selectors.
package struct Selector: Sendable {
  /// The selector as written.
  package let text: String
  /// The chains between commas. An element matches the selector when it matches any of them.
  let alternatives: [SelectorChain]
  /// The ids in the selector, in the order in which they are written.
  package let ids: [ElementID]
  /// Whether the selector itself says where in the desktop to look: it names an application or has an id.
  package let namesPlace: Bool
  /// The number of chains, including nested ones: one more than the largest chain number.
  let chainCount: Int
  /// The approximate memory of the selector, in bytes.
  package let memory: Int

  /// The maximum size of a selector.
  package enum Limit {
    /// In UTF-8 bytes.
    package static let length = 4_096
    /// The nesting depth of parentheses.
    package static let nesting = 16
    /// Compounds in the whole selector, each of which describes one element.
    package static let compounds = 64
    /// Tests in the whole selector.
    package static let tests = 256
  }

  package init(parsing text: String) throws(SelectorSyntaxError) {
    var parser = try SelectorParser(text)
    let alternatives = try parser.parse()
    self.text = text
    self.alternatives = alternatives
    self.ids = parser.ids
    namesPlace = parser.namesApplication || !parser.ids.isEmpty
    self.chainCount = parser.chainCount
    memory = Self.memory(of: alternatives, text: text)
  }

  /// Creates a selector with other chains, which keeps the text of the original.
  init(_ other: Selector, alternatives: [SelectorChain], chainCount: Int) {
    text = other.text
    self.alternatives = alternatives
    ids = other.ids
    namesPlace = other.namesPlace
    self.chainCount = chainCount
    memory = Self.memory(of: alternatives, text: other.text)
  }

  /// Whether an element matches. `false` when the budget does not suffice.
  ///
  /// For many elements of one tree use one `SelectorMatcher`, which caches intermediate results.
  package func matches(
    _ id: ElementID, in tree: Tree, applications: [ElementID: Application] = [:],
    scope: ElementID? = nil, budget: WorkBudget = .standard
  ) -> Bool {
    let matcher = SelectorMatcher(
      self, in: tree, applications: applications, scope: scope, budget: budget)
    return matcher.matches(id)
  }

  /// Returns the matching elements.
  ///
  /// - Parameters:
  ///   - applications: Required by the attributes of applications: toolkit, pid, source, health.
  ///   - scope: Restricts the search to this element and its descendants; `nil`: the whole tree. With an
  ///     unknown id nothing matches.
  ///   - limit: The maximum number of ids in the result; all matches are counted.
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

/// The result of `Selector.find`.
package struct SelectorResult: Hashable, Sendable {
  /// In reading order.
  package var ids: [ElementID]
  /// The number of matches; `ids` may hold only the first of them.
  package var total: Int
  /// Whether the budget ran out, so that matches may be missing. The caller should refuse the request rather
  /// than return a partial result.
  package var isBudgetExceeded: Bool

  package init(ids: [ElementID], total: Int, isBudgetExceeded: Bool = false) {
    self.ids = ids
    self.total = total
    self.isBudgetExceeded = isBudgetExceeded
  }
}
