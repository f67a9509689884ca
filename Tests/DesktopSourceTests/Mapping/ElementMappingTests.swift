import AccessibilityTree
import Testing

@testable import DesktopSource

/// Objects as real toolkits describe them, and the elements that they must become.
struct ElementMappingTests {
  private static let gtk4 = AtspiDialect(toolkit: "GTK", version: "4.8.3")
  private static let usable: AtspiStates = [.enabled, .sensitive, .visible, .showing]

  private func element(_ change: (inout AtspiFacts) -> Void) -> Element {
    var facts = AtspiFacts()
    change(&facts)
    var element = Element(id: ElementID(rawValue: 1), role: .unknown)
    ElementMapping.apply(facts, to: &element)
    return element
  }

  @Test
  func `a GTK 4 button has its name once, is usable without the state enabled, and is pressed`() {
    let button = element {
      $0.role = 43
      $0.roleName = "button"
      $0.name = "7 7"
      $0.states = [.sensitive, .visible, .focusable]
      $0.interfaces = [.accessible, .action, .component]
      $0.actions = [AtspiAction(name: "click")]
      $0.dialect = Self.gtk4
    }
    #expect(button.role == .button)
    #expect(button.nativeRole == "button")
    #expect(button.label == "7")
    #expect(button.traits == .button)
    #expect(button.states.isSuperset(of: [.enabled, .sensitive, .visible, .focusable]))
    #expect(button.actions == [Action(.press, nativeName: "click")])
    #expect(button.attributes == [ToolkitAttribute(name: "native-name", value: "7 7")])
  }

  @Test func `an entry of Java that cannot be expanded is not collapsed`() {
    func states(_ role: UInt32, _ states: AtspiStates) -> States {
      element {
        $0.role = role
        $0.states = Self.usable.union(states)
      }.states.intersection([.expandable, .collapsed])
    }
    #expect(states(29, .collapsed) == [])
    #expect(states(29, [.collapsed, .expandable]) == [.collapsed, .expandable])
    #expect(states(11, .collapsed) == [.collapsed, .expandable])
  }

  @Test
  func `a cell that can be ticked is on or off, though GTK 3 has no state for it`() {
    let cells = ["toggle", "activate"].map { action in
      element {
        $0.role = 56
        $0.states = [.enabled, .sensitive, .visible, .focusable]
        $0.actions = [AtspiAction(name: action)]
      }
    }
    #expect(cells.map(\.role) == [.cell, .cell])
    #expect(cells.map(\.isUnchecked) == [true, false])
    #expect(cells.map(\.effectiveValue) == ["0", nil])
  }

  @Test
  func `an item of Qt that was ticked once can be ticked, and one of others only if they say so`() {
    func item(_ role: UInt32, _ toolkit: String, wasChecked: Bool) -> Element {
      element {
        $0.role = role
        $0.states = Self.usable
        $0.dialect = AtspiDialect(toolkit: toolkit, version: "5.15.8")
        $0.wasChecked = wasChecked
      }
    }
    for role in [56, 32, 91] as [UInt32] {
      #expect(item(role, "Qt", wasChecked: true).isUnchecked)
      #expect(!item(role, "Qt", wasChecked: false).states.contains(.checkable))
      #expect(!item(role, "GTK", wasChecked: true).states.contains(.checkable))
    }
  }

  @Test
  func `the tab of Qt whose page is in front is selected, which only its focus tells`() {
    let tabs = [("Qt", AtspiStates.focused), ("Qt", []), ("GTK", .focused)].map { toolkit, states in
      element {
        $0.role = 37
        $0.states = Self.usable.union(states)
        $0.dialect = AtspiDialect(toolkit: toolkit, version: "5.15.8")
        $0.isOnlyCurrent = true
      }
    }
    #expect(tabs.map(\.role) == [.tab, .tab, .tab])
    #expect(tabs.map { $0.states.contains(.selected) } == [true, false, false])
    #expect(tabs.allSatisfy { !$0.states.contains(.focused) })
  }

