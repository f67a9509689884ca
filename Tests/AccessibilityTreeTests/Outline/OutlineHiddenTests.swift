import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What toolkits say is showing, and is not on screen, is counted.
struct OutlineHiddenTests {
  private func text(_ nodes: [Node]) throws -> String {
    let window = Node(2, .window, "W", children: nodes)
    return outline(try Tree([Node(1, .application, "app", children: [window])])).text
  }

  @Test
  func `what is in a closed expander is counted, wherever it claims to be`() throws {
    func expander(isOpen: Bool) -> Node {
      let pixel = Desk.frame(10, 10, isOpen ? 200 : 1, isOpen ? 30 : 1)
      return Node(
        40, .toggleButton, "More",
        {
          $0.actions = [Action(.press)]
          // GTK 3 says that one is on while it is expanded.
          $0.states.formUnion(isOpen ? [.expanded, .checked] : .collapsed)
          $0.traits = [.button, .toggle]
        },
        children: [
          Node(
            41, .generic, nil, { $0.frame = pixel },
            children: [Node(42, .button, "Inside", { $0.actions = [Action(.press)] })])
        ])
    }
    #expect(try text([expander(isOpen: false)]).contains("\"More\" #40 [collapsed] … 1\n"))
    #expect(
      try text([expander(isOpen: true)]).contains("[expanded]\n      button \"Inside\" #42"))
  }

  @Test
  func `what says that it is gone is listed while something in it shows`() throws {
    // The input line of LibreOffice Calc.
    func line(_ states: States) -> Node {
      Node(
        30, .group, "Input line", { $0.states = [.defunct] },
        children: [Node(31, .textField, "Formula", { $0.states = states })])
    }
    let shown = try text([Node(3, .button, "B"), line([.enabled, .showing, .editable])])
    #expect(shown.contains("textbox \"Formula\" #31"), "\(shown)")
    let gone = try text([Node(3, .button, "B"), line([.defunct])])
    #expect(!gone.contains("Formula"), "\(gone)")
  }

  @Test func `what is gone has no line and no count, and goes in a difference`() throws {
    func text(_ states: States) throws -> (Outline, String) {
      let box = Node(30, .comboBox, "Size") {
        $0.states = states
        $0.actions = [Action(.press)]
      }
      let tree = try Tree([
        Node(
          1, .application,
          children: [Node(2, .window, "W", children: [Node(3, .button, "B"), box])])
      ])
      return (outline(tree, 2), outline(tree, 30).text)
    }
    let (shown, _) = try text([.enabled, .showing, .visible])
    let (gone, alone) = try text([.enabled, .visible, .defunct])
    #expect(gone.text.split(separator: "\n").count == 2, "\(gone.text)")
    #expect(OutlineDifference(from: shown, to: gone).text == "- combobox \"Size\" #30\n")
    #expect(OutlineDifference(from: gone, to: gone).text.isEmpty)
    #expect(alone.hasPrefix("combobox \"Size\" #30 [defunct"), "\(alone)")
  }

  @Test
  func `a menu bar without a height is counted`() throws {
    func bar(_ id: UInt64, height: Double) -> Node {
      Node(
        id, .menuBar, nil, { $0.frame = Desk.frame(0, 20, 400, height) },
        children: [
          Node(id + 1, .menu, "File", { $0.actions = [Action(.press)] }),
          Node(id + 2, .menu, "Edit", { $0.actions = [Action(.press)] }),
        ])
    }
    let text = try text([bar(30, height: 25), bar(40, height: 0)])
    #expect(text.contains("menubar #30\n      menu \"File\" #31"), "\(text)")
    #expect(text.contains("… 1 menubar below #40+"), "\(text)")
  }

  @Test
  func `dialogs that an application keeps hidden are counted`() throws {
    func dialog(_ id: UInt64, isShown: Bool) -> Node {
      let hide: (inout Element) -> Void = { if !isShown { $0.states = [.enabled] } }
      let button = Node(id + 1, .button, "Done \(id)", hide)
      return Node(id, .dialog, "Dialog \(id)", hide, children: [button])
    }
    func text(_ dialogs: [Node]) throws -> String {
      let window = Node(2, .window, "W", children: [Node(3, .button, "Open")])
      let tree = try Tree([Node(1, .application, "app", children: [window] + dialogs)])
      return Outline(of: tree, from: .everything).text
    }
    let hidden = try text([dialog(10, isShown: false), dialog(20, isShown: false)])
    #expect(hidden.contains("… 2 dialogs hidden #10+"), "\(hidden)")
    #expect(!hidden.contains("Done"), "\(hidden)")
    let shown = try text([dialog(10, isShown: true), dialog(20, isShown: false)])
    #expect(shown.contains("button \"Done 10\""), "\(shown)")
    #expect(shown.contains("dialog \"Dialog 20\" #20 [offscreen] … 1"), "\(shown)")
  }

  @Test(arguments: [true, false])
  func `an option of which an edge shows has no line where its list shows none behind it`(
    _ isClipped: Bool
  ) throws {
    let options = (0..<5).map { row in
      Node(
        UInt64(10 + row), .option, "Option \(row)",
        {
          $0.frame = Desk.frame(0, 100 + 20 * Double(row), 200, 20)
          if row == 4, isClipped { $0.states.remove(.showing) }
        })
    }
    let list = Node(
      4, .listBox, "List", { $0.frame = Desk.frame(0, 100, 200, 62) }, children: options)
    let page = Node(
      3, .document, "Page", { $0.frame = Desk.frame(0, 0, 800, 600) }, children: [list])
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: [page])])
    ])
    #expect(outline(tree, 3).text.contains("Option 3") != isClipped)
    #expect(outline(tree, 3).text.contains("Option 2"))
  }
}
