import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// The toolbars beside a document of LibreOffice, each around one button.
struct OutlineLoneButtonTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  private func text(_ bars: [Node]) throws -> String {
    let window = Node(2, .window, "W", children: bars)
    let text = outline(try Tree([Node(1, .application, "app", children: [window])]), 2).text
    return text.split(separator: "\n").dropFirst().joined(separator: "\n")
  }

  private func bar(_ id: UInt64, _ label: String?, _ buttons: [Node]) -> Node {
    Node(
      id, .toolBar, label, { $0.states.insert(.focusable) },
      children: [Node(id + 1, .generic, children: buttons)])
  }

  @Test func `a nameless button that is all of a toolbar has one line with the name of it`() throws
  {
    let button = Node(12, .toggleButton, nil) {
      Self.press(&$0)
      $0.states.insert(.checked)
    }
    #expect(
      try text([
        bar(10, "Styles", [button]), bar(20, "Gallery", [Node(22, .toggleButton, nil, Self.press)]),
      ]) == """
          toggle-button in toolbar "Styles" #12 [checked]
          toggle-button in toolbar "Gallery" #22
        """)
  }

  @Test func `a toolbar without a name, or around more, or around what has a name, stays`() throws {
    let nameless = Node(12, .button, nil, Self.press)
    #expect(try text([bar(10, nil, [nameless])]) == "  toolbar #10\n    button #12")
    #expect(
      try text([bar(10, "Edit", [nameless, Node(13, .button, nil, Self.press)])])
        == "  toolbar \"Edit\" #10\n    button #12\n    button #13")
    #expect(
      try text([bar(10, "Edit", [Node(12, .button, "Cut", Self.press)])])
        == "  toolbar \"Edit\" #10\n    button \"Cut\" #12")
  }
}
