import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// A row of settings and the box or switch in it are one thing.
struct OutlineTickRowTests {
  private static func tick(_ element: inout Element) {
    element.actions = [Action(.press)]
    element.states.formUnion([.focusable, .checkable])
  }

  private static func row(_ element: inout Element) {
    element.states.formUnion([.focusable, .selectable])
    element.actions = [Action(.select), Action(.custom, name: "settings.show-grid")]
  }

  private func text(_ rows: [Node]) throws -> String {
    let window = Node(2, .window, "W", children: [Node(3, .list, "Settings", children: rows)])
    return outline(try Tree([Node(1, .application, "app", children: [window])])).text
  }

  /// As rows of libadwaita: the label of the row is that of its switch as well.
  private func settingsRow(
    _ id: UInt64, _ label: String, control: String?, _ role: Role = .checkBox,
    note: String? = nil, focused: Bool = false
  ) -> Node {
    var texts = [Node(id + 3, .label, label)]
    if let note { texts.append(Node(id + 4, .label, note)) }
    return Node(
      id, .listItem, label,
      {
        Self.row(&$0)
        if focused { $0.states.insert(.focused) }
      },
      children: [
        Node(
          id + 1, .generic,
          children: [
            Node(id + 2, .generic, children: texts),
            Node(id + 5, .generic, children: [Node(id + 6, role, control, Self.tick)]),
          ])
      ])
  }

  /// As in a list of GTK 3: a text and a control beside it.
  private func plainRow(
    _ id: UInt64, _ name: String, _ role: Role, _ configure: @escaping (inout Element) -> Void
  ) -> Node {
    let parts = [Node(id + 2, .label, name), Node(id + 3, role, nil, configure)]
    return Node(
      id, .listItem, nil, { $0.states.formUnion([.focusable, .selectable]) },
      children: [Node(id + 1, .generic, children: parts)])
  }

  @Test func `a row with a switch of GTK 3, a slider or a field for a number is that`() throws {
    func press(_ name: String) -> (inout Element) -> Void {
      { $0.actions = [Action(.press, nativeName: name)] }
    }
    let text = try text([
      plainRow(10, "Wi-Fi", .toggleButton, press("toggle")),
      plainRow(20, "Volume", .slider) {
        $0.range = NumericRange(current: 3, minimum: 0, maximum: 9)
      },
      plainRow(30, "Copies", .spinButton) {
        $0.range = NumericRange(current: 1, minimum: 1, maximum: 99)
        $0.actions = [Action(.setText)]
      },
      // A button that stays pressed may play the song.
      plainRow(40, "Song", .toggleButton, press("click")),
    ])
    #expect(
      text.hasSuffix(
        """
            list "Settings" #3
              toggle-button after "Wi-Fi" #13
              slider after "Volume" = 3 (0…9) #23
              spinbutton after "Copies" = 1 (1…99) #33
              listitem with "Song" #40 (no press)
                toggle-button #43

        """), "\(text)")
  }

  @Test func `a row with a box of the same label is the box`() throws {
    let text = try text([
      settingsRow(10, "Display Grid", control: "Display Grid"),
      settingsRow(20, "Highlight Line", control: "Highlight Line"),
    ])
    #expect(
      text.hasSuffix(
        """
            list "Settings" #3
              checkbox "Display Grid" #16
              checkbox "Highlight Line" #26

        """), "\(text)")
  }

  @Test func `a switch without a label stands after that of its row`() throws {
    let text = try text([settingsRow(10, "Custom Font", control: nil, .switch)])
    #expect(text.hasSuffix("      switch after \"Custom Font\" #16\n"), "\(text)")
  }

  /// As the rows of a GtkListBox of GTK 4, which have no label.
  @Test func `a row without a label is called by the only text in it`() throws {
    func row(_ id: UInt64, _ texts: String..., box: String? = nil) -> Node {
      Node(
        id, .listItem, nil, Self.row,
        children: texts.enumerated().map { Node(id + 2 + UInt64($0), .label, $1) }
          + [Node(id + 1, .generic, children: [Node(id + 6, .switch, box, Self.tick)])])
    }
    let text = try text([
      row(10, "Row 1"), row(20, "Row 2", box: "Row 2"), row(30, "Row 3", "Note"), row(40),
    ])
    #expect(text.contains("\n      switch after \"Row 1\" #16\n"), "\(text)")
    #expect(text.contains("\n      switch \"Row 2\" #26\n"), "\(text)")
    #expect(text.contains("listitem with \"Row 3\", \"Note\" #30"), "\(text)")
  }

  @Test func `a row with the focus, or with more in it, has a line`() throws {
    let text = try text([
      settingsRow(10, "Display Grid", control: "Display Grid", focused: true),
      settingsRow(20, "Restore", control: nil, .switch, note: "Opens what was open"),
      settingsRow(30, "Wrap", control: "Wrap lines"),
    ])
    #expect(text.contains("listitem \"Display Grid\" #10 [focused]"), "\(text)")
    #expect(text.contains("listitem \"Restore\" #20"), "\(text)")
    #expect(text.contains("listitem \"Wrap\" #30"), "\(text)")
    #expect(text.contains("checkbox \"Wrap lines\" #36"), "\(text)")
  }
}
