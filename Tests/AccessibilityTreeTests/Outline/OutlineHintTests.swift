import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What a control without a name says it does stands in the place of the name.
struct OutlineHintTests {
  private static func icon(_ hint: String) -> (inout Element) -> Void {
    {
      $0.actions = [Action(.press)]
      $0.hint = hint
    }
  }

  private func text(_ nodes: [Node]) throws -> String {
    let window = Node(2, .window, "W", children: nodes)
    return outline(try Tree([Node(1, .application, "app", children: [window])])).text
  }

  @Test
  func `a button with only an icon has its hint`() throws {
    let text = try text([
      Node(3, .button, nil, Self.icon("Save the file")),
      Node(4, .button, "Open", Self.icon("Opens a file")),
      Node(5, .toggleButton, " ", Self.icon("Show \"all\"")),
    ])
    #expect(text.contains("\n    button hint \"Save the file\" #3\n"), "\(text)")
    #expect(text.contains("\n    button \"Open\" #4\n"), "\(text)")
    #expect(text.contains("\n    toggle-button hint \"Show \\\"all\\\"\" #5\n"), "\(text)")
  }

  /// As the palette and the two fields of the colour chooser of GTK 3.
  @Test
  func `what is drawn, or can be focused, and has only a hint has a line with it`() throws {
    func hint(_ text: String, _ states: States = []) -> (inout Element) -> Void {
      {
        $0.hint = text
        $0.states.formUnion(states)
      }
    }
    let text = try text([
      Node(3, .canvas, nil, hint("The color you’ve chosen.")),
      Node(4, .generic, nil, children: [Node(5, .canvas, nil, hint("Click this", [.focusable]))]),
      Node(6, .canvas), Node(7, .generic, nil, hint("Decoration")),
      Node(8, .generic, nil, hint("Key map", [.enabled, .focusable])),
    ])
    #expect(text.contains("\n    canvas hint \"The color you’ve chosen.\" #3\n"), "\(text)")
    #expect(text.contains("\n    canvas hint \"Click this\" #5\n"), "\(text)")
    #expect(text.contains("\n    generic hint \"Key map\" #8\n"), "\(text)")
    #expect(!text.contains("#6") && !text.contains("#7"), "\(text)")
  }

  /// As the buttons of Audacity, and those of qalculate-gtk with an icon in them.
  @Test func `what has a size and only a hint has a line with its states`() throws {
    func drawn(_ hint: String?, _ states: States) -> (inout Element) -> Void {
      {
        $0.hint = hint
        $0.states = states
        $0.frame = Desk.frame(0, 0, 48, 48)
      }
    }
    let usable: States = [.enabled, .sensitive, .visible, .showing]
    let text = try text([
      Node(3, .generic, nil, drawn("Pause (P)", usable)),
      Node(4, .generic, nil, drawn("Stop", [.visible, .showing])),
      Node(5, .generic, nil, drawn("Keypad", usable), children: [Node(6, .icon)]),
      Node(
        7, .generic, nil, drawn("Enter", usable),
        children: [Node(8, .button, "Go", { $0.actions = [Action(.press)] })]),
      Node(
        9, .section, nil,
        {
          $0.actions = [Action(.press)]
          drawn("Plain", usable)(&$0)
        }),
      Node(10, .text, nil, drawn("Empty", usable)), Node(11, .generic, nil, drawn(nil, usable)),
    ])
    #expect(
      text.hasSuffix(
        """
          window "W" #2
            generic hint "Pause (P)" #3
            generic hint "Stop" #4 [disabled]
            generic hint "Keypad" #5
            button "Go" #8
            section hint "Plain" #9 (press)

        """), "\(text)")
  }

  @Test
  func `a text in a button, or a label beside it, says more than its hint`() throws {
    let text = try text([
      Node(3, .button, nil, Self.icon("Chooses"), children: [Node(4, .label, "Font")]),
      Node(
        5, .label, "Size", { $0.relations = [Relation(.labelFor, [ElementID(rawValue: 6)])] }),
      Node(
        6, .spinButton, nil,
        {
          Self.icon("In points")(&$0)
          $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 5)])]
        }),
    ])
    #expect(text.contains("button with \"Font\" #3"), "\(text)")
    #expect(text.contains("spinbutton labelled-by \"Size\" #6"), "\(text)")
  }

  @Test
  func `buttons with other hints are not told apart by what is before them`() throws {
    let text = try text([
      Node(3, .text, "Milk"), Node(4, .button, nil, Self.icon("Add")),
      Node(5, .text, "Eggs"), Node(6, .button, nil, Self.icon("Remove")),
    ])
    #expect(!text.contains("after"), "\(text)")
  }

  /// As the buttons of a window of Epiphany, which are all called Menu.
  @Test
  func `buttons of one label are told apart by their hints`() throws {
    func menu(_ id: UInt64, _ hint: String?) -> Node {
      Node(id, .toggleButton, "Menu") {
        $0.actions = [Action(.press)]
        $0.hint = hint
      }
    }
    let text = try text([
      menu(3, "View downloads"), menu(4, "View bookmarks"), menu(5, nil),
      Node(6, .button, "Open", Self.icon("Opens a file")),
    ])
    #expect(
      text.hasSuffix(
        """
            toggle-button "Menu" hint "View downloads" #3
            toggle-button "Menu" hint "View bookmarks" #4
            toggle-button "Menu" #5
            button "Open" #6

        """), "\(text)")
  }

  @Test
  func `a hint that all have tells nothing`() throws {
    let text = try text((3...5).map { Node($0, .button, "Add", Self.icon("Adds one")) })
    #expect(!text.contains("hint"), "\(text)")
  }
}
