import AccessibilityTree
import Testing

@testable import AccessibilityRendering

struct OutlineDifferenceTests {
  private func difference(_ change: (inout Tree) throws -> Void) throws -> OutlineDifference {
    var tree = try Desk.tree()
    let before = Outline(of: tree, from: .everything)
    try change(&tree)
    return OutlineDifference(from: before, to: Outline(of: tree, from: .everything))
  }

  private let display = ElementID(rawValue: 36)

  @Test
  func `nothing is said when no line changed`() throws {
    #expect(try difference { _ in }.text.isEmpty)
    // What the outline does not show may change.
    let moved = try difference { try $0.modify(display) { $0.hint = "new" } }
    #expect(moved.text.isEmpty)
    #expect(moved.tokens == 0)
  }

  @Test
  func `a line that changed is one line`() throws {
    let found = try difference { try $0.modify(display) { $0.value = "22" } }
    #expect(found.text == "~ status \"Display\" = \"22\" #36\n")
    #expect(found.tokens <= 40)
  }

  @Test
  func `new elements are listed with their place, and with what is in them`() throws {
    let found = try difference { tree in
      let group = ElementID(rawValue: 70)
      try tree.insert(Node(70, .group, "More").element, under: ElementID(rawValue: 33))
      try tree.insert(
        Node(71, .button, "9", { $0.actions = [Action(.press)] }).element, under: group)
    }
    #expect(found.text == "+ group \"More\" #70 in #33\n+   button \"9\" #71\n")
  }

  @Test
  func `a text without an id is listed with its place`() throws {
    var tree = try Desk.tree()
    let text = ElementID(rawValue: 70)
    try tree.insert(Node(70, .text, "Saving").element, under: ElementID(rawValue: 33))
    let before = Outline(of: tree, from: .everything)
    try tree.modify(text) { $0.label = "Saved" }
    let saved = Outline(of: tree, from: .everything)
    #expect(OutlineDifference(from: before, to: saved).text == "~ \"Saved\" in #33\n")
    try tree.remove(text)
    let after = Outline(of: tree, from: .everything)
    #expect(OutlineDifference(from: saved, to: after).text == "- \"Saved\" in #33\n")
  }

  @Test
  func `what is gone is listed without what was in it`() throws {
    let found = try difference { try $0.remove(ElementID(rawValue: 17)) }
    #expect(found.text == "- dialog \"Really?\" #17 [modal]\n")
  }

  @Test
  func `an element that moved is said to be after another`() throws {
    let found = try difference { tree in
      let children = [36, 34, 35].map { ElementID(rawValue: $0) }
      try tree.reorderChildren(of: ElementID(rawValue: 33), to: children)
    }
    #expect(found.text == "~ status \"Display\" = \"15\" #36 first in #33\n")
    let swapped = try difference { tree in
      let children = [35, 36, 34].map { ElementID(rawValue: $0) }
      try tree.reorderChildren(of: ElementID(rawValue: 33), to: children)
    }
    #expect(
      swapped.text == "~ button \"7\" #34 (no press) after #36\n"
        || swapped.text == "~ button \"7\" #34 after #36\n")
  }

  @Test
  func `of an application that moved, what is in it is not listed`() throws {
    func outline(active: UInt64) throws -> Outline {
      let nodes = [10, 20, 30].map { (id: UInt64) in
        let buttons = (2...4).map { offset in
          Node(id + offset, .button, "B\(offset)") { $0.actions = [Action(.press)] }
        }
        let window = Node(
          id + 1, .window, "W", { if id == active { $0.states.insert(.active) } },
          children: buttons)
        return Node(id, .application, "App \(id)", children: [window])
      }
      return Outline(of: try Tree(nodes), from: .everything)
    }
    let found = OutlineDifference(from: try outline(active: 10), to: try outline(active: 30))
    let lines = found.text.split(separator: "\n")
    #expect(lines.first == "~ application \"App 30\" #30 first", "\(found.text)")
    #expect(!found.text.contains("button"), "\(found.text)")
  }

  @Test
  func `a focus that moved is one line, and one that is gone is said`() throws {
    func difference(_ focus: ElementID?) throws -> OutlineDifference {
      func tree(_ focus: ElementID?) throws -> Outline {
        let fields = [3, 4].map { id in
          Node(UInt64(id), .textField, "Field \(id)") {
            $0.actions = [Action(.setText)]
            if focus?.rawValue == UInt64(id) { $0.states.insert(.focused) }
          }
        }
        let tree = try Tree([
          Node(1, .application, "App", children: [Node(2, .window, "W", children: fields)])
        ])
        return Outline(of: tree, from: .everything, focus: focus)
      }
      return OutlineDifference(from: try tree(ElementID(rawValue: 3)), to: try tree(focus))
    }
    let moved = try difference(ElementID(rawValue: 4))
    #expect(moved.text == "~ textbox \"Field 4\" #4 [focused]\n")
    #expect(try difference(nil).text == "~ textbox \"Field 3\" #3\n")
    #expect(try difference(ElementID(rawValue: 3)).text.isEmpty)
  }

  @Test
  func `what a new dialog says comes before rows of the window behind it`() throws {
    func outline(_ rows: ClosedRange<UInt64>, dialog: Bool) throws -> Outline {
      let texts = [Node(10, .text, "Disk is full"), Node(11, .button, "OK")]
      let window = Node(
        2, .window, "W",
        children: rows.map { Node(100 + $0, .button, "Button \($0)") }
          + (dialog ? [Node(9, .dialog, "Error", children: texts)] : []))
      let tree = try Tree([Node(1, .application, "App", children: [window])])
      return Outline(of: tree, from: .everything)
    }
    let found = OutlineDifference(
      from: try outline(1...2, dialog: false), to: try outline(1...60, dialog: true), budget: 100)
    #expect(found.text.contains("Disk is full"), "\(found.text)")
    #expect(found.tokens <= 100 && found.text.contains("+ button \"Button 3\""), "\(found.text)")
  }

  @Test
  func `what does not fit into a budget is counted, and windows come first`() throws {
    func outline(_ buttons: ClosedRange<UInt64>, dialog: Bool) throws -> Outline {
      let window = Node(
        2, .window, "W",
        children: buttons.map { Node(100 + $0, .button, "Button \($0)") }
          + (dialog ? [Node(9, .dialog, "Saved", children: [Node(10, .button, "OK")])] : []))
      let tree = try Tree([Node(1, .application, "App", children: [window])])
      return Outline(of: tree, from: .everything)
    }
    let (old, new) = (try outline(1...30, dialog: false), try outline(31...70, dialog: true))
    let found = OutlineDifference(from: old, to: new, budget: 100)
    #expect(found.tokens <= 100, "\(found.tokens)")
    let lines = found.text.split(separator: "\n")
    #expect(lines.contains("+ dialog \"Saved\" #9 in #2"), "\(found.text)")
    let count = lines.count { $0.hasPrefix("+") }
    #expect(lines.last == "… \(42 - count) new, 30 gone in #2", "\(found.text)")
    #expect(lines.count == count + 1 && count > 2)
    let whole = OutlineDifference(from: old, to: new, budget: 2000)
    #expect(whole == OutlineDifference(from: old, to: new) && whole.text.contains("\n- button"))
  }
}
