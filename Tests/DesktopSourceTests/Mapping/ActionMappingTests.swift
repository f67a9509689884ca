import AccessibilityTree
import Testing

@testable import DesktopSource

struct ActionMappingTests {
  @Test(arguments: [
    ("click", [ActionKind.press]), ("Press", [.press]), ("activate", [.press]),
    ("jump", [.press]), ("toggle", [.press]), ("check", [.press]), ("doDefault", [.press]),
    ("clickAncestor", [.press]), ("click ancestor", [.press]),
    ("expand or contract", [.expand, .collapse]), ("Activates the cell", [.press]),
    ("Expands or contracts the row in the tree view containing this cell", [.expand, .collapse]),
    ("Toggle Expand", [.expand, .collapse]),
    ("menu.popup", [.showMenu]), ("showContextMenu", [.showMenu]), ("ShowMenu", [.showMenu]),
    ("SetFocus", [.focus]), ("Increase", [.increment]), ("decrement", [.decrement]),
    ("select", [.select, .press]), ("unselect", [.deselect]), ("open", [.press, .expand]),
    ("clipboard.copy", []), ("selection.delete", []), ("Reply to all", []), ("edit", []),
  ])
  func `action names of toolkits are recognized in any spelling`(
    name: String, kinds: [ActionKind]
  ) {
    #expect(ActionName.meaning(of: name).kinds == kinds)
  }

  private func actions(
    _ names: [String], role: Role, states: States, interfaces: AtspiInterfaces = [.action]
  ) -> [Action] {
    var facts = AtspiFacts()
    facts.actions = names.map { AtspiAction(name: $0) }
    facts.interfaces = interfaces
    return ActionMapping.actions(facts, role: role, states: states)
  }

  @Test
  func `the press action is chosen by name, not by position`() {
    let found = actions(["activate", "click"], role: .button, states: [.sensitive])
    #expect(found == [Action(.press, nativeName: "click")])
  }

  @Test
  func `a menu is not pressed by what presses an element around it`() {
    let states: States = [.sensitive, .enabled]
    #expect(actions(["click ancestor"], role: .menu, states: states).isEmpty)
    #expect(actions(["click"], role: .menu, states: states).map(\.kind) == [.press])
    #expect(actions(["click ancestor"], role: .button, states: states).map(\.kind) == [.press])
  }

  /// The summary of a page in Firefox, whose action keeps its name.
  @Test
  func `the only action that expands collapses what is expanded`() {
    func kinds(_ names: [String], _ states: States) -> [ActionKind] {
      actions(names, role: .button, states: states).map(\.kind)
    }
    #expect(kinds(["expand"], [.sensitive, .expandable, .collapsed]) == [.expand])
    #expect(kinds(["expand"], [.sensitive, .expandable, .expanded]) == [.collapse])
    #expect(kinds(["collapse"], [.sensitive, .expandable, .collapsed]) == [.expand])
    #expect(kinds(["expand", "collapse"], [.expandable, .expanded]) == [.expand, .collapse])
    #expect(kinds(["expand", "click"], [.expandable, .expanded]) == [.expand, .press])
    #expect(kinds(["expand"], [.sensitive]).isEmpty)
  }

  @Test
  func `a radio button is pressed by the action that selects it`() {
    let names = ["select", "activate", "customize"]
    let radio = actions(names, role: .radio, states: [.sensitive])
    #expect(radio.first == Action(.press, nativeName: "select"))
    let button = actions(names, role: .button, states: [.sensitive])
    #expect(button.first == Action(.press, nativeName: "activate"))
  }

  @Test
  func `Qt elements with an action for it can be focused, and items of views cannot`() {
    var facts = AtspiFacts()
    facts.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    facts.interfaces = [.action, .component]
    facts.actions = [AtspiAction(name: "Press")]
    let states: States = [.sensitive, .focusable]
    let item = ActionMapping.actions(facts, role: .listItem, states: states)
    #expect(!item.contains { $0.kind == .focus })
    facts.actions.append(AtspiAction(name: "SetFocus"))
    let button = ActionMapping.actions(facts, role: .button, states: states)
    #expect(button.contains { $0.kind == .focus })
  }

  /// What kate draws between the parts of a path.
  @Test
  func `items of Qt that cannot be selected are not pressed by selecting them`() {
    func kinds(_ toolkit: String, _ states: States, role: Role = .listItem) -> [ActionKind] {
      var facts = AtspiFacts()
      facts.dialect = AtspiDialect(toolkit: toolkit, version: "5.15.8")
      facts.interfaces = [.action]
      facts.actions = [AtspiAction(name: "Toggle")]
      return ActionMapping.actions(facts, role: role, states: states).map(\.kind)
    }
    #expect(kinds("Qt", [.sensitive]).isEmpty)
    #expect(kinds("Qt", [.sensitive, .selectable]) == [.press])
    #expect(kinds("Qt", [.sensitive], role: .checkBox) == [.press])
    #expect(kinds("gtk", [.sensitive]) == [.press])
  }

  @Test
  func `a box in a table of GTK 3 is not pressed by what activates its row`() {
    func kinds(_ toolkit: String, _ states: States) -> [ActionKind] {
      var facts = AtspiFacts()
      facts.dialect = AtspiDialect(toolkit: toolkit, version: "3.24.38")
      facts.interfaces = [.action]
      facts.actions = ["expand or contract", "edit", "toggle"].map { AtspiAction(name: $0) }
      facts.parentSelects = true
      return ActionMapping.actions(facts, role: .cell, states: states).map(\.kind)
    }
    let states: States = [.sensitive, .selectable]
    #expect(kinds("gtk", states.union(.checkable)) == [.select])
    #expect(kinds("gtk", states) == [.press, .select])
    #expect(kinds("Chromium", states.union(.checkable)) == [.press, .select])
  }

