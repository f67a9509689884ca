/// Which elements are meant, in a language like CSS: `dialog > button[label="Save"]:enabled`.
/// The whole language is described in docs/selectors.md.
///
/// Reading and matching are bounded, so that a selector may come from anyone.
public struct Selector: Sendable {
  /// As it was written.
  public let text: String
  /// Any of these.
  let alternatives: [SelectorChain]
  /// The ids that it names, in the order that they are written.
  public let ids: [ElementID]
  /// One more than the largest number of a chain in it, nested ones included.
  let chainCount: Int
  /// About how much memory it takes, in bytes.
  public let memory: Int

  /// What a selector may be, at the most.
  public enum Limit {
    /// In bytes of UTF-8.
    public static let length = 4_096
    /// How deep parentheses may be nested.
    public static let nesting = 16
    /// Elements described, over the whole selector.
    public static let compounds = 64
    /// Tests of one element, over the whole selector.
    public static let tests = 256
  }

  public init(parsing text: String) throws(SelectorSyntaxError) {
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
  public func matches(
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
  public func find(
    in tree: Tree, applications: [ElementID: Application] = [:], scope: ElementID? = nil,
    limit: Int? = nil, budget: WorkBudget = .standard
  ) -> SelectorResult {
    let matcher = SelectorMatcher(
      self, in: tree, applications: applications, scope: scope, budget: budget)
    return matcher.find(limit: limit)
  }
}

extension Selector: Hashable, CustomStringConvertible {
  public static func == (left: Selector, right: Selector) -> Bool { left.text == right.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
  public var description: String { text }
}

/// What `Selector.find` found.
public struct SelectorResult: Hashable, Sendable {
  /// In reading order.
  public var ids: [ElementID]
  /// How many match, of which `ids` may be only the first.
  public var total: Int
  /// The budget ran out: there may be more. Refuse rather than show part of the truth.
  public var isBudgetExceeded: Bool

  public init(ids: [ElementID], total: Int, isBudgetExceeded: Bool = false) {
    self.ids = ids
    self.total = total
    self.isBudgetExceeded = isBudgetExceeded
  }
}
