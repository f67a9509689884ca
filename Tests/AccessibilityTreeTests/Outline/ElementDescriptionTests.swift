import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Elements that match and cannot all be meant are described so that they can be told apart.
struct ElementDescriptionTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  private func descriptions(
    of ids: [UInt64], in nodes: [Node], namesApplications: Bool = false
  ) throws -> [String] {
    let window = Node(2, .window, "Shop", children: nodes)
    let tree = try Tree([Node(1, .application, "app", children: [window])])
    return ElementDescriptions(in: tree).descriptions(
      of: ids.map(ElementID.init(rawValue:)), namesApplications: namesApplications)
  }

  @Test
  func `buttons of rows are told apart by the texts of their rows`() throws {
    func row(_ id: UInt64, _ name: String, _ price: String) -> Node {
      Node(
        id, .row,
        children: [
          Node(id + 1, .cell, children: [Node(id + 2, .text, name)]),
          Node(id + 3, .cell, children: [Node(id + 4, .text, price)]),
          Node(id + 5, .cell, "Buy", children: [Node(id + 6, .button, "Buy", Self.press)]),
        ])
    }
    let table = Node(3, .table, "Goods", children: [row(10, "Milk", "1"), row(20, "Eggs", "3")])
    #expect(
      try descriptions(of: [16, 26], in: [table]) == [
        "button \"Buy\" in row with \"Milk\", \"1\"", "button \"Buy\" in row with \"Eggs\", \"3\"",
      ])
  }

  @Test
  func `what reads the same is told apart by what is further around it, or by its place`() throws {
    func bar(_ id: UInt64) -> Node {
      Node(id, .toolBar, "Edit", children: [Node(id + 1, .button, "Save", Self.press)])
    }
    let groups = [
      Node(10, .group, "Left", children: [bar(11)]), Node(20, .group, "Right", children: [bar(21)]),
    ]
    #expect(
      try descriptions(of: [12, 22], in: groups) == [
        "button \"Save\" in toolbar \"Edit\" in group \"Left\"",
        "button \"Save\" in toolbar \"Edit\" in group \"Right\"",
      ])
    let buttons = [10, 20].map { (id: UInt64) in
      Node(id, .button, "Save") { $0.frame = Desk.frame(8, Double(id), 60, 20) }
    }
    #expect(
      try descriptions(of: [10, 20], in: buttons) == [
        "button \"Save\" in window \"Shop\" at 8,10",
        "button \"Save\" in window \"Shop\" at 8,20",
      ])
  }

  /// As the windows of Chromium in one place, and the lists of tabs of GTK 4.
  @Test
  func `what is in one place is told apart by its size or by what is in it`() throws {
    let panes = [(10, 88.0), (20, 89.0)].map { (id: UInt64, height) in
      Node(id, .group) { $0.frame = Desk.frame(189, 75, 494, height) }
    }
    #expect(
      try descriptions(of: [10, 20], in: panes) == [
        "group in window \"Shop\" at 189,75 (494×88)",
        "group in window \"Shop\" at 189,75 (494×89)",
      ])
    let lists = [(10, ["One", "Two", "Three"]), (20, ["Four"])].map { (id: UInt64, names) in
      let tabs = names.enumerated().map { Node(id + 1 + UInt64($0), .tab, $1) }
      return Node(id, .tabList, "Tab list", children: tabs)
    }
    #expect(
      try descriptions(of: [10, 20], in: lists) == [
        "tablist \"Tab list\" with \"One\", \"Two\" in window \"Shop\"",
        "tablist \"Tab list\" with \"Four\" in window \"Shop\"",
      ])
    #expect(
      try descriptions(of: [10], in: lists) == ["tablist \"Tab list\" in window \"Shop\""])
  }

  /// As the two menu buttons in a window of gedit.
  @Test
  func `what reads the same is told apart by its hint, as in outlines`() throws {
    let buttons = [(10, "Open the menu"), (20, "View downloads")].map { id, hint in
      Node(id, .toggleButton, "Menu") { $0.hint = hint }
    }
    #expect(
      try descriptions(of: [10, 20], in: buttons + [Node(30, .toggleButton, "Menu")]) == [
        "toggle-button \"Menu\" hint \"Open the menu\" in window \"Shop\"",
        "toggle-button \"Menu\" hint \"View downloads\" in window \"Shop\"",
      ])
    #expect(
      try descriptions(of: [10], in: buttons) == ["toggle-button \"Menu\" in window \"Shop\""])
  }

  @Test
  func `what stands before is what people read before, whatever the order of the list`() throws {
    func label(_ id: UInt64, _ text: String, _ row: Double) -> Node {
      Node(id, .label, text) { $0.frame = Desk.frame(0, row * 40, 60, 20) }
    }
    func field(_ id: UInt64, _ row: Double) -> Node {
      Node(id, .textField) { $0.frame = Desk.frame(70, row * 40, 160, 20) }
    }
    // GtkGrid of GTK 3 lists the last child first.
    let form = Node(
      3, .group, "Form",
      children: [field(13, 1), label(12, "Password", 1), field(11, 0), label(10, "User", 0)])
    #expect(
      try descriptions(of: [11, 13], in: [form]) == [
        "textbox after \"User\" in group \"Form\"", "textbox after \"Password\" in group \"Form\"",
      ])
  }

  @Test
  func `buttons on one level are told apart by what stands before them`() throws {
    let nodes = [
      Node(10, .heading, "Milk"), Node(11, .button, "Buy", Self.press),
      Node(12, .generic, children: [Node(13, .heading, "Eggs"), Node(14, .text, "Fresh")]),
      Node(15, .button, "Buy", Self.press), Node(16, .button, "Leave", Self.press),
    ]
    #expect(
      try descriptions(of: [11, 15, 16], in: nodes) == [
        "button \"Buy\" after \"Milk\" in window \"Shop\"",
        "button \"Buy\" after \"Eggs\" in window \"Shop\"",
        "button \"Leave\" in window \"Shop\"",
      ])
    let texts = [
      Node(10, .text, "Milk"), Node(11, .button, "Buy", Self.press),
      Node(
        12, .generic, children: [Node(13, .text, "Eggs"), Node(14, .button, "Buy", Self.press)]),
    ]
    #expect(
      try descriptions(of: [11, 14], in: texts) == [
        "button \"Buy\" after \"Milk\" in window \"Shop\"",
        "button \"Buy\" after \"Eggs\" in window \"Shop\"",
      ])
  }

  @Test
  func `what is alike in two windows is described with its window`() throws {
    func window(_ id: UInt64, _ title: String) -> Node {
      let save = Node(id + 2, .button, "Save", Self.press)
      return Node(
        id, .window, title, children: [Node(id + 1, .toolBar, "Standard", children: [save])])
    }
    let tree = try Tree([
      Node(1, .application, "office", children: [window(10, "Sheet"), window(20, "Letter")])
    ])
    #expect(
      ElementDescriptions(in: tree).descriptions(of: [12, 22, 10].map(ElementID.init(rawValue:)))
        == [
          "button \"Save\" in toolbar \"Standard\" in window \"Sheet\"",
          "button \"Save\" in toolbar \"Standard\" in window \"Letter\"",
          "window \"Sheet\" in application \"office\"",
        ])
  }

  @Test
  func `what has no label is described by what stands for it`() throws {
    let nodes = [
      Node(10, .label, "Name", { $0.relations = [Relation(.labelFor, [ElementID(rawValue: 11)])] }),
      Node(
        11, .textField, nil, value: "Ada",
        { $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 10)])] }),
      Node(12, .button, nil, { $0.hint = "Save" }),
    ]
    #expect(
      try descriptions(of: [11, 12], in: nodes, namesApplications: true) == [
        "textbox labelled-by \"Name\" \"Ada\" in window \"Shop\" in application \"app\"",
        "button hint \"Save\" in window \"Shop\" in application \"app\"",
      ])
  }

  @Test
  func `an element that is gone is its id, and one at the top is in nothing`() throws {
    #expect(try descriptions(of: [99, 1], in: []) == ["#99", "application \"app\""])
  }
}
