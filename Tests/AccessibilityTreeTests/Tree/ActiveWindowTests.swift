import Testing

@testable import AccessibilityTree

struct ActiveWindowTests {
  private func window(_ id: UInt64, isActive: Bool, children: [Node] = []) -> Node {
    Node(id, .window, nil, { if isActive { $0.states.insert(.active) } }, children: children)
  }

  @Test func `what stands directly in an application is its window, and of these some are active`()
    throws
  {
    let inner = window(4, isActive: true)
    let tree = try Tree([
      Node(1, .application, children: [window(2, isActive: false, children: [inner])]),
      Node(
        5, .application,
        children: [
          window(6, isActive: true), window(7, isActive: false), window(8, isActive: true),
        ]),
    ])
    let (idle, busy) = (ElementID(rawValue: 1), ElementID(rawValue: 5))
    #expect(tree.activeWindows(of: idle).isEmpty)
    #expect(tree.activeWindows(of: busy).map(\.rawValue) == [6, 8])
    #expect(tree.activeWindows(of: busy, amongFirst: 2).map(\.rawValue) == [6])
    #expect(tree.activeWindows(of: ElementID(rawValue: 99)).isEmpty)
    #expect(tree.activeWindows.map(\.rawValue) == [6, 8])
  }
}
