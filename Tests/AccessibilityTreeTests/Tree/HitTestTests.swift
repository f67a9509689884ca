import AccessibilityTree
import Testing

struct HitTestTests {
  private func hit(
    _ tree: Tree, _ x: Double, _ y: Double, in space: CoordinateSpace = .screen,
    scope: UInt64? = nil
  ) -> UInt64? {
    let scope = scope.map { ElementID(rawValue: $0) }
    return tree.hitTest(Point(x: x, y: y), in: space, scope: scope)?.rawValue
  }

  private func node(
    _ id: UInt64, _ role: Role, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
    _ configure: (inout Element) -> Void = { _ in }, children: [Node] = []
  ) -> Node {
    Node(
      id, role, nil,
      {
        $0.frame = Desk.frame(x, y, width, height)
        configure(&$0)
      }, children: children)
  }

  @Test
  func `the deepest element is hit, and later siblings are in front`() throws {
    let tree = try Tree([
      Node(
        1, .application,
        children: [
          node(
            2, .window, 0, 0, 100, 100,
            children: [
              node(3, .group, 0, 0, 50, 50, children: [node(4, .button, 10, 10, 20, 20)]),
              node(5, .button, 25, 25, 50, 50),
            ])
        ])
    ])
    #expect(hit(tree, 15, 15) == 4)
    #expect(hit(tree, 28, 28) == 5)
    #expect(hit(tree, 45, 5) == 3)
    #expect(hit(tree, 90, 90) == 2)
    #expect(hit(tree, 100, 50) == nil)
    #expect(hit(tree, 28, 28, scope: 3) == 4)
    #expect(hit(tree, 90, 90, scope: 3) == nil)
    #expect(hit(tree, .nan, 1) == nil)
    #expect(hit(tree, 15, 15, scope: 99) == nil)
  }

  @Test
  func `children may extend beyond their parent, but not beyond a scrolling ancestor`() throws {
    let tree = try Tree([
      Node(
        1, .application,
        children: [
          node(
            2, .window, 0, 0, 100, 100,
            children: [
              node(3, .menu, 0, 0, 20, 20, children: [node(4, .menuItem, 10, 10, 60, 10)]),
              node(5, .scrollArea, 0, 50, 50, 50, children: [node(6, .button, 0, 0, 100, 100)]),
            ])
        ])
    ])
    #expect(hit(tree, 60, 15) == 4)
    #expect(hit(tree, 10, 60) == 6)
    #expect(hit(tree, 70, 60) == 2)
  }

  @Test
  func `the content path replaces the frame`() throws {
    let tree = try Tree([
      node(
        1, .window, 0, 0, 100, 100,
        children: [
          node(
            2, .button, 0, 0, 100, 100,
            { $0.contentPath = .ellipse(Rect(x: 0, y: 0, width: 100, height: 100)) })
        ])
    ])
    #expect(hit(tree, 50, 50) == 2)
    #expect(hit(tree, 3, 3) == 1)
  }

  @Test
  func `elements that are not on screen are skipped, unless the toolkit never reports showing`()
    throws
  {
    func tree(isSaid: Bool) throws -> Tree {
      try Tree([
        Node(
          1, .application,
          children: [
            node(
              2, .window, 0, 0, 100, 100,
              children: [
                node(3, .button, 0, 0, 10, 10, { if !isSaid { $0.states.remove(.showing) } }),
                node(4, .button, 50, 50, 10, 10, { $0.states.remove(.showing) }),
                node(5, .button, 70, 70, 10, 10, { $0.states = [.enabled] }),
              ])
          ])
      ])
    }
    #expect(try hit(tree(isSaid: true), 55, 55) == 2)
    #expect(try hit(tree(isSaid: false), 55, 55) == 4)
    #expect(try hit(tree(isSaid: false), 75, 75) == 2)
  }

  @Test
  func `coordinate spaces are kept apart, and elements without a frame are transparent`() throws {
    let tree = try Tree([
      Node(
        1, .application,
        children: [
          Node(
            2, .group,
            children: [
              Node(
                3, .button, nil,
                {
                  $0.frame = Frame(
                    rect: Rect(x: 0, y: 0, width: 10, height: 10), space: .window)
                }),
              node(4, .button, 0, 0, 10, 10),
            ])
        ])
    ])
    #expect(hit(tree, 5, 5) == 4)
    #expect(hit(tree, 5, 5, in: .window) == 3)
  }

  @Test
  func `the active window is in front`() throws {
    func app(_ id: UInt64, isActive: Bool) -> Node {
      Node(
        id, .application,
        children: [
          node(
            id + 1, .window, 0, 0, 100, 100, { if isActive { $0.states.insert(.active) } })
        ])
    }
    #expect(try hit(Tree([app(1, isActive: true), app(10, isActive: false)]), 5, 5) == 2)
    #expect(try hit(Tree([app(1, isActive: false), app(10, isActive: true)]), 5, 5) == 11)
    #expect(try hit(Tree([app(1, isActive: false), app(10, isActive: false)]), 5, 5) == 11)
  }
}
