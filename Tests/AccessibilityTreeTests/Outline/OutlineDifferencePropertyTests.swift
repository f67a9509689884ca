import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// A client that applies differences to the text that it has, has the text of now.
struct OutlineDifferencePropertyTests {
  @Test(arguments: 1...40)
  func `the differences of everything lead to the whole outline`(seed: Int) throws {
    var options = OutlineOptions()
    options.budget = OutlineOptions.budgets.upperBound
    try follow(UInt64(seed), options, isWhole: true)
  }

  @Test(arguments: 1...20, [300, 1500])
  func `those of what fits a budget lead to an outline of the same elements`(
    seed: Int, budget: Int
  ) throws {
    var options = OutlineOptions()
    options.budget = budget
    try follow(UInt64(seed), options, isWhole: false)
  }

  /// Changes a tree a few times, and follows it by differences alone.
  private func follow(_ seed: UInt64, _ options: OutlineOptions, isWhole: Bool) throws {
    var changing = try ChangingTree(seed: seed)
    var known = outline(changing, nil, options).whole
    for round in 0..<12 {
      try changing.change()
      let now = outline(changing, known, options)
      // Otherwise the server sends the whole outline.
      guard let continued = now.continued else {
        known = now.whole
        continue
      }
      let client = ClientOutline(known.text)
      let difference = OutlineDifference(from: known, to: continued)
      client.apply(difference.text)
      let found = client.differences(from: ClientOutline((isWhole ? now.whole : continued).text))
      #expect(found.isEmpty, "seed \(seed), round \(round)")
      if !found.isEmpty {
        Issue.record("\(found.prefix(4).joined(separator: "\n"))\n\(difference.text)")
        return
      }
      known = continued
    }
  }

  private func outline(
    _ changing: ChangingTree, _ known: Outline?, _ options: OutlineOptions
  ) -> (whole: Outline, continued: Outline?) {
    var builder = OutlineBuilder(
      .everything, options, focus: changing.focus, applications: [:], continuing: known,
      in: changing.tree)
    while builder.proceed(in: changing.tree) {}
    return (builder.outline, builder.continued)
  }
}

/// A random tree that changes as those of applications do: with a text that people write, a bar of texts, and menus.
private struct ChangingTree {
  private(set) var tree: Tree
  private(set) var focus: ElementID?
  private var numbers: Numbers
  private var last: UInt64 = 900_000_000_000
  private var document = ElementID(rawValue: 1)
  private var bar = ElementID(rawValue: 1)
  private var tools = ElementID(rawValue: 1)
  private var menus = ElementID(rawValue: 1)

  init(seed: UInt64) throws {
    tree = try RandomTree(seed: seed, count: 120).tree
    numbers = Numbers(seed: seed &+ 1000)
    let window = try #require(tree.roots.first.flatMap { tree[$0]?.children.first })
    menus = try add(.menuBar, nil, under: window)
    for number in 0..<4 {
      let menu = try add(.menu, "Menu \(number)", under: menus)
      for entry in 0..<3 {
        let item = try add(.menuItem, "Item \(number).\(entry)", under: menu)
        try tree.modify(item) { $0.states.remove(.showing) }
      }
    }
    document = try add(.document, "Report", under: window)
    for _ in 0..<4 { try addParagraph() }
    bar = try add(.statusBar, nil, under: window)
    for number in 0..<4 { _ = try add(.text, "Count \(number)", under: bar) }
    tools = try add(.group, nil, under: window)
    for number in 0..<3 {
      _ = try add(.text, "See \(number)", under: tools)
      _ = try add(.button, "Tool \(number)", under: tools)
    }
  }

  private mutating func add(
    _ role: Role, _ label: String?, under parent: ElementID
  ) throws -> ElementID {
    last += 1
    var element = Element(id: ElementID(rawValue: last), role: role, label: label)
    element.states = [.enabled, .visible, .showing]
    try tree.insert(element, under: parent)
    return element.id
  }

