import AccessibilityMirror
import AccessibilityTree
import BridgeProtocol
import Testing

@testable import BridgeServer

/// What a combo box shows as chosen, in the shapes of several toolkits.
@Suite
struct ChosenOptionTests {
  private let store = TreeStore(epoch: 1) { 0 }
  private let root: ElementID

  init() throws {
    let (store, id) = (store, store.makeID())
    root = id
    try store.edit {
      try $0.addApplication(
        Application(root: id, name: "App", source: "test"),
        root: Element(id: id, role: .application))
    }
  }

  private func add(
    _ role: Role, _ label: String? = nil, under parent: ElementID,
    _ change: (inout Element) -> Void = { _ in }
  ) throws -> ElementID {
    try store.add(role, "", under: parent) {
      $0.label = label
      change(&$0)
    }
  }

  private func box(_ label: String? = nil, _ value: String? = nil) throws -> ElementID {
    try add(.comboBox, label, under: root) { $0.value = value }
  }

  private func isShown(_ option: String, in box: ElementID) -> Bool? {
    ChosenOption(.setText(option), on: box, in: store.tree)?.isShown(in: store.tree)
  }

  @Test func `the value of a combo box is what it shows`() throws {
    let box = try box("Country", "Italy")
    #expect(isShown("Italy", in: box) == true && isShown("Spain", in: box) == false)
    try store.edit { try $0.update(box) { $0.value = "Italy (IT)" } }
    #expect(isShown("Italy", in: box) == nil && isShown("Ital", in: box) == false)
  }

  @Test func `a combo box of GTK 3 is named after what it shows`() throws {
    let box = try box("Italy")
    let menu = try add(.menu, under: box) { $0.states = [] }
    let items = try ["Italy", "Spain"].map { try add(.menuItem, $0, under: menu) }
    #expect(isShown("Italy", in: box) == true && isShown("Spain", in: box) == false)
    let item = ChosenOption(.select, on: items[1], in: store.tree)
    #expect(item?.isShown(in: store.tree) == false)
    try store.edit { try $0.update(box) { $0.label = "Spain" } }
    #expect(item?.isShown(in: store.tree) == true)
    // A name of its own tells nothing.
    try store.edit { try $0.update(box) { $0.label = "Country" } }
    #expect(item?.isShown(in: store.tree) == nil)
  }

  @Test func `a combo box of GTK 4 has the text in its button, and a list with texts in items`()
    throws
  {
    let box = try box("Country")
    let button = try add(.button, under: box)
    _ = try add(.label, "(None)", under: button) { $0.states = [.enabled] }
    let shown = try add(.label, "Item 10", under: button)
    let list = try add(.list, under: try add(.generic, under: box))
    let item = try add(.listItem, under: list) { $0.states.formUnion([.selectable, .selected]) }
    _ = try add(.label, "Item 1", under: try add(.generic, under: item))
    #expect(isShown("Item 1", in: box) == false && isShown("Item 10", in: box) == true)
    for command in [ActionCommand.select, .press] {
      let choice = ChosenOption(command, on: item, in: store.tree)
      #expect(choice?.box == box && choice?.isShown(in: store.tree) == false)
    }
    try store.edit { try $0.update(shown) { $0.label = "Item 1" } }
    #expect(isShown("Item 1", in: box) == true)
  }

  @Test func `the title in a row that is a combo box is not what it shows`() throws {
    let box = try box("Open items by")
    let row = try add(.generic, under: box)
    let title = try add(.label, "Open items by", under: row)
    try store.edit { try $0.update(box) { $0.relations = [Relation(.labelledBy, [title])] } }
    let list = try add(.list, under: try add(.generic, under: row))
    let item = try add(.listItem, under: list)
    _ = try add(.label, "Single click", under: item)
    #expect(ChosenOption(.press, on: item, in: store.tree)?.isShown(in: store.tree) == nil)
  }

  @Test func `what takes any text, and what is in no combo box, has no options`() throws {
    let editable = try add(.comboBox, "Country", under: root) { $0.states.insert(.editable) }
    #expect(ChosenOption(.setText("x"), on: editable, in: store.tree) == nil)
    let item = try add(.listItem, "One", under: try add(.list, under: root))
    #expect(ChosenOption(.select, on: item, in: store.tree) == nil)
  }
}
