import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

@Suite(.serialized, .ownThreadInTurn)
struct EventTests {
  private func started() throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App", addWindow)
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  @Test func `a name, a description and a state change with their signals`() throws {
    let (desktop, application) = try started()
    let button = try #require(application["/o/2"])
    button.name = "Uno"
    button.description = "first"
    button.states |= 1 << 12
    try application.emit(button, "PropertyChange", "accessible-name", 0, 0, .string("Uno"))
    try application.emit(
      button, "PropertyChange", "accessible-description", 0, 0, .string("first"))
    try application.emit(button, "StateChanged", "focused", 1)
    try desktop.wait("the change is mirrored") {
      desktop.element("Uno")?.hint == "first"
        && desktop.element("Uno")?.states.contains(.focused) == true
    }
    #expect(desktop.store.focused == desktop.element("Uno")?.id)
    try desktop.expectTrue()
  }

  /// As in Gecko, which has no state for it.
  @Test func `a window is minimised from its event until it is restored`() throws {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    for restore in ["Restore", "Maximize", "Activate"] {
      try application.emit(window, "Minimize", interface: "Window")
      try desktop.wait("it is minimised") {
        desktop.element("Window")?.states.contains(.iconified) == true
      }
      try desktop.settle()
      try desktop.expectTrue()
      #expect(desktop.element("Window")?.states.contains(.iconified) == true)
      try application.emit(window, restore, interface: "Window")
      try desktop.wait("it is not: \(restore)") {
        desktop.element("Window")?.states.contains(.iconified) == false
      }
    }
  }

