import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Lists that are read, shown, changed and removed over many turns of the loop.
@Suite(.serialized, .ownThreadInTurn)
struct LongListTests {
  private let desktop: FakeDesktop
  private let application: FakeApplication
  private let list: FakeObject

  init() throws {
    desktop = try FakeDesktop()
    var made: FakeObject?
    application = try desktop.launch("Large") {
      $0.cache = .none
      addWindow($0)
      let list = $0.add("List", role: 31, under: try #require($0["/o/1"]))
      for number in 0..<1000 { $0.add("Row \(number)", role: 29, under: list) }
      made = list
    }
    list = try #require(made)
    desktop.source.start()
    try desktop.wait("the list is read") {
      desktop.element("List")?.children.count == 1000
    }
  }

  private var rows: [String] {
    let children = desktop.element("List")?.children ?? []
    return children.map { desktop.store.tree[$0]?.label ?? "" }
  }

  private var expected: [String] {
    list.children.compactMap { application.objects[$0.path]?.name }
  }

  @Test func `what is in the first rows is read before the last rows`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("Nested") {
      $0.cache = .none
      addWindow($0)
      let list = $0.add("Nested", role: 31, under: try #require($0["/o/1"]))
      for number in 0..<1000 {
        let row = $0.add("Entry \(number)", role: 29, under: list)
        $0.add("Button \(number)", role: 43, under: row)
      }
    }
    desktop.source.start()
    try desktop.wait("what is in the first row is read") { desktop.element("Button 0") != nil }
    #expect(desktop.element("Entry 999") == nil)
    try desktop.wait("all is read") { desktop.element("Button 999") != nil }
  }

  @Test func `a long list keeps the order of its application through every change`() throws {
    #expect(rows == expected)
    // No single turn reads or shows the whole list.
    #expect(desktop.store.revision > 5)

    for number in [0, 500, 1002] {
      let new = application.add("New \(number)", role: 29, under: list, at: number)
      try application.emitChildrenChanged(list, "add", new)
    }
    try desktop.wait("the new rows are shown") { rows.count == 1003 }
    try desktop.wait("in their places") { rows == expected }

    list.children.reverse()
    try application.emitChildrenChanged(
      list, "add", try #require(application.objects[list.children[0].path]))
    try desktop.wait("the order is turned round") { rows == expected }

    for child in list.children.prefix(800) {
      application.remove(try #require(application.objects[child.path]))
    }
    try application.emit(list, "ChildrenChanged", "remove")
    try desktop.wait("most rows are gone") { rows == expected }
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `a list that changes while it is read is mirrored correctly`() throws {
    for round in 0..<20 {
      list.children.shuffle()
      let new = application.add("New \(round)", role: 29, under: list, at: round * 40)
      try application.emitChildrenChanged(list, "add", new)
      for _ in 0..<round { desktop.loop.runOnce(timeout: .milliseconds(1)) }
    }
    try desktop.wait("all is taken in") { rows == expected }
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `an application with a long list is removed with all its objects`() throws {
    let before = desktop.store.revision
    let table = try #require(desktop.source.application(desktop.store.tree.roots[0])).table
    try desktop.quit(application)
    try desktop.wait("it is gone") { desktop.store.tree.isEmpty }
    #expect(desktop.store.revision > before)
    #expect(table.count == 0)
  }

  @Test func `rows that their application no longer lists are removed one by one`() throws {
    let gone = list.children.prefix(600)
    for child in gone { application.drop(child.path) }
    for child in gone {
      try application.service.emit(
        child.path, "org.a11y.atspi.Event.Object", "StateChanged",
        [.string("defunct"), .int32(1), .int32(0), .variant(.int32(0)), .properties([:])])
    }
    list.children.removeFirst(600)
    try desktop.wait("they are gone") { rows == expected }
    try desktop.settle()
    try desktop.expectTrue()
  }
}
