import AccessibilityTree
import Testing

@testable import DesktopSource

/// Elements of Qt that report the focus, and pass it on to another one.
extension CurrentItemTests {
  @Test func `an element that passes the focus on does not have it after another's event`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      let window = try #require($0["/o/1"])
      let panel = $0.add("Panel", role: 39, under: window)
      for name in ["Text", "Other"] {
        $0.add(name, role: 79, under: panel).states |= Self.focusable
      }
      $0.add("Line", role: 43, under: window).states |= Self.focusable
      for name in ["Panel", "Line", "Text"] { try self.object(name, $0).states |= Self.focused }
    }
    desktop.source.start()
    try desktop.settle()
    #expect(focused(desktop) == ["Text", "Line"], "nobody said yet which of them has it")

    let (text, other) = (try object("Text", application), try object("Other", application))
    try application.emit(text, "StateChanged", "focused", 1)
    try desktop.wait("the text has it") { focused(desktop) == ["Text"] }
    try desktop.settle()
    #expect(focused(desktop) == ["Text"])
    try desktop.expectTrue()

    text.states &= ~Self.focused
    other.states |= Self.focused
    try application.emit(text, "StateChanged", "focused", 0)
    try application.emit(other, "StateChanged", "focused", 1)
    try desktop.wait("the other has it") { focused(desktop) == ["Other"] }
    try desktop.expectTrue()
  }

  /// As in kate, whose status bar passes the focus on to the text.
  @Test func `a text has the focus that controls beside it report, before any event`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      for name in ["One", "Two", "Name"] {
        try self.object(name, $0).states |= Self.focused | Self.focusable
      }
    }
    desktop.source.start()
    try desktop.settle()
    #expect(focused(desktop) == ["Name"])
    try desktop.expectTrue()
    try application.emit(try object("Two", application), "StateChanged", "focused", 1)
    try desktop.wait("the event names another") { focused(desktop) == ["Two"] }
    try desktop.expectTrue()
  }

  /// As in kate, whose list of documents has another current item when another text is shown.
  @Test func `a text keeps the focus when a view has another current item`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      let window = try #require($0["/o/1"])
      let text = $0.add("Text", role: 79, under: window)
      text.states |= Self.focusable | Self.focused | 1 << 7
      // It passes the focus on to the text.
      try self.object("One", $0).states |= Self.focusable | Self.focused
      $0.add("Cell", role: 56, under: $0.add("Tree", role: 65, under: window)).states |=
        Self.focusable
    }
    desktop.source.start()
    try desktop.settle()
    let (text, cell) = (try object("Text", application), try object("Cell", application))
    try application.emit(text, "StateChanged", "focused", 1)
    try desktop.settle()
    #expect(focused(desktop) == ["Text"])
    let before = desktop.notifications.count
    cell.states |= Self.focused
    try application.emit(text, "StateChanged", "focused", 0)
    try application.emit(cell, "StateChanged", "focused", 1)
    let name = try object("Name", application)
    name.name = "Last event"
    try application.emit(name, "PropertyChange", "accessible-name", 0, 0, .string(name.name))
    try desktop.wait("the last event was received") { desktop.element("Last event") != nil }
    try desktop.settle()
    #expect(focused(desktop) == ["Text"])
    #expect(desktop.notifications.dropFirst(before).allSatisfy { $0.kind != .focus })
    try desktop.expectTrue()

    // As when people click the view: the text says that it has the focus no more.
    for object in [text, try object("One", application)] { object.states &= ~Self.focused }
    try application.emit(cell, "StateChanged", "focused", 1)
    try desktop.wait("the item has it") { focused(desktop) == ["Cell"] }
    try desktop.expectTrue()
  }

  /// As in kate, which makes a new text, and says that it has the focus, before it says where the text is.
  @Test func `an element has the focus that its event told of before it was mirrored`() throws {
    let (desktop, application) = try started()
    let (field, window) = (try object("Field", application), try #require(application["/o/1"]))
    for isLost in [false, true] {
      field.states |= Self.focused
      let bar = application.add("Line \(isLost)", role: 43, under: window)
      let text = application.add("New \(isLost)", role: 79, under: window)
      for object in [bar, text] { object.states |= Self.focused | Self.focusable }
      try application.emit(text, "StateChanged", "focused", 1)
      field.states &= ~Self.focused
      try application.emit(field, "StateChanged", "focused", 0)
      if isLost {
        text.states &= ~Self.focused
        try application.emit(text, "StateChanged", "focused", 0)
      }
      try application.emitChildrenChanged(window, "add", bar)
      try desktop.wait("it is mirrored") { desktop.element(text.name) != nil }
      try desktop.settle()
      #expect(focused(desktop) == (isLost ? [bar.name] : [text.name]))
      try desktop.expectTrue()
      for object in [bar, text] {
        application.remove(object)
        try application.emitChildrenChanged(window, "remove", object)
      }
      try desktop.wait("they are gone") { desktop.element(text.name) == nil }
    }
  }
}