  @Test func `the title of a page is read when its window gets another one`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0["/o/1"]?.embedded = ["/o/2"]
    }
    desktop.source.start()
    try desktop.settle()
    let (window, page) = (
      try #require(application["/o/1"]), try #require(application["/o/2"])
    )
    (window.name, page.name) = ("Inbox - Browser", "Inbox")
    try application.emit(window, "PropertyChange", "accessible-name", 0, 0, .string(window.name))
    try desktop.wait("the title is mirrored") { desktop.element("Inbox") != nil }
    try desktop.expectTrue()
  }

  /// A busy application of GTK 3 answers what is selected before it chooses, and tells of its name alone afterwards.
  @Test func `the choice of a combo box of GTK 3 is read when it gets another name`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      (application.toolkit, application.version) = ("gtk", "3.24.38")
      addWindow(application)
      let box = application.add("Red", role: 11, under: try #require(application["/o/1"]))
      box.interfaces.append("Selection")
      let menu = application.add("", role: 33, under: box)
      for name in ["Red", "Green"] { application.add(name, role: 35, under: menu) }
    }
    let box = try #require(application["/o/1"]?.children.last.flatMap { application[$0.path] })
    let menu = try #require(box.children.first.flatMap { application[$0.path] })
    application.service.on("org.a11y.atspi.Selection", "GetSelectedChild") {
      [unowned application] _ throws(BusError) in
      let chosen = menu.children.first { application[$0.path]?.name == box.name }
      return .values([application.reference(chosen?.path ?? "")])
    }
    desktop.source.start()
    try desktop.settle()
    try desktop.wait("the choice is read") { desktop.element("Red")?.value == "Red" }
    box.name = "Green"
    try application.emit(box, "PropertyChange", "accessible-name", 0, 0, .string("Green"))
    try desktop.wait("the choice is mirrored") {
      desktop.store.tree.elements(labelled: "Green").contains {
        $0.role == .comboBox && $0.value == "Green"
      }
    }
    // It is read again on request, although nothing was told.
    box.name = "Red"
    var isRead = false
    let id = try #require(
      desktop.store.tree.elements(labelled: "Green").first { $0.role == .comboBox }?.id)
    desktop.source.readAgain(id) { isRead = $0 }
    try desktop.wait("it is read") { isRead }
    #expect(desktop.store.tree[id]?.value == "Red")
  }

  /// - Parameter isStale: Whether the first option goes on to report that it is selected, as in Chromium.
  @Test(arguments: [false, true])
  func `of the options in groups of a combo box, the one is selected that was chosen last`(
    isStale: Bool
  ) throws {
    let selected: UInt64 = 1 << 23
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      addWindow(application)
      let box = application.add("Class", role: 11, under: try #require(application["/o/1"]))
      let list = application.add("List", role: 33, under: box)
      for name in ["Cheap", "Dear"] {
        let group = application.add(name, role: 39, under: list)
        application.add("\(name) class", role: 35, under: group)
      }
    }
    func child(_ object: FakeObject?) throws -> FakeObject {
      try #require(object?.children.last.flatMap { application[$0.path] })
    }
    let list = try child(child(application["/o/1"]))
    let groups = list.children.map { application[$0.path] }
    let options = try groups.map { try child($0) }
    func isSelected(_ option: FakeObject) -> Bool {
      desktop.element(option.name)?.states.contains(.selected) == true
    }
    options[0].states |= selected
    desktop.source.start()
    try desktop.settle()
    #expect(isSelected(options[0]))
    for chosen in [1, 0] {
      if chosen == 0 || !isStale { options[1 - chosen].states &= ~selected }
      options[chosen].states |= selected
      // Browsers tell the list and the new option.
      try application.emit(options[chosen], "StateChanged", "selected", 1)
      try application.emit(list, "SelectionChanged")
      try desktop.wait("only option \(chosen) is selected") {
        isSelected(options[chosen]) && !isSelected(options[1 - chosen])
      }
      try desktop.settle()
      #expect(isSelected(options[chosen]) && !isSelected(options[1 - chosen]))
      try desktop.expectTrue()
    }
  }

  @Test func `what is in a window is on screen again when the window is no icon any more`() throws {
    let (desktop, application) = try started()
    let (window, button) = (
      try #require(application["/o/1"]), try #require(application["/o/2"])
    )
    let (iconified, showing): (UInt64, UInt64) = (1 << 15, 1 << 25)
    for isIcon in [true, false] {
      window.states = isIcon ? window.states | iconified : window.states & ~iconified
      window.states = isIcon ? window.states & ~showing : window.states | showing
      button.states = isIcon ? button.states & ~showing : button.states | showing
      // The window alone reports it.
      try application.emit(window, isIcon ? "Minimize" : "Restore", interface: "Window")
      try desktop.wait("the button is as its window") {
        desktop.element(button.name)?.states.contains(.showing) == !isIcon
      }
    }
  }

  @Test func `a value that an attribute has is read with what the object says`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0["/o/2"]!.attributes = ["valuetext": "None"]
    }
    desktop.source.start()
    try desktop.settle()
    let box = try #require(application["/o/2"])
    #expect(desktop.element(box.name)?.value == "None")
    box.attributes = ["valuetext": "Green"]
    try application.emitChildrenChanged(box, "add", application.add("Green", under: box, at: 0))
    try desktop.wait("it is read") { desktop.element(box.name)?.value == "Green" }
  }

  @Test func `a value that no signal contains is read, and reported once`() throws {
    let (desktop, application) = try started()
    let slider = try #require(application["/o/4"])
    slider.value = 55
    for _ in 0..<3 {
      try application.emit(slider, "PropertyChange", "accessible-value", 0, 0, .int32(0))
    }
    try desktop.wait("the value is read") { desktop.element("Volume")?.range?.current == 55 }
    try desktop.settle()
    let told = desktop.notifications.filter { $0.kind == .value }
    #expect(told.count == 1)
    try desktop.expectTrue()
  }

  @Test func `typed text, the caret, and text in labels are followed`() throws {
    let (desktop, application) = try started()
    let field = try #require(application["/o/5"])
    field.text = "hello world"
    try application.emit(field, "TextChanged", "insert", 5, 6, .string(" world"))
    try desktop.wait("the text is read") { desktop.element("Name")?.value == "hello world" }
    try application.emit(field, "TextChanged", "insert", -7, -9, .string(""))
    try application.emit(field, "TextCaretMoved", "", 11)
    try desktop.settle()
    #expect(desktop.element("Name")?.value == "hello world")
  }

  /// Firefox tells of the text first and of the name behind it, and has both in the text of a button.
  @Test func `a renamed button whose text is its name never has its former name as its value`()
    throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0["/o/2"]?.interfaces += ["Text", "EditableText"]
      $0["/o/2"]?.text = $0["/o/2"]?.name
    }
    desktop.source.start()
    try desktop.settle()
    let button = try #require(application["/o/2"])
    (button.name, button.text) = ("Uno", "Uno")
    try application.emit(button, "PropertyChange", "accessible-name", 0, 0, .string("Uno"))
    try desktop.wait("it is renamed") { desktop.element("Uno") != nil }
    try desktop.settle()
    #expect(desktop.element("Uno")?.value == nil)
    #expect(!desktop.notifications.contains { $0.kind == .value })
    // What it says besides its name is its value.
    button.text = "Uno of two"
    try application.emit(button, "TextChanged", "insert", 3, 7, .string(" of two"))
    try desktop.wait("the text is read") { desktop.element("Uno")?.value == "Uno of two" }
  }

  @Test func `the text of a field that is no password field any more is read with its role`() throws
  {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      ($0["/o/5"]!.role, $0["/o/5"]!.text) = (40, "●●●●●●●●")
    }
    desktop.source.start()
    try desktop.settle()
    let field = try #require(application["/o/5"])
    #expect(desktop.element("Name")?.role == .passwordField)
    (field.role, field.text) = (79, "hunter2!")
    var asked: [String] = []
    application.whenAsked = { object, member in if object === field { asked.append(member) } }
    try application.emit(field, "PropertyChange", "accessible-role", 0, 0, .int32(0))
    try desktop.wait("the text is read") { asked.contains("GetText") }
    // What is no password field has attributes that count.
    #expect(Set(asked) == ["GetRole", "GetText", "GetAttributes"])
    try desktop.wait("it is known") { desktop.store.repeatsSecret("Saved hunter2!") }
    #expect(desktop.element("Name")?.value == "[redacted]")
  }

  @Test func `children are added, moved and removed, and keep their ids`() throws {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    let first = try #require(desktop.element("One")?.id)

    let new = application.add("New", under: window, at: 0)
    try application.emitChildrenChanged(window, "add", new)
    try desktop.wait("it came") { desktop.element("New") != nil }
    let id = try #require(desktop.element("New")?.id)

    window.children.reverse()
    try application.emitChildrenChanged(window, "add", new)
    try desktop.wait("they changed places") {
      desktop.element("Window")?.children.last == id
    }
    application.remove(new)
    try application.emitChildrenChanged(window, "remove", new)
    try desktop.wait("it went") { desktop.element("New") == nil }
    #expect(desktop.store.isStale(id))
    #expect(desktop.element("One")?.id == first)
    try desktop.expectTrue()
  }

  @Test func `an element that moves to another parent keeps its id`() throws {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    let group = application.add("Group", role: 39, under: window)
    try application.emitChildrenChanged(window, "add", group)
    try desktop.wait("the group came") { desktop.element("Group") != nil }
    let button = try #require(application["/o/2"])
    let id = try #require(desktop.element("One")?.id)

    window.children.removeAll { $0.path == button.path }
    group.children.append((nil, button.path))
    button.parent = group.path
    try application.emitChildrenChanged(window, "remove", button)
    try application.emitChildrenChanged(group, "add", button)
    try desktop.wait("it moved") {
      desktop.element("One")?.parent == desktop.element("Group")?.id
    }
    #expect(desktop.element("One")?.id == id)
    try desktop.expectTrue()
  }

  @Test func `a new element appears complete`() throws {
    let (desktop, application) = try started()
    var sawHalf = false
    let observation = desktop.store.observe { [unowned desktop] commit in
      for id in commit.added {
        guard let element = desktop.store.tree[id], element.label == "Late" else { continue }
        if element.range == nil || element.frame == nil { sawHalf = true }
      }
    }
    let slider = application.add("Late", role: 51, under: try #require(application["/o/1"]))
    slider.interfaces.append("Value")
    slider.value = 7
    try application.emitChildrenChanged(try #require(application["/o/1"]), "add", slider)
    try desktop.wait("it came") { desktop.element("Late")?.range?.current == 7 }
    #expect(!sawHalf)
    observation.cancel()
  }

  @Test func `signals of removed or unknown objects, and invalid ones, are ignored`() throws {
    let (desktop, application) = try started()
    let ghost = FakeObject("/ghost", "Ghost", role: 43, parent: "/o/1")
    for member in ["StateChanged", "ChildrenChanged", "PropertyChange", "TextChanged", "Nonsense"] {
      try application.emit(ghost, member, "focused", .min, .max)
      try application.emit(application.root, member, "\u{1F600}", .min, .max, .strings([]))
      try application.service.emit("/o/2", "org.a11y.atspi.Event.Object", member, [.bool(true)])
      try application.service.emit("/o/2", "org.a11y.atspi.Event.Object", member)
      try application.service.emit("/o/2", "org.a11y.atspi.Cache", "AddAccessible", [.bool(true)])
    }
    try application.emit(
      try #require(application["/o/2"]), "StateChanged", "defunct", 1)
    try desktop.settle()
    #expect(desktop.element("Window") != nil)
  }

  /// ATSPI_LIVE_NONE, _POLITE and _ASSERTIVE, and values that a later version may add.
  @Test(
    arguments: [
      (0, .default), (1, .default), (2, .high), (3, .high), (-1, .default),
    ] as [(Int32, AnnouncementPriority)])
  func `N3 an announcement is sent with its urgency`(
    politeness: Int32, priority: AnnouncementPriority
  ) throws {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    // Empty texts, and values that are not texts, are no announcements.
    try application.emit(window, "Announcement", "", politeness, 0, .string(""))
    try application.emit(window, "Announcement", "", politeness, 0, .int32(7))
    try application.emit(window, "Announcement", "", politeness, 0, .string("Saved"))
    try desktop.wait("it is told") {
      desktop.notifications.contains { $0.kind == .announcement }
    }
    let told = desktop.notifications.filter { $0.kind == .announcement }
    #expect(
      told == [
        .announcement(text: "Saved", priority: priority, element: desktop.element("Window")?.id)
      ])
  }
}
