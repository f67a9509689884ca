import AccessibilityTree
import Testing

/// Whatever tree and selector come together, the answer comes soon: the result, or that it would
/// cost too much.
struct SelectorCostTests {
  /// What is linear in a tree of 100,000 elements, for each part of the selector. A server gives less
  /// to one call.
  static let linear = WorkBudget(steps: 20_000_000)

  static let deep: Tree = {
    var tree = Tree()
    var parent: ElementID?
    for raw in UInt64(1)...100_000 {
      let element = Element(
        id: ElementID(rawValue: raw), role: raw == 1 ? .application : .group, label: "level \(raw)")
      try? tree.insert(element, under: parent)
      parent = element.id
    }
    return tree
  }()

  static let wide: Tree = {
    var tree = Tree()
    let root = ElementID(rawValue: 1)
    try? tree.insert(Element(id: root, role: .list), under: nil)
    for raw in UInt64(2)...100_001 {
      let element = Element(
        id: ElementID(rawValue: raw), role: .listItem, label: "item \(raw % 1_000)")
      try? tree.insert(element, under: root)
    }
    return tree
  }()

  @Test(arguments: [
    ("#100000", 1), ("*", 100_000), ("group > group", 99_998), ("application group", 99_999),
    ("group group group group group group", 99_994), ("*:has(group)", 99_999),
    ("*:has(> group[label=\"level 500\"])", 1), ("*:within(#2)", 99_998), ("*:empty", 1),
    ("group:has(group group:has(group))", 99_996), ("*:nth(-1)", 1), ("[label=\"level 9\"] > *", 1),
    ("*:not(:has(*))", 1), (":visible", 100_000),
  ])
  func `a tree 100,000 levels deep is matched`(selector: String, count: Int) throws {
    let result = try Selector(parsing: selector).find(
      in: Self.deep, limit: 10, budget: Self.linear)
    #expect(!result.isBudgetExceeded)
    #expect(result.total == count)
  }

  @Test(arguments: [
    ("listitem", 100_000), ("list > listitem[label=\"item 7\"]", 100),
    ("listitem + listitem", 99_999),
    ("listitem ~ listitem ~ listitem", 99_998), ("listitem:nth-child(-5)", 1),
    ("listitem:has(+ listitem[label=\"item 7\"])", 100), ("listitem:nth(50000)", 1),
    ("list:has(> [label=\"item 9\"])", 1), ("[label$=\"99\"]", 1_000),
  ])
  func `a row of 100,000 children is matched`(selector: String, count: Int) throws {
    let result = try Selector(parsing: selector).find(
      in: Self.wide, limit: 10, budget: Self.linear)
    #expect(!result.isBudgetExceeded)
    #expect(result.total == count)
  }

  @Test
  func `single elements of huge trees are matched`() throws {
    let last = ElementID(rawValue: 100_000)
    #expect(
      try Selector(parsing: "application group > *").matches(
        last, in: Self.deep, budget: Self.linear))
    #expect(
      try Selector(parsing: "listitem ~ *").matches(
        last, in: Self.wide, budget: Self.linear))
    #expect(
      try Selector(parsing: "*:has(> listitem[label~=\"9$\"])").matches(
        ElementID(rawValue: 1), in: Self.wide, budget: Self.linear))
  }

  @Test
  func `what costs too much is given up, not shown in part`() throws {
    let selector = try Selector(parsing: "group group group[label~=\"(1|2|3){4}9\"]")
    let result = selector.find(in: Self.deep, budget: WorkBudget(steps: 50_000))
    #expect(result == SelectorResult(ids: [], total: 0, isBudgetExceeded: true))
    let not = try Selector(parsing: "*:not(:has(group[label~=\"x{100}\"]))")
    #expect(not.find(in: Self.deep, budget: WorkBudget(steps: 1_000)).isBudgetExceeded)
    let few = WorkBudget(steps: 3)
    #expect(!selector.matches(ElementID(rawValue: 99_999), in: Self.deep, budget: few))
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
    let clock = ContinuousClock()
    for text in [chain, siblings, nested, within] {
      let selector = try Selector(parsing: text)
      for tree in [Self.deep, Self.wide] {
        let budget = WorkBudget(steps: 400_000)
        let time = clock.measure { _ = selector.find(in: tree, limit: 1, budget: budget) }
        // A debug build under load; a release build needs a few milliseconds.
        #expect(time < .seconds(20), "\(text)")
      }
    }
  }

  @Test
  func `outlines and hit tests of huge trees do not recurse`() throws {
    var options = OutlineOptions()
    options.budget = 500
    for tree in [Self.deep, Self.wide] {
      let outline = Outline(of: tree, from: tree.roots, options: options)
      #expect(outline.shownCount + outline.elidedCount > 99_000)
      #expect(outline.text.utf8.count < 4_000)
      #expect(tree.hitTest(Point(x: 1, y: 1)) == nil)
    }
  }
}
