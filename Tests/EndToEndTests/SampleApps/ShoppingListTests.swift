import BridgeTestSupport
import Testing

@Suite
struct `Sample app: shopping-list` {
  private let field = "textbox[label=\"New item\"]"
  private let milk = "list > [label=Milk]"

  @Test
  func `A8 A9: text is set, inserted, selected and replaced, and the field has the focus`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let disabled = try await bridge.refusal("press", "[label=Add]")
    #expect(disabled.contains("is disabled"))
    try await bridge.act(field, "focus")
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["New item"])
    try await bridge.act(field, "set-text", "Pears")
    try await bridge.act(field, "insert-text", "0:Sweet ")
    try await bridge.act(field, "set-selection", "0-5")
    let selected = try #require(try await bridge.found(field).first)
    #expect(selected.text("value") == "Sweet Pears")
    #expect(selected.object("text")?.number("caret") == 5)
    try await bridge.act(field, "insert-text", "Ripe")
    #expect(try await bridge.found(field).first?.text("value") == "Ripe Pears")
    let beyond = try await bridge.refusal("act", field, "set-selection", "3-99")
    #expect(beyond.contains("3 to 99 is not within 0 and 10"))
    try await bridge.act("[label=Add]", "press")
    #expect(
      try await bridge.speech("[label=\"Ripe Pears\"]") == [
        "Ripe Pears, switch button, 1 to buy"
      ])
    #expect(try await bridge.defects() == [])
  }

  @Test
  func `A11 N1: a row is deleted and announced; the others stay unchanged`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let id = try #require(try await bridge.found(milk).first?.text("id"))
    let receipt = try await bridge.act("list > [label=Bread]", "delete")
    #expect(receipt.contains { $0.contains("Bread removed") })
    #expect(try await bridge.found("list > [label=Bread]").isEmpty)
    #expect(try await bridge.found(milk).first?.text("id") == id)
  }

  @Test
  func `V1 A11: a screen reader offers delete, and continues with the next row`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let heard = try await bridge.client(
      "voiceover", "--verbosity", "brief", "--do", "find milk", "--do", "actions", "--do",
      "action delete")
    #expect(heard.lines.contains("Actions menu, 3 items, Delete, Show menu, Activate"))
    #expect(heard.lines.contains("Milk removed"))
    #expect(heard.lines.last?.hasPrefix("Apples") == true, "\(heard.standardOutput)")
  }

  @Test
  func `A10 A5 N1 N5: a menu opens an editor; escape leaves it and restores the focus`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let id = try #require(try await bridge.found(milk).first?.text("id"))
    try await bridge.act(milk, "focus")
    try await bridge.act(milk, "show-menu")
    #expect(try await bridge.speech("menu *") == ["Edit, menu item", "Delete, menu item"])
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["Edit"])
    let listener = try await bridge.listen("screen,layout")
    try await bridge.act("[label=Edit]", "press")
    let editor = try #require(try await bridge.found("dialog:modal").first?.text("id"))
    let name = try #require(try await bridge.found("[label=Name]").first?.text("id"))
    try await bridge.act("[label=Name]", "set-text", "Oat milk")
    try await bridge.act("[label=Amount]", "increment")
    try await bridge.act("[label=Shop]", "press")
    try await bridge.act("menu > [label=Market]", "select")
    #expect(
      try await bridge.found("[label=Market]").first?.texts("states").contains("selected") == true)
    try await bridge.act("menu > [label=Market]", "press")
    try await bridge.act("[label=Name]", "escape")
    let told = try await listener.heard(upTo: "layout \(id)") { news in
      if let screen = news.object("screen_changed") {
        return "screen \(screen.text("root_id") ?? "") \(screen.text("focus_id") ?? "")"
      }
      return news.object("layout_changed")?.text("focus_id").map { "layout \($0)" }
    }
    #expect(told.first == "screen \(editor) \(name)")
    #expect(try await bridge.found("dialog").isEmpty)
    #expect(try await bridge.found(":focused").map { $0.text("id") } == [id])
    #expect(try await bridge.speech(id) == ["Oat milk, switch button, 2 to buy"])
  }

  @Test
  func `the receipt names the elements that the action removed`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    try await bridge.act("[label=Clear]", "press")
    let result = try await bridge.client("press", "[label=Keep]")
    #expect(result.code == 0, "\(result.standardError)")
    #expect(
      result.standardOutput.hasPrefix("confirmed: press button \"Keep\" #"),
      "\(result.standardOutput)")
  }

  @Test
  func `N5 A16: an alert asks first, and returns the focus`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    try await bridge.act("[label=Clear]", "press")
    #expect(try await bridge.speech("alertdialog") == ["Clear the list? alert dialog"])
    let covered = try await bridge.refusal("delete", milk)
    #expect(covered.contains("alertdialog \"Clear the list?\" is open"))
    try await bridge.act("[label=Keep]", "press")
    #expect(try await bridge.found(":focused").map { $0.text("label") } == ["Clear"])
    try await bridge.act("[label=Clear]", "press")
    try await bridge.act("[label=\"Clear all\"]", "press")
    #expect(try await bridge.found("list > *").isEmpty)
  }

  @Test
  func `A7 A8 N1: the list scrolls by announced pages, and to a requested row`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    #expect(try await bridge.found("list > [label=Yoghurt]:showing").isEmpty)
    let listener = try await bridge.listen("scroll")
    try await bridge.act("list", "scroll", "down")
    let pages = try await listener.heard(upTo: "Page 2 of 2") {
      $0.object("scrolled")?.text("page")
    }
    #expect(pages == ["Page 2 of 2"])
    #expect(try await bridge.found("list > [label=Bread]:showing").isEmpty)
    try await bridge.act("list > [label=Bread]", "scroll-into-view")
    #expect(try await bridge.found("list > [label=Bread]:showing").count == 1)
    try await bridge.act("list > [label=Yoghurt]", "focus")
    #expect(try await bridge.found("[label=Yoghurt]:focused:showing").count == 1)
  }

  @Test
  func `V1 N1 N5: a screen reader speaks the page, the editor, and the element it returns to`()
    async throws
  {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let heard = try await bridge.client(
      "voiceover", "--verbosity", "brief", "--do", "find milk", "--do", "menu", "--do", "activate",
      "--do", "escape", "--do", "scroll down")
    #expect(
      heard.lines == [
        "Shopping list, heading", "Milk, switch button, 1 to buy", "Edit, menu item", "Edit item",
        "Name, Milk, text field", "Shopping", "Milk, switch button, 1 to buy", "Page 2 of 2",
        "Coffee, switch button, 1 to buy",
      ])
  }

  @Test
  func `V3 A9: the keyboard's ring reaches every control, and focuses each`() async throws {
    let bridge = try await Bridge(source: "sample:shopping-list")
    let heard = try await bridge.client(
      "keyboard", "--do", "find new item", "--do", "focus", "--do", "type Figs", "--do", "next",
      "--do", "focus", "--do", "activate")
    // Add is disabled again after it was used.
    #expect(
      heard.lines.dropFirst() == [
        "New item, text field", "Done", "Figs", "Add, button", "Done", "Figs added",
        "Add, dimmed, button", "Clear, button",
      ])
    #expect(try await bridge.found("[label=Figs]").count == 1)
  }
}