  private mutating func addParagraph() throws {
    let paragraph = try add(.paragraph, nil, under: document)
    let text = chance(2) ? nil : "Paragraph \(last)"
    try tree.modify(paragraph) {
      $0.states.formUnion([.editable, .focusable])
      $0.actions = [Action(.setText)]
      $0.value = text
    }
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &numbers) == 0 }

  private mutating func any() -> Element? {
    tree.subtree(of: tree.roots).randomElement(using: &numbers).flatMap { tree[$0] }
  }

  private mutating func child(of parent: ElementID) -> ElementID? {
    tree[parent]?.children.randomElement(using: &numbers)
  }

  mutating func change() throws {
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      switch Int.random(in: 0..<13, using: &numbers) {
      case 0, 1: try moveFocus(to: child(of: document))
      case 2: try moveFocus(to: chance(4) ? nil : any()?.id)
      case 3: try write()
      case 4, 5: try changeBar()
      case 6: try openMenu()
      case 7: try reorder(chance(2) ? any()?.id : bar)
      case 8: try changeAny()
      case 9: try removeAny()
      case 10: try moveAny()
      case 11: try moveBetweenBars()
      default:
        if chance(2) { try addParagraph() }
        guard let parent = any()?.id else { continue }
        let role = [Role.text, .button, .group, .dialog].randomElement(using: &numbers) ?? .text
        _ = try add(role, "New \(last)", under: parent)
      }
    }
  }

  private mutating func moveFocus(to id: ElementID?) throws {
    // Another application may keep its own.
    if let focus, tree.contains(focus), !chance(10) {
      try tree.modify(focus) { $0.states.remove(.focused) }
    }
    focus = id
    if let id { try tree.modify(id) { $0.states.insert(.focused) } }
  }

  private mutating func write() throws {
    guard let paragraph = child(of: document) else { return }
    let text = chance(3) ? nil : "Words \(Int.random(in: 0..<1000, using: &numbers))"
    try tree.modify(paragraph) { $0.value = text }
  }

  private mutating func changeBar() throws {
    guard tree.contains(bar), let text = child(of: bar) else { return }
    // Of one that is cut the id is said.
    let label =
      chance(6)
      ? String(repeating: "long ", count: 40)
      : "Count \(Int.random(in: 0..<(chance(3) ? 6 : 1000), using: &numbers))"
    try tree.modify(text) { $0.label = label }
    if chance(4) { _ = try tree.remove(text) }
  }

  private mutating func openMenu() throws {
    guard tree.contains(menus) else { return }
    for menu in tree[menus]?.children ?? [] {
      let isOpen = chance(3)
      try tree.modify(menu) {
        if isOpen {
          $0.states.formUnion([.selected, .expanded])
        } else {
          $0.states.subtract([.selected, .expanded])
        }
      }
      for item in tree[menu]?.children ?? [] {
        try tree.modify(item) {
          if isOpen { $0.states.insert(.showing) } else { $0.states.remove(.showing) }
        }
      }
    }
  }

  private mutating func reorder(_ id: ElementID?) throws {
    guard let id, let children = tree[id]?.children, children.count > 1 else { return }
    try tree.reorderChildren(of: id, to: children.shuffled(using: &numbers))
  }

  private mutating func changeAny() throws {
    guard let element = any() else { return }
    let kind = Int.random(in: 0..<5, using: &numbers)
    let label = chance(3) ? nil : "Name \(Int.random(in: 0..<1000, using: &numbers))"
    let states: States = [.showing, .selected, .checked, .modal][
      Int.random(in: 0..<4, using: &numbers)]
    try tree.modify(element.id) {
      switch kind {
      case 0, 1: $0.label = label
      case 2: $0.value = label
      default: $0.states.formSymmetricDifference(states)
      }
    }
  }

  private mutating func removeAny() throws {
    guard let element = any(), element.parent != nil, element.id != document,
      !tree.ancestors(of: document).contains(element.id),
      !tree.ancestors(of: bar).contains(element.id),
      !tree.ancestors(of: tools).contains(element.id)
    else { return }
    _ = try tree.remove(element.id)
    if let focus, !tree.contains(focus) { self.focus = nil }
  }

  /// Moves a part from one bar to the other, with the next one.
  private mutating func moveBetweenBars() throws {
    let (source, goal) = chance(2) ? (bar, tools) : (tools, bar)
    guard let part = child(of: source), let children = tree[source]?.children,
      let index = children.firstIndex(of: part), tree.contains(goal)
    else { return }
    var place = Int.random(in: 0...(tree[goal]?.children.count ?? 0), using: &numbers)
    for id in children[index...].prefix(2) {
      try tree.move(id, under: goal, at: place)
      place += 1
    }
  }

  private mutating func moveAny() throws {
    guard let element = any(), element.parent.flatMap({ tree[$0]?.parent }) != nil,
      let other = any(), other.parent != nil, other.id != element.id,
      !tree.isAncestor(element.id, of: other.id)
    else { return }
    try tree.move(
      element.id, under: other.id, at: Int.random(in: 0...other.children.count, using: &numbers))
  }
}
