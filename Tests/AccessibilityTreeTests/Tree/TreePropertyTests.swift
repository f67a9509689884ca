import AccessibilityQueries
import AccessibilityTree
import Testing

/// After random valid and invalid edits, the links are consistent and the indexes find what there is.
struct TreePropertyTests {
  @Test(arguments: 0..<20)
  func `random edits keep all links consistent`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) + 1_000)
    var tree = Tree()
    var model: [ElementID: Element] = [:]
    for step in 1...400 {
      let before = tree.subtree(of: tree.roots)
      do {
        try Self.edit(&tree, step, &random)
      } catch {
        #expect(tree.subtree(of: tree.roots) == before, "a refused edit changed the tree: \(error)")
      }
      if step % 20 == 0 { try Self.check(tree) }
    }
    model = [:]
    tree.scan {
      model[$0.id] = tree[$0.id]
      return true
    }
    #expect(model.count == tree.count)
    try Self.check(tree)
  }

  private static func edit(
    _ tree: inout Tree, _ step: Int, _ random: inout SeededRandom
  ) throws {
    let known = tree.subtree(of: tree.roots)
    let stranger = ElementID(rawValue: 1_000_000)
    func any() -> ElementID {
      Int.random(in: 0..<20, using: &random) == 0
        ? stranger : known.randomElement(using: &random) ?? stranger
    }
    let place = Bool.random(using: &random) ? nil : Int.random(in: -2...9, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0...4:
      let isRoot = known.isEmpty || Int.random(in: 0..<30, using: &random) == 0
      var element = Element(
        id: ElementID(rawValue: UInt64(step)),
        role: SelectorPropertyTests.roles.randomElement(using: &random) ?? .group)
      element.label = SelectorPropertyTests.labels.randomElement(using: &random)
      try tree.insert(element, under: isRoot ? nil : any(), at: place)
    case 5, 6: try tree.move(any(), under: any(), at: place)
    case 7:
      try tree.modify(any()) {
        $0.label = SelectorPropertyTests.labels.randomElement(using: &random)
        $0.identifier = $0.label
        $0.role = SelectorPropertyTests.roles.randomElement(using: &random) ?? .group
      }
    case 8:
      let parent = any()
      var order = tree[parent]?.children ?? []
      order.shuffle(using: &random)
      if Int.random(in: 0..<5, using: &random) == 0 { order.append(stranger) }
      try tree.reorderChildren(of: parent, to: order)
    default:
      let id = any()
      let below = tree.subtree(of: id)
      // Do not remove large subtrees: small trees prove little.
      if below.count < 30 { #expect(try tree.remove(id) == below) }
    }
  }

  private static func check(_ tree: Tree) throws {
    let all = tree.subtree(of: tree.roots)
    #expect(all.count == tree.count, "every element is reached once")
    #expect(Set(all).count == all.count)
    #expect(tree.roots == tree.roots.sorted())
    for id in all {
      let element = try #require(tree[id])
      let root = tree.ancestors(of: id).last ?? id
      #expect(element.application == root)
      for child in element.children { #expect(tree[child]?.parent == id) }
      if let parent = element.parent {
        #expect(tree[parent]?.children.filter { $0 == id }.count == 1)
      } else {
        #expect(tree.roots.contains(id))
      }
    }
    for role in SelectorPropertyTests.roles {
      let found = try Selector(parsing: role.name).find(in: tree).ids
      let included: [Role] =
        role == .dialog || role == .alert ? [role, .alertDialog] : [role]
      #expect(found == all.filter { tree[$0].map { included.contains($0.role) } == true })
    }
    for label in SelectorPropertyTests.labels {
      let found = try Selector(parsing: "[label=\"\(label)\"]").find(in: tree).ids
      #expect(found == all.filter { tree[$0]?.label == label })
      let identified = try Selector(parsing: "[identifier=\"\(label)\"]").find(in: tree).ids
      #expect(identified == all.filter { tree[$0]?.identifier == label })
    }
    let some = all.filter { $0.rawValue % 3 == 0 }
    #expect(tree.inReadingOrder(some.reversed()) == some)
  }
}
