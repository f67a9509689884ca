import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// A dialog within a window that keeps people from the rest is the first that is said of the window.
struct OutlineDialogTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }
  private static func activate(_ element: inout Element) { element.states.insert(.active) }

  private let question = Node(
    90, .alertDialog, "Delete all?", { $0.states.insert(.modal) },
    children: [
      Node(91, .generic, children: [Node(92, .paragraph, value: "This cannot be undone.")]),
      Node(93, .button, "Delete", Self.press), Node(94, .button, "Keep", Self.press),
    ])

  /// A browser: buttons of its own, and a page with links and a dialog far inside.
  private func browser(_ dialog: Node?, links: UInt64 = 40) throws -> Tree {
    let buttons = (0..<30).map { Node(100 + $0, .button, "Button \($0)", Self.press) }
    let items = (0..<links).map { Node(200 + $0, .link, "Link \($0)", Self.press) }
    let page = Node(
      10, .document, "Page",
      children: [
        Node(
          11, .group, "Content",
          children: items + [Node(12, .generic, children: dialog.map { [$0] } ?? [])])
      ])
    return try Tree([
      Node(
        1, .application, "browser",
        children: [
          Node(
            2, .window, "Page - Browser", Self.activate,
            children: [
              Node(3, .generic, children: [Node(4, .toolBar, children: buttons)]),
              Node(5, .generic, children: [page]),
            ])
        ])
    ])
  }

  private func text(_ tree: Tree, budget: Int) -> String {
    var options = OutlineOptions()
    options.budget = budget
    return Outline(of: tree, from: .everything, options: options).text
  }

  @Test(arguments: [true, false])
  func `texts of the active window come before dialogs of other applications`(isModal: Bool) throws
  {
    let choices = (0..<80).map { Node(100 + $0, .button, "Folder \($0)", Self.press) }
    let tree = try Tree([
      Node(
        1, .application, "front",
        children: [
          Node(
            2, .window, "Main", Self.activate,
            children: [Node(3, .button, "Count", Self.press), Node(4, .text, "count 7")])
        ]),
      Node(
        10, .application, "back",
        children: [
          Node(11, .window, "Editor"),
          Node(
            12, .dialog, "Save As", { if isModal { $0.states.insert(.modal) } },
            children: choices),
        ]),
    ])
    let text = text(tree, budget: 300)
    #expect(text.contains("\"count 7\"\n") && text.contains("\"Folder 0\""), "\(text)")
    #expect(text.contains("dialog \"Save As\" #12") && !text.contains("\"Folder 79\""), "\(text)")
  }

  @Test(arguments: [150, 200, 300, 1500])
  func `a modal dialog of a page is said first and whole`(budget: Int) throws {
    let text = text(try browser(question), budget: budget)
    #expect(
      text.hasPrefix(
        """
        application "browser" #1
          window "Page - Browser" #2 [active]
            document "Page" #10
              group "Content" #11
                alertdialog "Delete all?" #90 [modal]
                  "This cannot be undone."
                  button "Delete" #93
                  button "Keep" #94

        """), "\(text)")
    #expect(TokenEstimate(of: text).tokens <= budget)
  }

  @Test
  func `a window that is a dialog is said to be active, and comes first`() throws {
    func windows(isModal: Bool) throws -> String {
      let dialog = Node(
        3, .dialog, "Find", { $0.states.formUnion(isModal ? [.active, .modal] : .active) },
        children: [Node(4, .button, "Next", Self.press)])
      let window = Node(2, .window, "Text", children: [Node(5, .button, "Save", Self.press)])
      return text(
        try Tree([Node(1, .application, "editor", children: [window, dialog])]), budget: 300)
    }
    #expect(
      try windows(isModal: false).hasPrefix(
        """
        application "editor" #1
          dialog "Find" #3 [active]
            button "Next" #4
          window "Text" #2
        """))
    #expect(try windows(isModal: true).contains("dialog \"Find\" #3 [modal, active]\n"))
  }

  @Test
  func `the buttons of a dialog come before its texts, which come before the rest`() throws {
    let terms = (0..<200).map { Node(1000 + $0, .paragraph, value: "Term \($0) of many") }
    let dialog = Node(
      90, .dialog, "Terms", { $0.states.insert(.modal) },
      children: terms + [Node(93, .button, "Accept", Self.press)])
    let text = text(try browser(dialog), budget: 300)
    #expect(text.contains("button \"Accept\" #93") && text.contains("\"Term 0 of many\""))
    #expect(text.contains(" texts #10") && !text.contains("Button 0"), "\(text)")
  }

  @Test
  func `a bar of the browser that claims to be an alert dialog comes after the page's`() throws {
    var tree = try browser(question)
    let bar = Element(id: ElementID(rawValue: 70), role: .alertDialog, label: "Infobar")
    try tree.insert(bar, under: ElementID(rawValue: 2), at: 0)
    try tree.modify(bar.id) { $0.states = [.visible, .showing] }
    let text = text(tree, budget: 1500)
    let places = try ["document", "Infobar", "Button 0"].map {
      try #require(text.firstRange(of: $0)).lowerBound
    }
    #expect(places == places.sorted(), "\(text)")
  }

  @Test
  func `a dialog with the focus comes first, and what it is in is on screen as it is`() throws {
    let dialog = Node(90, .dialog, "Says", children: [Node(93, .button, "OK", Self.press)])
    var tree = try browser(dialog)
    try tree.modify(ElementID(rawValue: 12)) { $0.states.subtract([.showing, .visible]) }
    var options = OutlineOptions()
    options.budget = 200
    let focus = ElementID(rawValue: 93)
    let text = Outline(of: tree, from: .everything, options: options, focus: focus).text
    #expect(text.contains("      group \"Content\" #11\n        dialog \"Says\" #90\n"), "\(text)")
    #expect(!Outline(of: tree, from: .everything, options: options).text.contains("Says"))
  }

  @Test
  func `a dialog that is not modal, or not shown, leaves the order`() throws {
    func hide(_ element: inout Element) {
      element.states.insert(.modal)
      element.states.subtract([.showing, .visible])
    }
    for dialog in [
      Node(90, .dialog, "Cookies", children: [Node(93, .button, "OK", Self.press)]),
      Node(90, .dialog, "Later", hide, children: [Node(93, .button, "OK", hide)]),
    ] {
      let text = text(try browser(dialog), budget: 1500)
      let places = try ["Button 0", "document"].map {
        try #require(text.firstRange(of: $0)).lowerBound
      }
      #expect(places[0] < places[1])
    }
  }

  @Test
  func `the dialog on top is whole before those below it, and a tight budget has room for it`()
    throws
  {
    let texts = (0..<4).map {
      Node(80 + $0, .paragraph, value: "A long line of the terms, number \($0)")
    }
    let first = Node(
      70, .dialog, "First", { $0.states.insert(.modal) },
      children: texts + [Node(71, .textField, "Name"), Node(72, .button, "Save", Self.press)])
    for (focus, top, covered) in [(93, "Delete all?", "First"), (72, "First", "Delete all?")] {
      let both = Node(60, .group, children: [first, question])
      let tree = try browser(both)
      var options = OutlineOptions()
      options.budget = focus == 93 ? 150 : 200
      let focus = ElementID(rawValue: UInt64(focus))
      let text = Outline(of: tree, from: .everything, options: options, focus: focus).text
      let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      let places = try [top, covered].map { label in
        try #require(lines.firstIndex { $0.contains(" \"\(label)\" ") }, "\(text)")
      }
      #expect(places[0] < places[1], "\(text)")
      let whole = lines[(places[0] + 1)..<places[1]]
      #expect(whole.count == (top == "First" ? 6 : 3), "\(text)")
      #expect(!whole.contains { $0.hasPrefix("…") }, "\(text)")
    }
  }

  @Test
  func `no line for the focus is kept free once it has its own`() throws {
    let tree = try browser(question)
    for budget in 100...150 {
      var options = OutlineOptions()
      options.budget = budget
      let focus = ElementID(rawValue: 93)
      let with = Outline(of: tree, from: .everything, options: options, focus: focus)
      let without = Outline(of: tree, from: .everything, options: options)
      if with.lines.contains(where: { $0.subject == .focus }) { continue }
      #expect(with.lines.count == without.lines.count, "\(budget)")
    }
  }

  @Test(arguments: [150, 260, 400])
  func `whoever follows the counts around a dialog sees each element once`(budget: Int) throws {
    let tree = try browser(question)
    var options = OutlineOptions()
    options.budget = budget
    var pending = [OutlineStart.everything]
    var seen: [ElementID: Int] = [:]
    while let start = pending.popLast(), seen.count < 500 {
      let outline = Outline(of: tree, from: start, options: options)
      for line in outline.lines {
        switch line.subject {
        case .element(let id):
          if case .elements([id]) = start { break }
          seen[id, default: 0] += 1
          if line.text.contains(" … ") { pending.append(.elements([id])) }
        case .skipped, .skippedReading, .offscreen:
          let mark = try #require(line.text.split(separator: " ").last)
          let id = try #require(UInt64(mark.dropFirst().dropLast()))
          pending.append(.following(ElementID(rawValue: id), texts: mark.hasSuffix("~")))
        case .focus: break
        }
      }
    }
    #expect(seen.values.allSatisfy { $0 == 1 }, "\(seen.filter { $0.value > 1 })")
    // The unnamed groups and toolbar fold.
    #expect(seen.count == 79, "\(seen.count)")
  }

  @Test(arguments: [nil, 5, 7, 9] as [UInt64?])
  func `a modal dialog in its own window comes before the window that it blocks`(focus: UInt64?)
    throws
  {
    func modal(_ element: inout Element) { element.states.insert(.modal) }
    let buttons = (0..<60).map { Node(100 + $0, .button, "Button \($0)", Self.press) }
    let tree = try Tree([
      Node(
        1, .application, "office",
        children: [
          Node(4, .window, "Slides", children: [Node(5, .document, "Page")] + buttons),
          Node(6, .dialog, "Tip", children: [Node(7, .button, "Next", Self.press)]),
          Node(
            8, .dialog, "Table", modal,
            children: [
              Node(9, .spinButton, "Rows", Self.press), Node(10, .button, "OK", Self.press),
            ]),
        ])
    ])
    var options = OutlineOptions()
    options.budget = 200
    let text = Outline(
      of: tree, from: .everything, options: options, focus: focus.map { ElementID(rawValue: $0) }
    ).text
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("focus: ") }
    #expect(lines[1].hasPrefix("  dialog \"Table\" #8 [modal]"), "\(text)")
    #expect(text.contains("spinbutton \"Rows\" #9") && text.contains("button \"OK\" #10"))
    #expect(lines.last { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }?.contains("Slides") == true)
  }

  @Test
  func `a window that is active comes before a modal dialog of another one`() throws {
    let tree = try Tree([
      Node(
        1, .application, "office",
        children: [
          Node(6, .dialog, "Table", { $0.states.insert(.modal) }),
          Node(4, .window, "Slides", Self.activate, children: [Node(5, .document, "Page")]),
        ])
    ])
    let text = Outline(
      of: tree, from: .everything, options: OutlineOptions(), focus: ElementID(rawValue: 5)
    ).text
    #expect(text.contains("#1\n  window \"Slides\" #4 [active]"), "\(text)")
  }

  @Test
  func `that a dialog comes before others is no move of these in what steps changed`() throws {
    let (without, with) = (try browser(nil), try browser(question))
    let before = Outline(of: without, from: .everything)
    let after = Outline(of: with, from: .everything)
    let opened = OutlineDifference(from: before, to: after, limit: .init(240)).text
    #expect(!opened.contains("~"), "\(opened)")
    #expect(opened.contains("+ alertdialog \"Delete all?\" #90 [modal] in #11\n"), "\(opened)")
    let closed = OutlineDifference(from: after, to: before, limit: .init(240)).text
    #expect(!closed.contains("~"), "\(closed)")
  }
}
