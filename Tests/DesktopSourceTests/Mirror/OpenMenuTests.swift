import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Java tells of the menu alone that it is open.
@Suite(.serialized, .ownThreadInTurn)
struct CheckedMenuTests {
  private static let checked: UInt64 = 1 << 4
  private static let showing: UInt64 = 1 << 25

  @Test func `the items of a menu are shown while it says that it is checked`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      let window = try #require($0["/o/1"])
      let file = $0.add("File", role: 33, under: $0.add("Bar", role: 34, under: window))
      $0.add("New", role: 35, under: file).states &= ~Self.showing
    }
    desktop.source.start()
    try desktop.settle()
    let (file, new) = (
      try #require(application.objects.values.first { $0.name == "File" }),
      try #require(application.objects.values.first { $0.name == "New" })
    )
    let root = try #require(desktop.element("File")?.application)
    for isOpen in [true, false] {
      file.states ^= Self.checked
      new.states ^= Self.showing
      try application.emit(file, "StateChanged", "checked", isOpen ? 1 : 0)
      try desktop.wait("the event is handled") {
        desktop.element("File")?.states.contains(.expanded) == isOpen
          && !desktop.source.isReading(root)
      }
      #expect(desktop.element("New")?.states.contains(.showing) == isOpen)
      #expect(desktop.element("File")?.states.contains(.checked) == false)
    }
    try desktop.expectTrue()
  }
}

/// The items of open menus of GTK 3: an event tells that one has the focus, and its states only that it is selected.
@Suite(.serialized, .ownThreadInTurn)
struct OpenMenuTests {
  private static let focused: UInt64 = 1 << 12
  private static let selected: UInt64 = 1 << 23
  private static let showing: UInt64 = 1 << 25

  /// A closed menu with an item and a menu in it, in a menu bar.
  private func started() throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      $0.toolkit = "gtk"
      $0.version = "3.24.38"
      addWindow($0)
      let window = try #require($0["/o/1"])
      let file = $0.add("File", role: 33, under: $0.add("Bar", role: 34, under: window))
      let recent = $0.add("Recent", role: 33, under: file)
      for item in [
        $0.add("New", role: 35, under: file), recent, $0.add("Letter", role: 35, under: recent),
      ] { item.states &= ~Self.showing }
      // One that is only selected, as in a list.
      $0.add("Row", role: 32, under: window).states |= Self.selected
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  private func set(
    _ state: (bit: UInt64, name: String), _ isSet: Bool, _ name: String,
    _ application: FakeApplication
  ) throws {
    let object = try #require(application.objects.values.first { $0.name == name })
    if isSet { object.states |= state.bit } else { object.states &= ~state.bit }
    try application.emit(object, "StateChanged", state.name, isSet ? 1 : 0)
  }

  private func focused(_ desktop: FakeDesktop) -> [String] {
    var labels: [String] = []
    desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
      if element.states.contains(.focused) { labels.append(element.label ?? "") }
      return .descend
    }
    return labels
  }

  @Test func `the last that is selected has the focus`() throws {
    let (desktop, application) = try started()
    let (selected, showing) = ((Self.selected, "selected"), (Self.showing, "showing"))
    #expect(focused(desktop) == [])
    try set(selected, true, "File", application)
    for name in ["New", "Recent"] { try set(showing, true, name, application) }
    try desktop.wait("the menu has it") { focused(desktop) == ["File"] }
    try desktop.expectTrue()

    try set(selected, true, "New", application)
    // Its states, when they are read behind that, do not say so.
    let new = try #require(application.objects.values.first { $0.name == "New" })
    try application.emit(new, "StateChanged", "focused", 1)
    try desktop.wait("an item of it has it") { focused(desktop) == ["New"] }
    try desktop.settle()
    #expect(focused(desktop) == ["New"])
    try desktop.expectTrue()

    try set(selected, false, "New", application)
    try set(selected, true, "Recent", application)
    try desktop.wait("a menu in it has it") { focused(desktop) == ["Recent"] }
    try set(showing, true, "Letter", application)
    try set(selected, true, "Letter", application)
    try desktop.wait("an item of that has it") { focused(desktop) == ["Letter"] }
    try desktop.expectTrue()

    for name in ["Letter", "Recent", "File"] { try set(selected, false, name, application) }
    try desktop.wait("it is closed") { focused(desktop) == [] }
    try desktop.expectTrue()
  }
}
