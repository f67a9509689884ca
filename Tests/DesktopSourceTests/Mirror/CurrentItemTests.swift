import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Qt reports the state "focused" for each current tab and item.
@Suite(.serialized, .ownThreadInTurn)
struct CurrentItemTests {
  static let focusable: UInt64 = 1 << 11
  static let focused: UInt64 = 1 << 12

  func started() throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      let window = try #require($0["/o/1"])
      let bar = $0.add("Bar", role: 38, under: window)
      bar.states |= Self.focusable
      $0.add("Tab", role: 37, under: bar).states |= Self.focused | Self.focusable
      // The views of Qt 5 do not report the state "focusable".
      let tree = $0.add("Tree", role: 65, under: window)
      $0.add("Cell", role: 56, under: tree).states |= Self.focused | Self.focusable
      let field = $0.add("Field", role: 79, under: window)
      field.states |= Self.focused | Self.focusable
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  func focused(_ desktop: FakeDesktop) -> [String] {
    var labels: [String] = []
    desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
      if element.states.contains(.focused) { labels.append(element.label ?? "") }
      return .descend
    }
    return labels
  }

  func object(_ name: String, _ application: FakeApplication) throws -> FakeObject {
    try #require(application.objects.values.first { $0.name == name })
  }

  @Test func `the current tab and item do not have the focus while another element has it`() throws
  {
    let (desktop, _) = try started()
    #expect(focused(desktop) == ["Field"])
    try desktop.expectTrue()
  }

  @Test func `a tab has the focus with its bar, and an item when its event reports it`() throws {
    let (desktop, application) = try started()
    let (bar, cell) = (try object("Bar", application), try object("Cell", application))
    let field = try object("Field", application)

    field.states &= ~Self.focused
    bar.states |= Self.focused
    try application.emit(field, "StateChanged", "focused", 0)
    try application.emit(bar, "StateChanged", "focused", 1)
    try desktop.wait("the tab has it") { focused(desktop) == ["Tab"] }

    bar.states &= ~Self.focused
    try application.emit(bar, "StateChanged", "focused", 0)
    try application.emit(cell, "StateChanged", "focused", 1)
    try desktop.wait("the item has it") { focused(desktop) == ["Cell"] }

    field.states |= Self.focused
    try application.emit(cell, "StateChanged", "focused", 0)
    try application.emit(field, "StateChanged", "focused", 1)
    try desktop.wait("the field has it") { focused(desktop) == ["Field"] }
    try desktop.settle()
    #expect(focused(desktop) == ["Field"])
    try desktop.expectTrue()
  }

  /// An application of Qt 5 whose tree has the focus, which only the tree's current item shows.
  private func withFocusedTree(
    _ name: String = "App", _ build: (FakeApplication, FakeObject) -> Void = { _, _ in }
  ) throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch(name) {
      addWindow($0)
      $0.toolkit = "Qt"
      let window = try #require($0["/o/1"])
      window.states |= 1 << 1
      let bar = $0.add("Bar", role: 38, under: window)
      bar.states |= Self.focusable
      $0.add("Tab", role: 37, under: bar).states |= Self.focused | Self.focusable
      let panel = $0.add("Panel", role: 39, under: window)
      let tree = $0.add("Tree", role: 65, under: panel)
      $0.add("Cell", role: 56, under: tree).states |= Self.focused | Self.focusable
      build($0, window)
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  @Test func `the first focused item has the focus if no other element can have it`()
    throws
  {
    let (desktop, application) = try withFocusedTree()
    #expect(focused(desktop) == ["Cell"])
    try desktop.expectTrue()

    // From the first event on, events determine the focus.
    let field = try object("Name", application)
    field.states |= Self.focused
    try application.emit(field, "StateChanged", "focused", 1)
    try desktop.wait("the field has it") { focused(desktop) == ["Name"] }
    field.states &= ~Self.focused
    try application.emit(field, "StateChanged", "focused", 0)
    try desktop.wait("nothing has it") { focused(desktop) == [] }
    try desktop.expectTrue()
  }

  @Test func `a view without a current item has the focus until an event says otherwise`() throws {
    let (desktop, application) = try withFocusedTree { application, window in
      application.add("Empty", role: 65, under: window)
    }
    let (empty, cell) = (try object("Empty", application), try object("Cell", application))
    let window = try object("Window", application)
    cell.states &= ~Self.focused
    try application.emit(empty, "StateChanged", "focused", 1)
    try desktop.wait("the view has it") { focused(desktop) == ["Empty"] }
    try desktop.settle()
    #expect(focused(desktop) == ["Empty"], "its states do not contain it")
    try desktop.expectTrue()

    window.states &= ~(1 << 1)
    try application.emit(window, "Deactivate", interface: "Window")
    try desktop.wait("nothing has it") { focused(desktop) == [] }
    window.states |= 1 << 1
    try application.emit(window, "Activate", interface: "Window")
    try desktop.wait("the view has it again") { focused(desktop) == ["Empty"] }

    cell.states |= Self.focused
    try application.emit(cell, "StateChanged", "focused", 1)
    try desktop.wait("the item of the other view has it") { focused(desktop) == ["Cell"] }
    // A later reading of its states must not give it the focus again.
    cell.states &= ~Self.focused
    try application.emit(empty, "StateChanged", "focused", 1)
    try desktop.wait("the view has it once more") { focused(desktop) == ["Empty"] }
    try application.emit(empty, "StateChanged", "focused", 0)
    try desktop.wait("it has lost it") { focused(desktop) == [] }
    try desktop.expectTrue()
  }

  @Test func `a view that loses the focus before its states are read does not keep it`() throws {
    let (desktop, application) = try withFocusedTree { application, window in
      application.add("Empty", role: 65, under: window)
    }
    let (empty, cell) = (try object("Empty", application), try object("Cell", application))
    let name = try object("Name", application)
    cell.states &= ~Self.focused
    try application.emit(empty, "StateChanged", "focused", 1)
    try application.emit(empty, "StateChanged", "focused", 0)
    name.name = "Last event"
    try application.emit(name, "PropertyChange", "accessible-name", 0, 0, .string(name.name))
    try desktop.wait("the last event was received") { desktop.element("Last event") != nil }
    try desktop.settle()
    #expect(focused(desktop) == [])
    try desktop.expectTrue()
  }

  @Test func `the list of a combo box that closes has the focus no more, nor has its item`() throws
  {
    let (desktop, application) = try withFocusedTree { application, window in
      let box = application.add("Box", role: 11, under: window)
      let list = application.add("List", role: 31, under: box)
      application.add("Item", role: 32, under: list).states |= Self.focusable
    }
    let (list, item) = (try object("List", application), try object("Item", application))
    try object("Cell", application).states &= ~Self.focused
    for (focused, name) in [(list, "List"), (item, "Item")] {
      if focused === item { item.states |= Self.focused }
      try application.emit(focused, "StateChanged", "focused", 1)
      try desktop.wait("it has it") { self.focused(desktop).contains(name) }
      // Its states stay as they are, and so do those of its item.
      try application.emit(list, "StateChanged", "showing", 0)
      try desktop.wait("nothing has it") { self.focused(desktop) == [] }
      try desktop.settle()
      #expect(self.focused(desktop) == [])
      try desktop.expectTrue()
    }
  }

  /// As in LibreOffice, which goes on to report the focus in a window that is not active any more.
  @Test func `only what is in the active window has the focus, where there is one`() throws {
    let active: UInt64 = 1 << 1
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      for name in ["Sheet", "Text"] {
        let window = application.add(name, role: 23, under: application.root)
        application.add("In \(name)", role: 73, under: window).states |=
          Self.focused | Self.focusable
      }
    }
    let windows = try ["/o/1", "/o/3"].map { try #require(application[$0]) }
    windows[0].states |= active
    desktop.source.start()
    try desktop.settle()
    #expect(focused(desktop) == ["In Sheet"])
    for index in [1, 0] {
      windows[1 - index].states &= ~active
      windows[index].states |= active
      for (window, event) in [(windows[1 - index], "Deactivate"), (windows[index], "Activate")] {
        try application.emit(window, event, interface: "Window")
      }
      let name = "In \(windows[index].name)"
      try desktop.wait("\(name) has it") { focused(desktop) == [name] }
      try desktop.settle()
      #expect(focused(desktop) == [name])
      try desktop.expectTrue()
    }
  }

  @Test func `the visible part of an area does not have the focus of the area`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      let area = $0.add("Area", role: 79, under: try #require($0["/o/1"]))
      area.states |= Self.focused | Self.focusable
      $0.add("Viewport", role: 20, under: area).states |= Self.focused
    }
    desktop.source.start()
    try desktop.settle()
    #expect(focused(desktop) == ["Area"])
    try desktop.expectTrue()
  }

  @Test func `of two views that may have the focus, neither has it`() throws {
    let (desktop, _) = try withFocusedTree { application, window in
      let other = application.add("Other", role: 65, under: window)
      application.add("Second", role: 56, under: other).states |= Self.focused
    }
    #expect(focused(desktop) == [])
    try desktop.expectTrue()
  }

  @Test func `a view has no focus in an inactive window`() throws {
    let (desktop, application) = try withFocusedTree()
    let window = try object("Window", application)
    window.states &= ~(1 << 1)
    try application.emit(window, "Deactivate", interface: "Window")
    try desktop.wait("nothing has it") { focused(desktop) == [] }
    window.states |= 1 << 1
    try application.emit(window, "Activate", interface: "Window")
    try desktop.wait("the item has it again") { focused(desktop) == ["Cell"] }
    try desktop.expectTrue()
  }

  @Test func `a link in a GTK 3 label has the focus with its label`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      ($0.toolkit, $0.version) = ("GTK", "3.24.38")
      let window = try #require($0["/o/1"])
      for name in ["Website", "License"] {
        let label = $0.add(name, role: 29, under: window)
        label.states |= Self.focusable
        $0.add("Link of \(name)", role: 88, under: label).states |= Self.focused | Self.focusable
      }
      $0.add("Lonely link", role: 88, under: window).states |= Self.focused | Self.focusable
    }
    desktop.source.start()
    try desktop.settle()
    #expect(focused(desktop) == ["Lonely link"])
    let label = try object("License", application)
    try object("Lonely link", application).states &= ~Self.focused
    label.states |= Self.focused
    try application.emit(try object("Lonely link", application), "StateChanged", "focused", 0)
    try application.emit(label, "StateChanged", "focused", 1)
    try desktop.wait("the link has it") { focused(desktop) == ["Link of License"] }
    try desktop.expectTrue()
  }
}