  @Test(
    arguments: [
      ("_Inform Inform", "Inform"), ("S_elect Select", "Select"), ("7 7", "7"), ("+ +", "+"),
      ("New York New York", "New York"), ("Undo", "Undo"), ("a b", "a b"), ("", nil),
      ("GtkButton", nil), ("AdwGizmo", nil), ("Gtk", "Gtk"), ("Gtkfoo", "Gtkfoo"),
    ] as [(String, String?)])
  func `GTK 4 names are mapped without the parts that do not belong to the name`(
    name: String, label: String?
  ) {
    var facts = AtspiFacts()
    facts.name = name
    facts.dialect = Self.gtk4
    #expect(NameMapping.label(facts, role: .button) == label)
  }

  /// As the rows of Nautilus, which are named after their first cell.
  @Test func `a row of GTK 4 that is named after the class of a cell has no label`() {
    var facts = AtspiFacts()
    facts.dialect = Self.gtk4
    for (name, label) in [("NautilusNameCell", nil), ("ReadMe", "ReadMe")] as [(String, String?)] {
      facts.name = name
      #expect(NameMapping.label(facts, role: .row) == label)
    }
  }

  @Test
  func `names of other toolkits are mapped unchanged`() {
    var facts = AtspiFacts()
    for name in ["7 7", "GtkButton", "HistoryView"] {
      facts.name = name
      #expect(NameMapping.label(facts, role: .generic) == name)
    }
  }

  @Test(
    arguments: [
      ("Select All      ", "Select All"), ("\t x y\n", "x y"), ("  ", nil), ("é ", "é"),
    ] as [(String, String?)])
  func `spaces around a name are removed`(name: String, label: String?) {
    var facts = AtspiFacts()
    facts.name = name
    #expect(NameMapping.label(facts, role: .menuItem) == label)
  }

  @Test
  func `a container that GTK 4 names after its class is filler, and a named one is a group`() {
    let view = element {
      $0.role = 20
      $0.name = "HistoryView"
      $0.dialect = Self.gtk4
    }
    #expect(view.role == .generic)
    #expect(view.label == nil)
    let named = element {
      $0.role = 39
      $0.name = "Network settings"
    }
    #expect(named.role == .group)
  }

  @Test
  func `a cell that GTK 4 names after its class has no name`() {
    func label(_ name: String) -> String? {
      element {
        $0.role = 56
        $0.name = name
        $0.dialect = Self.gtk4
      }.label
    }
    #expect(label("NautilusGridCell") == nil)
    #expect(label("ReadMe") == "ReadMe" && label("Cell") == "Cell")
  }

  /// A menu button of GTK 4 is a button that cannot be pressed, around one that can and has the same name.
  @Test
  func `a GTK 4 button that nobody can press is a group`() {
    func menuButton(_ name: String, _ change: (inout AtspiFacts) -> Void = { _ in }) -> Element {
      element {
        $0.role = 43
        $0.name = name
        $0.states = Self.usable
        $0.interfaces = [.accessible, .action, .component]
        $0.dialect = Self.gtk4
        change(&$0)
      }
    }
    #expect(menuButton("Menu").role == .group && menuButton("GtkMenuButton").role == .generic)
    #expect(menuButton("Menu") { $0.states.insert(.focusable) }.role == .button)
    #expect(menuButton("Menu") { $0.actions = [AtspiAction(name: "click")] }.role == .button)
    #expect(menuButton("Menu") { $0.dialect = AtspiDialect() }.role == .button)
  }

  @Test
  func `a GTK 4 switch is recognized by its class`() {
    let element = element {
      $0.role = 7
      $0.name = "GtkSwitch"
      $0.dialect = Self.gtk4
      $0.states = [.sensitive, .checked]
    }
    #expect(element.role == .switch)
    #expect(element.label == nil)
    #expect(element.effectiveValue == "1")
  }

