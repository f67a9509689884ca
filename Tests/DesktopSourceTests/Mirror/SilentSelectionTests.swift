import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Items of views of Qt that keys select, of which no event tells.
@Suite(.serialized, .ownThreadInTurn)
struct SilentSelectionTests {
  /// - Parameter isOnWindow: Whether the keys are for the window, of which the view has the focus.
  @Test(arguments: [false, true])
  func `what an action selects in a view is read at once`(isOnWindow: Bool) throws {
    let selected: UInt64 = 1 << 23
    let desktop = try FakeDesktop()
    var (items, others): ([FakeObject], [FakeObject]) = ([], [])
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let window = try #require($0["/o/1"])
      let pages = $0.add("Pages", role: 31, under: window)
      for number in 1...20 { others.append($0.add("Page \(number)", role: 32, under: pages)) }
      let list = $0.add("Songs", role: 31, under: window)
      for number in 1...20 { items.append($0.add("Song \(number)", role: 32, under: list)) }
    }
    desktop.source.start()
    try desktop.settle()
    items[2].states |= 1 << 12
    try application.emit(items[2], "StateChanged", "focused", 1)
    try desktop.wait("the view has the focus") {
      desktop.store.focused != nil && desktop.store.focused == desktop.element("Song 3")?.id
    }
    try desktop.settle()
    let target = try #require(desktop.element(isOnWindow ? "Window" : "Songs")?.id)
    for item in others + items { item.states |= selected }
    desktop.source.afterAction(target)
    func isSelected(_ item: FakeObject) -> Bool {
      desktop.element(item.name)?.states.contains(.selected) == true
    }
    try desktop.wait("the items of the view are read") { items.allSatisfy(isSelected) }
    // A round reads everything, in the order of the tree.
    #expect(!others.contains(where: isSelected))
  }

  /// Rows that are used again for others, of which no event tells.
  @Test func `the items of a view are read again when one becomes the current one`() throws {
    let desktop = try FakeDesktop()
    var items: [FakeObject] = []
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let list = $0.add("Files", role: 31, under: try #require($0["/o/1"]))
      for name in ["f", "g", "k"] { items.append($0.add(name, role: 32, under: list)) }
    }
    desktop.source.start()
    try desktop.settle()
    let ids = try items.map { try #require(desktop.element($0.name)?.id) }
    for (item, name) in zip(items, ["new", "f", "g"]) { item.name = name }
    items[0].states |= 1 << 12
    try application.emit(items[0], "StateChanged", "focused", 1)
    try desktop.wait("the items have their new names") {
      ids.map { desktop.store.tree[$0]?.label } == ["new", "f", "g"]
    }
  }
}
