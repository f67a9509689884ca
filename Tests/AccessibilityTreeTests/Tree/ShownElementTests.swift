import AccessibilityQueries
import AccessibilityTree
import Testing

/// What people can find on the screen of an application that reports frames.
struct ShownElementTests {
  @Test func `what has no frame is shown only where it stands on the desktop by itself`() throws {
    let roles: [Role] = [.window, .dialog, .alertDialog, .internalFrame, .group, .button]
    let parts = roles.enumerated().map { Node(UInt64(10 + $0.offset), $0.element) }
    let framed = Node(3, .button) { $0.frame = Desk.frame(0, 0, 40, 20) }
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: parts + [framed])])
    ])
    var shown = ShownElements(tree)
    let found = try parts.map { try #require(tree[$0.element.id]) }
      .filter { shown.contains($0, scrolls: false) }
    #expect(found.map(\.role) == [.window, .dialog, .alertDialog, .internalFrame])
  }
}
