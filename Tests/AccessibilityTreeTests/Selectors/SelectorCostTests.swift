import AccessibilityQueries
import AccessibilityRendering
import AccessibilityTree
import BridgeTestSupport
import Testing

/// For any tree and selector, the answer comes soon: the result, or an error that the cost is too high.
struct SelectorCostTests {
  /// The number of elements for which every sensible selector must give a result.
  static let sensible = 20_000
  static let huge = 100_000

  static let deep = deep(sensible)
  static let wide = wide(sensible)
  static let hugeDeep = deep(huge)
  static let hugeWide = wide(huge)

  /// Each element is a child of the previous one.
  static func deep(_ count: Int) -> Tree {
    var tree = Tree()
    var parent: ElementID?
    for raw in 1...UInt64(count) {
      let element = Element(
        id: ElementID(rawValue: raw), role: raw == 1 ? .application : .group, label: "level \(raw)")
      try? tree.insert(element, under: parent)
      parent = element.id
    }
    return tree
  }

  /// A list with `count` elements.
  static func wide(_ count: Int) -> Tree {
    var tree = Tree()
    let root = ElementID(rawValue: 1)
    try? tree.insert(Element(id: root, role: .list), under: nil)
    for raw in 2...UInt64(count + 1) {
      let element = Element(
        id: ElementID(rawValue: raw), role: .listItem, label: "item \(raw % 1_000)")
      try? tree.insert(element, under: root)
    }
    return tree
  }

  static let deepSelectors = [
    ("#1", 1), ("*", sensible), ("group > group", sensible - 2),
    ("application group", sensible - 1),
    ("group group group group group group", sensible - 6), ("*:has(group)", sensible - 1),
    ("*:has(> group[label=\"level 500\"])", 1), ("*:within(#2)", sensible - 2), ("*:empty", 1),
    ("*:nth(-1)", 1),
    ("[label=\"level 9\"] > *", 1), ("*:not(:has(*))", 1), (":visible", sensible),
  ]

  /// Linear, but too expensive for one call when each element is a descendant of all others.
  static let nestedSelector = "group:has(group group:has(group))"

  static let wideSelectors = [
    ("listitem", sensible), ("list > listitem[label=\"item 7\"]", sensible / 1_000),
    ("listitem + listitem", sensible - 1), ("listitem ~ listitem ~ listitem", sensible - 2),
    ("listitem:nth-child(-5)", 1), ("listitem:has(+ listitem[label=\"item 7\"])", sensible / 1_000),
    ("listitem:nth(5000)", 1), ("list:has(> [label=\"item 9\"])", 1),
    ("[label$=\"99\"]", sensible / 100),
  ]

  @Test(arguments: deepSelectors)
  func `a tree of 20,000 levels is matched within the budget of one call`(
    selector: String, count: Int
  ) throws {
    let result = try Selector(parsing: selector).find(in: Self.deep, limit: 10)
    #expect(!result.isBudgetExceeded)
    #expect(result.total == count)
  }

  @Test(arguments: wideSelectors)
  func `a row of 20,000 children is matched within the budget of one call`(
    selector: String, count: Int
  ) throws {
    let result = try Selector(parsing: selector).find(in: Self.wide, limit: 10)
    #expect(!result.isBudgetExceeded)
    #expect(result.total == count)
  }

  @Test(arguments: [
    ("listitem", huge), ("listitem[label=\"item 7\"]", huge / 1_000),
    ("[label$=\"99\"]", huge / 100),
  ])
  func `a role or a label is found among 100,000 children within the budget of one call`(
    selector: String, count: Int
  ) throws {
    let result = try Selector(parsing: selector).find(in: Self.hugeWide, limit: 10)
    #expect(!result.isBudgetExceeded)
    #expect(result.total == count)
  }

  /// For five times as many elements, five times the steps or few steps for each element.
  @Test(arguments: (deepSelectors + wideSelectors).map(\.0) + [nestedSelector])
  func `the number of steps is linear in the size of the tree`(selector: String) throws {
    let selector = try Selector(parsing: selector)
    for (small, large) in [(Self.deep, Self.hugeDeep), (Self.wide, Self.hugeWide)] {
      let budget = WorkBudget(steps: .max / 2)
      func steps(_ tree: Tree) -> Int {
        let matcher = SelectorMatcher(selector, in: tree, budget: budget)
        _ = matcher.find(limit: 10)
        return budget.steps - matcher.budget.steps
      }
      #expect(steps(large) <= max(6 * steps(small), 20 * Self.huge))
    }
  }

  @Test
  func `single elements of huge trees are matched`() throws {
    let last = ElementID(rawValue: UInt64(Self.sensible))
    #expect(try Selector(parsing: "application group > *").matches(last, in: Self.deep))
    #expect(try Selector(parsing: "listitem ~ *").matches(last, in: Self.hugeWide))
    let list = try Selector(parsing: "*:has(> listitem[label~=\"9$\"])")
    #expect(list.matches(ElementID(rawValue: 1), in: Self.hugeWide))
  }

  @Test
  func `a search that is too expensive fails and returns no partial result`() throws {
    let selector = try Selector(parsing: "group group group[label~=\"(1|2|3){4}9\"]")
    let result = selector.find(in: Self.deep, budget: WorkBudget(steps: 50_000))
    #expect(result == SelectorResult(ids: [], total: 0, isBudgetExceeded: true))
    let not = try Selector(parsing: "*:not(:has(group[label~=\"x{100}\"]))")
    #expect(not.find(in: Self.deep, budget: WorkBudget(steps: 1_000)).isBudgetExceeded)
    let nested = try Selector(parsing: Self.nestedSelector)
    #expect(nested.find(in: Self.deep).isBudgetExceeded)
    let few = WorkBudget(steps: 3)
    #expect(!selector.matches(ElementID(rawValue: 19_999), in: Self.deep, budget: few))
  }

  @Test
  func `hostile selectors end within the budget`() throws {
    let chain = Array(repeating: "*", count: 60).joined(separator: " ")
    let siblings = Array(repeating: "*", count: 60).joined(separator: " ~ ")
    let nested =
      String(repeating: "*:has(", count: 15) + "[label~=\"(a*)*b\"]"
      + String(repeating: ")", count: 15)
    let within =
      String(repeating: "*:within(", count: 15) + "[label*=zzz]" + String(repeating: ")", count: 15)
    for text in [chain, siblings, nested, within] {
      let selector = try Selector(parsing: text)
      for tree in [Self.hugeDeep, Self.hugeWide] {
        let budget = WorkBudget(steps: 400_000)
        let time = processorTime { _ = selector.find(in: tree, limit: 1, budget: budget) }
        // The limit is for a debug build; a release build needs a few milliseconds.
        #expect(time < .seconds(20), "\(text)")
      }
    }
  }

  @Test
  func `outlines and hit tests of huge trees do not use recursion`() throws {
    var options = OutlineOptions()
    options.budget = 500
    for tree in [Self.hugeDeep, Self.hugeWide] {
      let outline = Outline(of: tree, from: .everything, options: options)
      #expect(outline.tokens <= 500)
      #expect(outline.text.utf8.count < 4_000)
      #expect(tree.hitTest(Point(x: 1, y: 1)) == nil)
    }
  }
}
