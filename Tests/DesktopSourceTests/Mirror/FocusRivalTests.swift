import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Several elements that report the focus, of which one has it, as in LibreOffice.
@Suite(.serialized, .ownThreadInTurn)
struct FocusRivalTests {
  private static let active: UInt64 = 1 << 1
  private static let editable: UInt64 = 1 << 7
  private static let focusable: UInt64 = 1 << 11
  private static let focused: UInt64 = 1 << 12

  /// A panel that always reports the focus, with a text in it that has it, beside two buttons.
  private func started() throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      $0.toolkit = "gtk"
      $0.version = "3.24.38"
      addWindow($0)
      let window = try #require($0["/o/1"])
      window.states |= Self.active
      let panel = $0.add("Panel", role: 39, under: window)
      panel.states |= Self.focused
      let text = $0.add("Heading", role: 83, under: panel)
      text.states |= Self.editable | Self.focusable | Self.focused
      for name in ["One", "Two"] { try self.object(name, $0).states |= Self.focusable }
      try self.object("One", $0).interfaces.append("Value")
      try self.object("One", $0).value = 0
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  private func object(_ name: String, _ application: FakeApplication) throws -> FakeObject {
    try #require(application.objects.values.first { $0.name == name })
  }

  private func focused(_ desktop: FakeDesktop) -> [String] {
    var labels: [String] = []
    desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
      if element.states.contains(.focused) { labels.append(element.label ?? "") }
      return .descend
    }
    return labels
  }

  private func setFocus(
    _ isSet: Bool, _ object: FakeObject, _ application: FakeApplication
  ) throws {
    if isSet { object.states |= Self.focused } else { object.states &= ~Self.focused }
    try application.emit(object, "StateChanged", "focused", isSet ? 1 : 0)
  }

  @Test func `what only holds a text, and buttons that were pressed, leave the focus to it`() throws
  {
    let (desktop, application) = try started()
    #expect(focused(desktop) == ["Heading"])
    let before = desktop.notifications.count
    for name in ["One", "Two"] {
      try setFocus(true, object(name, application), application)
      try desktop.settle()
      #expect(focused(desktop) == ["Heading"])
    }
    #expect(desktop.notifications.dropFirst(before).allSatisfy { $0.kind != .focus })
    try desktop.expectTrue()

    // The text loses it: the button that an event named last has it.
    try setFocus(false, object("Heading", application), application)
    try desktop.wait("a button has it") { focused(desktop) == ["Two"] }
    try setFocus(true, object("One", application), application)
    try desktop.wait("the other has it") { focused(desktop) == ["One"] }
    try desktop.expectTrue()
  }

  @Test func `a text keeps the focus after more buttons were pressed than are remembered`() throws {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    for number in 0..<20 {
      let button = application.add("Button \(number)", role: 43, under: window)
      try application.emitChildrenChanged(window, "add", button)
      try desktop.wait("it is there") { desktop.element(button.name) != nil }
      try setFocus(true, button, application)
    }
    try desktop.settle()
    #expect(focused(desktop) == ["Heading"])
    try desktop.expectTrue()
  }

  @Test func `another one has the focus when the one that had it is gone`() throws {
    let (desktop, application) = try started()
    for name in ["One", "Two"] { try setFocus(true, object(name, application), application) }
    let (panel, text) = (try object("Panel", application), try object("Heading", application))
    application.remove(text)
    try application.emitChildrenChanged(panel, "remove", text)
    try desktop.wait("a button has it") { focused(desktop) == ["Two"] }
    try desktop.expectTrue()
  }

  @Test func `a new dialog has the focus that its events told of after its entries in the cache`()
    throws
  {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    try setFocus(true, object("One", application), application)
    try desktop.settle()

    let dialog = application.add("Dialog", role: 16, under: application.root)
    let entry = application.add("Find", role: 79, under: dialog)
    entry.states |= Self.editable | Self.focusable
    for object in [dialog, entry] { try application.emitAddAccessible(object) }
    window.states &= ~Self.active
    try application.emit(window, "Deactivate", interface: "Window")
    dialog.states |= Self.active
    try application.emit(dialog, "Activate", interface: "Window")
    try application.emit(dialog, "StateChanged", "active", 1)
    try setFocus(true, entry, application)
    try application.emitChildrenChanged(application.root, "add", dialog)

    try desktop.wait("the entry has it") { focused(desktop) == ["Find"] }
    #expect(desktop.element("Dialog")?.states.contains(.active) == true)
    #expect(desktop.element("Window")?.states.contains(.active) == false)
    try desktop.expectTrue()
  }

  @Test func `the number of a toggle is read again when its state changes`() throws {
    let (desktop, application) = try started()
    let toggle = try object("One", application)
    toggle.value = 1
    toggle.states |= 1 << 4
    try application.emit(toggle, "StateChanged", "checked", 1)
    try desktop.wait("it is 1") { desktop.element("One")?.range?.current == 1 }
    try desktop.expectTrue()
  }
}
