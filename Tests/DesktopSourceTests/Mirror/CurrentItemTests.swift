import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Qt says of each current tab and item that it has the focus.
@Suite(.serialized, .ownThreadInTurn)
struct CurrentItemTests {
  private static let focusable: UInt64 = 1 << 11
  private static let focused: UInt64 = 1 << 12

  private func started() throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "Qt"
      let window = try #require($0["/o/1"])
      let bar = $0.add("Bar", role: 38, under: window)
      bar.states |= Self.focusable
      $0.add("Tab", role: 37, under: bar).states |= Self.focused | Self.focusable
      // The views of Qt 5 do not say that they can have the focus.
      let tree = $0.add("Tree", role: 65, under: window)
      $0.add("Cell", role: 56, under: tree).states |= Self.focused | Self.focusable
      let field = $0.add("Field", role: 79, under: window)
      field.states |= Self.focused | Self.focusable
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  private func focused(_ desktop: FakeDesktop) -> [String] {
    var labels: [String] = []
    desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
      if element.states.contains(.focused) { labels.append(element.label ?? "") }
      return .descend
    }
    return labels
  }

  private func object(_ name: String, _ application: FakeApplication) throws -> FakeObject {
    try #require(application.objects.values.first { $0.name == name })
  }

  @Test func `the current tab and item do not have the focus while something else has it`() throws {
    let (desktop, _) = try started()
    #expect(focused(desktop) == ["Field"])
    try desktop.expectTrue()
  }

  @Test func `a tab has the focus with its bar, and an item when its event says so`() throws {
    let (desktop, application) = try started()
    let (bar, cell) = (try object("Bar", application), try object("Cell", application))
    let field = try object("Field", application)

    field.states &= ~Self.focused
    bar.states |= Self.focused
    try application.emit(field, "StateChanged", "focused", 0)
    try application.emit(bar, "StateChanged", "focused", 1)
    try desktop.wait("the tab has it") { focused(desktop).sorted() == ["Bar", "Tab"] }

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
}
