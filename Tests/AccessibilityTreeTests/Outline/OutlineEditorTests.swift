import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Parts of pages that people write in, or click, without a role that says so: each is one thing.
struct OutlineEditorTests {
  private static func edited(_ element: inout Element) {
    element.states = [.enabled, .sensitive, .editable, .visible, .showing]
  }

  private static func editor(_ element: inout Element) {
    edited(&element)
    element.states.formUnion([.focusable, .multiLine])
  }

  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  private func outlined(_ parts: Node...) throws -> String {
    let document = Node(3, .document, "Page", children: parts)
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: [document])])
    ])
    let lines = outline(tree, 3).text.split(separator: "\n").dropFirst()
    return lines.map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  private let paragraphs = [
    Node(
      5, .paragraph, value: "First", edited, children: [Node(6, .text, "First", edited)]),
    Node(
      7, .paragraph, value: "See \u{FFFC} now", edited,
      children: [
        Node(8, .text, "See", edited), Node(9, .link, "the guide", press),
        Node(10, .text, "now", edited),
      ]),
  ]

  @Test func `an editor has the text of its paragraphs, and the links in it have lines`() throws {
    let text = "First\\nSee the guide now"
    #expect(
      try outlined(
        Node(4, .textField, "Note", value: "\u{FFFC}\u{FFFC}", Self.editor, children: paragraphs))
        == "textbox \"Note\" = \"\(text)\" #4\n  link \"the guide\" #9")
    #expect(
      try outlined(Node(4, .textField, nil, Self.editor, children: paragraphs))
        == "textbox = \"\(text)\" #4\n  link \"the guide\" #9")
  }

  @Test(arguments: [.press, .setText] as [ActionKind])
  func `so has one of a page that has no role`(kind: ActionKind) throws {
    let section = Node(
      4, .section, value: "\u{FFFC}\u{FFFC}",
      {
        Self.editor(&$0)
        $0.actions = [Action(kind)]
      }, children: paragraphs)
    let action = kind == .press ? "press" : "set-text"
    #expect(
      try outlined(section)
        == "section = \"First\\nSee the guide now\" #4 (\(action))\n  link \"the guide\" #9")
  }

  @Test func `an editor with a text alone, or none`() throws {
    #expect(
      try outlined(
        Node(
          4, .textField, value: "Plain", Self.editor,
          children: [Node(5, .text, "Plain", Self.edited)]))
        == "textbox = \"Plain\" #4")
    #expect(try outlined(Node(4, .textField, nil, Self.editor)) == "textbox #4")
  }

  @Test func `a text that can be pressed is one line`() throws {
    #expect(
      try outlined(
        Node(
          4, .section, value: "Two parts", Self.press,
          children: [Node(5, .text, "Two"), Node(6, .text, "parts")]))
        == "section with \"Two parts\" #4 (press)")
    #expect(
      try outlined(
        Node(4, .section, value: "Text", Self.press, children: [Node(5, .button, "Go", Self.press)])
      )
        == "section = \"Text\" #4 (press)\n  button \"Go\" #5")
  }
}
