import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What a difference says of where lines are.
struct OutlineDifferencePlaceTests {
  private func outline(_ children: [Node], focus: UInt64? = nil) throws -> Outline {
    let window = Node(2, .window, "W", children: children)
    let tree = try Tree([Node(1, .application, "App", children: [window])])
    return Outline(of: tree, from: .everything, focus: focus.map { ElementID(rawValue: $0) })
  }

  private func bar(_ texts: [(id: UInt64, text: String)]) -> Node {
    Node(3, .statusBar, children: texts.map { Node($0.id, .text, $0.text) })
  }

  @Test func `of several texts it is said which one changed`() throws {
    let old = try outline([bar([(10, "Page 1"), (11, "0 words"), (12, "English")])])
    let new = try outline([bar([(10, "Page 1"), (11, "2 words"), (12, "English")])])
    #expect(OutlineDifference(from: old, to: new).text == "~ \"2 words\" text 2 in #3\n")
    // What steps changed is no difference from a text that the client has.
    #expect(
      OutlineDifference(from: old, to: new, limit: .init(240)).text == "~ \"2 words\" in #3\n")
    func besideButton(_ text: String) throws -> Outline {
      try outline([
        Node(3, .toolBar, children: [Node(11, .text, text), Node(12, .button, "Go")])
      ])
    }
    let (alone, changed) = (try besideButton("0 words"), try besideButton("2 words"))
    #expect(OutlineDifference(from: alone, to: changed).text == "~ \"2 words\" in #3\n")
    let moved = try outline([bar([(11, "2 words"), (10, "Page 1"), (12, "English")])])
    #expect(OutlineDifference(from: new, to: moved).text == "~ \"2 words\" text 2 first in #3\n")
    let last = try outline([bar([(11, "2 words"), (12, "English"), (10, "Page 1")])])
    #expect(
      OutlineDifference(from: new, to: last).text == "~ \"Page 1\" text 1 after text 3 in #3\n")
  }

  @Test func `of the same texts it is said which one is gone`() throws {
    let old = try outline([bar([(10, "10"), (11, "0"), (12, "10")])])
    let new = try outline([bar([(10, "10"), (11, "0")])])
    #expect(OutlineDifference(from: old, to: new).text == "- \"10\" text 3 in #3\n")
    let other = try outline([bar([(10, "10"), (12, "10")])])
    #expect(OutlineDifference(from: old, to: other).text == "- \"0\" in #3\n")
  }

  @Test func `a text that gets an id or loses it is another line`() throws {
    let long = String(repeating: "long ", count: 60)
    let old = try outline([bar([(10, "Page 1"), (11, "0 words")])])
    let new = try outline([bar([(10, "Page 1"), (11, long)])])
    let lines = OutlineDifference(from: old, to: new).text.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "- \"0 words\" in #3", "\(lines)")
    #expect(lines[1].hasPrefix("+ \"long long") && lines[1].hasSuffix(" #11 in #3"), "\(lines)")
    let back = OutlineDifference(from: new, to: old).text.split(separator: "\n")
    #expect(back.count == 2 && back[1] == "+ \"0 words\" in #3", "\(back)")
    #expect(back[0].hasPrefix("- \"long") && back[0].hasSuffix("#11"), "\(back)")
  }

  @Test func `what an open menu or dialog puts before others has its place`() throws {
    func menus(open: Int?) throws -> Outline {
      let menus = (0..<3).map { number in
        let item = Node(UInt64(20 + number), .menuItem, "Item \(number)") {
          if number != open { $0.states.remove(.showing) }
        }
        return Node(
          UInt64(10 + number), .menu, "Menu \(number)",
          { if number == open { $0.states.formUnion([.selected, .focused, .expanded]) } },
          children: [item])
      }
      return try outline([Node(3, .menuBar, children: menus)], focus: open.map { UInt64(10 + $0) })
    }
    let (closed, opened) = (try menus(open: nil), try menus(open: 1))
    try #require(opened.text.contains("    menubar #3\n      menu \"Menu 1\""), "\(opened.text)")
    let text = OutlineDifference(from: closed, to: opened).text
    let line = text.split(separator: "\n").first { $0.contains("Menu 1") }
    #expect(line?.hasSuffix(" first in #3") == true, "\(text)")
    let back = OutlineDifference(from: opened, to: closed).text
    #expect(back.contains("~ menu \"Menu 0\" #10 (no press) … 1 first in #3\n"), "\(back)")
    // A step's difference is short.
    let short = OutlineDifference(from: closed, to: opened, limit: .init(240)).text
    #expect(!short.contains("first in #3"), "\(short)")
  }

  @Test func `a count whose first element is another one says where it is`() throws {
    func outline(hidden: [UInt64]) throws -> Outline {
      try self.outline([
        Node(
          3, .toolBar, "Tools",
          children: (10..<16).map { id in
            Node(id, .button, "B\(id)") {
              $0.actions = [Action(.press)]
              if hidden.contains(id) { $0.states.remove(.showing) }
            }
          })
      ])
    }
    let old = try outline(hidden: [12, 13, 14])
    let more = OutlineDifference(from: old, to: try outline(hidden: [12, 13, 14, 15])).text
    #expect(more.contains("#12+\n"), "\(more)")
    let other = OutlineDifference(from: old, to: try outline(hidden: [11, 12, 13, 14])).text
    #expect(other.contains("#11+ in #3\n"), "\(other)")
  }

  @Test func `where the focus moves, all lines that have one are said`() throws {
    func outline(_ focused: Set<UInt64>) throws -> Outline {
      try self.outline(
        (10..<14).map { id in
          Node(id, .textField, "Field \(id)") {
            $0.actions = [Action(.setText)]
            if focused.contains(id) { $0.states.insert(.focused) }
          }
        })
    }
    func difference(_ old: Set<UInt64>, _ new: Set<UInt64>) throws -> String {
      OutlineDifference(from: try outline(old), to: try outline(new)).text
    }
    #expect(
      try difference([10, 12], [11, 12])
        == "~ textbox \"Field 11\" #11 [focused]\n~ textbox \"Field 12\" #12 [focused]\n")
    #expect(try difference([10, 12], [12]) == "~ textbox \"Field 10\" #10\n")
  }
}