  @Test
  func `a GTK 4 check box without an action is checkable`() {
    let box = element {
      $0.role = 7
      $0.name = "checkbutton"
      $0.states = [.sensitive, .focusable, .visible]
      $0.interfaces = [.accessible, .action, .component]
      $0.dialect = Self.gtk4
    }
    #expect(box.actions.isEmpty)
    #expect(box.traits.contains(.toggle))
    #expect(box.states.contains(.checkable))
    #expect(box.effectiveValue == "0")
  }

  @Test(arguments: [(UInt32(116), false), (39, false), (85, false), (43, true), (88, true)])
  func `actions that Chromium gives to every element are advertised only on controls`(
    role: UInt32, isAdvertised: Bool
  ) {
    let element = element {
      $0.role = role
      $0.states = Self.usable
      $0.interfaces = [.accessible, .action, .component]
      $0.actions = [AtspiAction(name: "doDefault"), AtspiAction(name: "showContextMenu")]
    }
    #expect(element.actions.contains { $0.kind == .press } == isAdvertised)
  }

  @Test
  func `a Chromium slider has all its attributes`() {
    let slider = element {
      $0.role = 51
      $0.name = "vol"
      $0.states = Self.usable.union([.focusable])
      $0.interfaces = [.accessible, .action, .component, .value]
      $0.actions = ["doDefault", "showContextMenu", "decrement", "increment"].map {
        AtspiAction(name: $0)
      }
      $0.attributes = ["valuetext": "3", "tag": "input", "id": "volume"]
    }
    #expect(slider.role == .slider)
    #expect(slider.traits == .adjustable)
    #expect(slider.identifier == "volume")
    #expect(
      Set(slider.actions.map(\.kind)) == [
        .showMenu, .decrement, .increment, .setValue, .focus, .scrollIntoView,
      ])
  }

  @Test(arguments: [
    (UInt32(110), ["xml-roles": "navigation"], Role.navigation),
    (110, ["xml-roles": "main"], .main), (110, [:], .region),
    (62, ["xml-roles": "switch"], .switch), (62, ["xml-roles": "button"], .toggleButton),
    (39, ["xml-roles": "radiogroup"], .radioGroup),
    (2, ["xml-roles": "alertdialog"], .alertDialog), (101, ["xml-roles": "alert"], .alert),
    (87, ["xml-roles": "search"], .search), (39, ["tag": "figure"], .figure),
    (116, ["tag": "code"], .code), (116, ["tag": "::marker"], .listMarker),
    (103, ["tag": "meter"], .meter), (79, ["text-input-type": "search"], .searchField),
    (39, ["text-input-type": "time", "tag": "input"], .dateField),
    (40, ["xml-roles": "textbox"], .passwordField), (43, ["xml-roles": "none"], .button),
    (39, ["xml-roles": "nonsense tablist"], .tabList), (35, ["tag": "option"], .option),
    (85, ["xml-roles": "application"], .group), (500, [:], .unknown),
  ])
  func `ARIA and HTML make a role more specific, never less`(
    number: UInt32, attributes: [String: String], role: Role
  ) {
    var facts = AtspiFacts()
    facts.role = number
    facts.attributes = AtspiAttributes(attributes)
    #expect(ElementMapping.role(facts) == role)
  }

  @Test
  func `a role that is newer than the table keeps its name`() {
    var facts = AtspiFacts()
    facts.role = 777
    #expect(ElementMapping.nativeRole(facts) == "role 777")
    facts.roleName = "hologram"
    #expect(ElementMapping.nativeRole(facts) == "hologram")
  }

  /// LibreOffice says 0 of each cell of a table in a text, and the number of one that has it.
  @Test(arguments: [(0, nil, nil), (12.5, nil, 12.5), (0, 100, 0)] as [(Double, Double?, Double?)])
  func `a cell that says 0 of every number has none`(
    number: Double, maximum: Double?, shown: Double?
  ) {
    var facts = AtspiFacts()
    facts.role = 56
    facts.interfaces = [.value]
    var reading = ObjectReadings()
    let most = Double.greatestFiniteMagnitude
    reading.range = ValueMapping.range(
      current: number, minimum: maximum == nil ? -most : 0, maximum: maximum ?? most, step: nil)
    var element = Element(id: ElementID(rawValue: 1), role: .unknown)
    ElementComposer.compose(facts, reading: reading, isRoot: false, into: &element)
    #expect(element.role == .cell && element.range?.current == shown)
  }

  @Test
  func `an element directly below the application is a window`() {
    for (role, expected) in [(UInt32(39), Role.window), (2, .alertDialog), (23, .window)] {
      var facts = AtspiFacts()
      facts.role = role
      facts.isTopLevel = true
      #expect(ElementMapping.role(facts) == expected)
      // A modal one is a dialog.
      facts.states.formUnion(.modal)
      #expect(ElementMapping.role(facts) == (role == 2 ? expected : .dialog))
    }
  }

  private func role(
    _ native: UInt32, of toolkit: String, _ version: String, isTopLevel: Bool, name: String
  ) -> Role {
    var facts = AtspiFacts()
    facts.role = native
    facts.name = name
    facts.dialect = AtspiDialect(toolkit: toolkit, version: version)
    facts.isTopLevel = isTopLevel
    return ElementMapping.role(facts)
  }

  @Test func `what draws a border in Qt is no window, whatever its role`() {
    func role(_ toolkit: String, isTopLevel: Bool, name: String = "") -> Role {
      self.role(23, of: toolkit, "5.15.8", isTopLevel: isTopLevel, name: name)
    }
    #expect(role("Qt", isTopLevel: false) == .generic)
    #expect(role("Qt", isTopLevel: false, name: "Filters") == .group)
    #expect(role("Qt", isTopLevel: true) == .window)
    #expect(role("GAIL", isTopLevel: false) == .window)
  }

  @Test func `a part of a page of GTK 3 is no dialog, whatever its role`() {
    func role(_ toolkit: String, isTopLevel: Bool, name: String = "") -> Role {
      self.role(16, of: toolkit, "3.24.38", isTopLevel: isTopLevel, name: name)
    }
    #expect(role("gtk", isTopLevel: false, name: "Border setting") == .group)
    #expect(role("gtk", isTopLevel: false) == .generic)
    #expect(role("gtk", isTopLevel: true) == .dialog)
    // A page opens dialogs.
    #expect(role("Gecko", isTopLevel: false) == .dialog)
  }

  /// GTK 3 calls the dialog that chooses a colour, a file or a font as it calls what is in it. A colour of a page in Chromium, which
  /// people press, has that role too.
  @Test(arguments: [(UInt32(9), Role.colorChooser), (19, .fileChooser), (22, .fontChooser)])
  func `a chooser is a dialog, a part of a page or a control`(_ number: UInt32, control: Role) {
    var facts = AtspiFacts()
    facts.role = number
    #expect(ElementMapping.role(facts) == .generic)
    facts.name = "Color"
    #expect(ElementMapping.role(facts) == .group)
    facts.states.formUnion(.focusable)
    #expect(ElementMapping.role(facts) == control)
    facts.interfaces.formUnion(.value)
    #expect(ElementMapping.role(facts) == .slider)
    facts.isTopLevel = true
    #expect(ElementMapping.role(facts) == .dialog)
  }

  /// GTK 4 takes the action to minimise from a window that belongs to another one.
  @Test(arguments: [UInt32(23), 39])
  func `a window that closes but cannot be minimised is a dialog`(_ role: UInt32) {
    var facts = AtspiFacts()
    facts.role = role
    facts.isTopLevel = true
    facts.actions = [AtspiAction(name: "window.close"), AtspiAction(name: "default.activate")]
    #expect(ElementMapping.role(facts) == .dialog)
    facts.actions.append(AtspiAction(name: "window.minimize"))
    #expect(ElementMapping.role(facts) == .window)
  }

  @Test
  func `a disabled control is marked as not enabled, and inert text is not`() {
    for (role, isDisabled) in [(UInt32(43), true), (79, true), (29, false), (39, false)] {
      let element = element {
        $0.role = role
        $0.states = [.visible, .showing]
      }
      #expect(element.traits.contains(.notEnabled) == isDisabled, "role \(role)")
      #expect(!element.states.contains(.enabled))
    }
  }

  @Test
  func `attributes are mapped to fields, and all stay readable`() {
    let item = element {
      $0.role = 91
      $0.attributes = [
        "level": "2", "posinset": "1", "setsize": "3", "live": "polite", "current": "page",
        "placeholder-text": "Name…", "id": "x", "haspopup": "false",
      ]
      $0.accessibleID = "proper"
      $0.description = "More"
    }
    #expect(item.level == 2 && item.positionInSet == 1 && item.setSize == 3)
    #expect(item.liveRegion == .polite)
    #expect(item.placeholder == "Name…")
    #expect(item.identifier == "proper")
    #expect(item.hint == "More")
    #expect(item.states.contains(.isCurrent) && !item.states.contains(.hasPopup))
    #expect(item.attributes.map(\.name) == item.attributes.map(\.name).sorted())
    #expect(item.attributes.count == 8)
  }

  @Test
  func `the value of a slider is no hint`() {
    for (role, text, hint) in [
      (UInt32(51), "50", nil), (51, "−0,5", nil), (51, "Opacity", "Opacity"), (43, "50", "50"),
    ] as [(UInt32, String, String?)] {
      let element = element {
        $0.role = role
        $0.description = text
      }
      #expect(element.hint == hint, "\(role) \(text)")
    }
  }

  @Test
  func `numbers without meaning are left out`() {
    #expect(
      ValueMapping.range(current: 3, minimum: 0, maximum: 10, step: 1)
        == NumericRange(current: 3, minimum: 0, maximum: 10, step: 1))
    #expect(
      ValueMapping.range(current: 3, minimum: 0, maximum: 0, step: 0) == NumericRange(current: 3))
    #expect(ValueMapping.range(current: .nan, minimum: 0, maximum: 1, step: 1) == nil)
    let most = Double.greatestFiniteMagnitude
    #expect(
      ValueMapping.range(current: 3, minimum: -most, maximum: most, step: 0)
        == NumericRange(current: 3))
  }

  @Test
  func `what is read-only in Chromium is not disabled`() {
    for (states, isEnabled) in [([.readOnly, .focusable], true), ([.editable], false)]
      as [(AtspiStates, Bool)]
    {
      let field = element {
        $0.role = 79
        $0.states = states
        $0.dialect = AtspiDialect(toolkit: "Chromium", version: "1")
      }
      #expect(field.states.contains(.enabled) == isEnabled)
      #expect(field.traits.contains(.notEnabled) == !isEnabled)
    }
  }

  /// Qt and browsers do not say that people change the numbers of spin buttons and date fields.
  @Test(
    arguments: [
      ([.enabled], false), ([.enabled, .readOnly], true), ([.enabled, .editable], false),
      (AtspiStates([.enabled]).union(AtspiStates(rawValue: 1 << 26)), true),
    ] as [(AtspiStates, Bool)])
  func `a spin button is read-only where it says so, or holds a text that is not edited`(
    states: AtspiStates, isReadOnly: Bool
  ) {
    for role: UInt32 in [52, 12] {
      let field = element {
        $0.role = role
        $0.states = states
        $0.interfaces = [.value]
      }
      #expect(field.states.contains(.readOnly) == isReadOnly, "\(field)")
    }
  }

  @Test
  func `the text of a combo box with a name is read where people edit it`() {
    var facts = AtspiFacts()
    (facts.role, facts.name, facts.interfaces) = (11, "Fruit", [.text])
    #expect(!ValueMapping.wantsText(facts))
    facts.states = [.editable]
    #expect(ValueMapping.wantsText(facts))
  }

  @Test
  func `the text of a field is its value, and other text is the label if there is none`() {
    var entry = element {
      $0.role = 79
      $0.states = [.editable, .sensitive]
    }
    ValueMapping.apply(text: "abc", to: &entry)
    #expect(entry.value == "abc" && entry.label == nil)
    var text = element { $0.role = 116 }
    ValueMapping.apply(text: "Hello\u{FFFC}", to: &text)
    #expect(text.label == "Hello" && text.value == nil)
    var label = element {
      $0.role = 29
      $0.name = "Name"
    }
    ValueMapping.apply(text: "Name", to: &label)
    #expect(label.label == "Name" && label.value == nil)
    // Spaces at the ends of a name or text do not count as a difference.
    ValueMapping.apply(text: "Name ", to: &label)
    #expect(label.label == "Name" && label.value == nil)
    text.label = nil
    ValueMapping.apply(text: " Hello\u{FFFC} ", to: &text)
    #expect(text.label == "Hello" && text.value == nil)
    // Where objects were stays known, of the text without blanks at its ends.
    var paragraph = element { $0.role = 73 }
    ValueMapping.apply(text: " \u{FFFC} See \u{FFFC} (\u{FFFC}). \u{FFFC}", to: &paragraph)
    #expect(paragraph.value == "See  ()." && paragraph.objectPlaces == [-1, 4, 6, 9])
    // Blanks between objects before and behind it count.
    ValueMapping.apply(
      text: "\u{FFFC}\u{FFFC} \u{FFFC} See \u{FFFC}  \u{FFFC}\u{FFFC} \u{FFFC}\n", to: &paragraph)
    #expect(paragraph.value == "See" && paragraph.objectPlaces == [-2, -2, -1, 4, 5, 5, 6])
    // Gecko lets an emoji count twice.
    ValueMapping.apply(text: "Hi 👩\u{FEFF}\u{200D}👧\u{FEFF} \u{FFFC}\u{FEFF}!", to: &paragraph)
    #expect(paragraph.value == "Hi 👩\u{200D}👧 \u{FEFF}!" && paragraph.objectPlaces == [7])
    ValueMapping.apply(text: "abc ", to: &entry)
    #expect(entry.value == "abc ")
    // The parts of a combo box are no text of it.
    var combo = element { $0.role = 11 }
    ValueMapping.apply(text: "\u{FFFC}Large\u{FFFC}", to: &combo)
    #expect(combo.role == .comboBox && combo.value == "Large")
    ValueMapping.apply(text: "\u{FFFC}", to: &combo)
    #expect(combo.value == nil)
  }

  @Test
  func `a text is the name where it says no more, but not that of a field`() {
    var facts = AtspiFacts()
    facts.name = " Save "
    facts.role = 43
    #expect(ValueMapping.isName("Save\u{FFFC}", of: facts))
    #expect(!ValueMapping.isName("Saved", of: facts))
    facts.name = ""
    #expect(!ValueMapping.isName("", of: facts))
    facts.name = "Save"
    facts.role = 79
    #expect(!ValueMapping.isName("Save", of: facts))
  }

  @Test
  func `state words are read with the low word first, and missing or further ones are harmless`() {
    #expect(AtspiStates(words: [1 << 12, 1 << 9]) == [.focused, .checkable])
    #expect(AtspiStates(words: []) == [])
    #expect(AtspiStates(words: [1, 0, 7]) == AtspiStates(rawValue: 1))
    #expect(AtspiStates(rawValue: .max).shared == States(rawValue: .max).intersection(allStates))
  }

  private var allStates: States {
    AtspiStates.table.reduce(into: States()) { $0.formUnion($1.states) }
  }
}