  /// Its press is refused without synthesised input, which clicks the box.
  @Test
  func `an item of Qt that was ticked is not pressed by what selects it`() {
    func kinds(_ role: Role, _ states: States) -> [ActionKind] {
      var facts = AtspiFacts()
      facts.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
      facts.interfaces = [.action]
      facts.actions = [AtspiAction(name: "Toggle")]
      return ActionMapping.actions(facts, role: role, states: states).map(\.kind)
    }
    let states: States = [.sensitive, .selectable]
    for role in [Role.cell, .listItem, .treeItem] {
      #expect(kinds(role, states.union(.checkable)).isEmpty)
      #expect(kinds(role, states) == [.press])
    }
    #expect(kinds(.checkBox, states.union(.checkable)) == [.press])
  }

  @Test
  func `a GTK 4 label's clipboard actions are not advertised, and those of a text view are`() {
    let names = ["clipboard.copy", "selection.delete", "menu.popup"]
    #expect(actions(names, role: .label, states: [.sensitive]).isEmpty)
    let view = actions(names, role: .textField, states: [.sensitive, .focusable])
    #expect(view.map(\.kind) == [.showMenu, .custom, .custom])
    #expect(view.last?.name == "selection.delete")
  }

  @Test(arguments: [Role.menuItem, .popUpButton])
  func `an action for its menu alone presses an item with a menu`(role: Role) {
    let pressed = actions(["ShowMenu"], role: role, states: [.sensitive])
    #expect(Set(pressed.map(\.kind)) == [.press, .showMenu])
    #expect(pressed.allSatisfy { $0.nativeName == "ShowMenu" })
    // A context menu is another one.
    let context = actions(["showContextMenu"], role: role, states: [.sensitive, .focusable])
    #expect(context.map(\.kind) == [.showMenu])
  }

  @Test
  func `what only holds what people press is not pressed`() {
    for role in [Role.window, .toolBar, .tabList, .scrollArea, .internalFrame] {
      #expect(actions(["click"], role: role, states: [.sensitive]).isEmpty, "\(role)")
    }
  }

  @Test(arguments: ["doDefault", "clickAncestor", "click ancestor"])
  func `what Chromium gives to every text is a press only on controls`(name: String) {
    let states: States = [.sensitive, .focusable]
    #expect(actions([name], role: .link, states: states).map(\.kind) == [.press])
    for role in [Role.text, .cell, .listItem, .generic, .heading, .document] {
      #expect(actions([name], role: role, states: states).isEmpty, "\(role)")
      #expect(actions([name, "click"], role: role, states: states).map(\.kind) == [.press])
    }
  }

  @Test
  func `expanding is offered only for expandable elements, with the method that works`() {
    let names = ["expand or contract", "edit", "activate"]
    #expect(actions(names, role: .cell, states: [.sensitive]).map(\.kind) == [.press])
    #expect(
      actions(names, role: .cell, states: [.sensitive, .expandable]).map(\.kind) == [
        .expand, .press,
      ])
    #expect(
      actions(names, role: .cell, states: [.sensitive, .expandable, .expanded]).map(\.kind) == [
        .collapse, .press,
      ])
  }

  @Test
  func `"select" presses a menu item and selects an option`() {
    let states: States = [.sensitive, .selectable]
    #expect(actions(["select"], role: .menuItem, states: states).map(\.kind) == [.press])
    #expect(actions(["select"], role: .option, states: states).map(\.kind) == [.select])
  }

  @Test
  func `changing text is offered only where it is possible`() {
    let interfaces: AtspiInterfaces = [.text, .editableText]
    #expect(
      actions([], role: .textField, states: [.sensitive, .editable], interfaces: interfaces)
        .map(\.kind) == [.setText, .insertText, .setSelection])
    #expect(
      actions([], role: .textField, states: [.sensitive, .readOnly], interfaces: interfaces)
        .isEmpty)
  }

  @Test
  func `changing the number of a progress bar is not offered`() {
    #expect(
      actions([], role: .progressBar, states: [.sensitive], interfaces: [.value]).isEmpty)
    // As Qt offers them.
    let offered = ["Increase", "Decrease", "SetFocus"]
    #expect(
      actions(offered, role: .progressBar, states: [.sensitive]).allSatisfy { $0.kind == .focus })
  }

  @Test(arguments: [
    ("Window", "activate", "", AtspiEvent.windowActivated),
    ("Window", "Activate", "", .windowActivated),
    ("Object", "StateChanged", "has_tooltip", .state(AtspiStates(rawValue: 1 << 13))),
    ("Object", "StateChanged", "focused", .state(.focused)),
    ("Object", "StateChanged", "sparkling", .ignored),
    ("Object", "ChildrenChanged", "add/system", .childrenAdded),
    ("Object", "ChildrenChanged", "remove", .childrenRemoved),
    ("Object", "TextChanged", "insert/system", .textInserted),
    ("Object", "PropertyChange", "accessible-name", .name),
    ("Object", "PropertyChange", "accessible-value", .value),
    ("Object", "PropertyChange", "accessible-table-caption-object", .attributes),
    ("Document", "LoadComplete", "", .documentLoaded), ("Mouse", "Abs", "", .ignored),
  ])
  func `event names of toolkits are recognized in any spelling`(
    interface: String, member: String, detail: String, event: AtspiEvent
  ) {
    #expect(AtspiEvent(interface: interface, member: member, detail: detail) == event)
  }
}
