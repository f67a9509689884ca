import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Items of views of Qt, of which no event tells that they were scrolled, renamed, or are other ones.
@Suite(.serialized, .ownThreadInTurn)
struct QtViewItemTests {
  /// A desktop with an application that has lists with items of these names.
  private func started(
    _ lists: [String: [String]]
  ) throws -> (FakeDesktop, FakeApplication, lists: [String: FakeObject]) {
    let desktop = try FakeDesktop()
    var made: [String: FakeObject] = [:]
    let application = try desktop.launch("App") {
      $0.toolkit = "Qt"
      addWindow($0)
      let window = try #require($0["/o/1"])
      for (name, items) in lists.sorted(by: { $0.key < $1.key }) {
        let list = $0.add(name, role: 31, under: window)
        for item in items { $0.add(item, role: 32, under: list) }
        made[name] = list
      }
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application, made)
  }

  @Test func `a scroll bar that a view does not list tells that the view is scrolled`() throws {
    let showing: UInt64 = 1 << 25
    let (desktop, application, lists) = try started(["Songs": (1...20).map { "Song \($0)" }])
    let list = try #require(lists["Songs"])
    let items = list.children.compactMap { application[$0.path] }
    let corner = application.make("", role: 39, parent: list.path)
    let bar = application.make("", role: 48, parent: corner.path)
    bar.interfaces += ["Value"]
    var questions = 0
    application.whenAsked = { object, member in
      if object === bar, member == "GetRole" { questions += 1 }
    }
    for round in 0..<2 {
      for (index, item) in items.enumerated() {
        item.states = (index < 10) == (round == 0) ? item.states & ~showing : item.states | showing
        item.extents.1 += 10
      }
      try application.emit(bar, "PropertyChange", "accessible-value")
      try desktop.wait("what is in sight is known") {
        items.enumerated().allSatisfy { index, item in
          let element = desktop.element(item.name)
          let isShown = element?.states.contains(.showing) == true
          return isShown == ((index < 10) != (round == 0))
            && (!isShown || element?.frame?.rect.y == Double(item.extents.1))
        }
      }
      try desktop.settle()
    }
    // It is known from then on whose it is.
    #expect(questions == 1)
  }

  @Test func `an item that is not mirrored and tells of a value is looked for in its view`() throws
  {
    let (desktop, application, lists) = try started(["Songs": ["a", "b"]])
    let list = try #require(lists["Songs"])
    let item = application.add("c", role: 32, under: list)
    try application.emit(item, "PropertyChange", "accessible-value")
    try desktop.wait("the item is in its view") { desktop.element("c") != nil }
  }

  @Test func `an item with the number of one that went from another view is another element`()
    throws
  {
    let (desktop, application, lists) = try started(["Cells": ["a", "b"], "Songs": ["c", "d"]])
    let cells = try #require(lists["Cells"])
    let songs = try #require(lists["Songs"])
    let id = try #require(desktop.element("a")?.id)
    let item = try #require(application[cells.children[0].path])
    cells.children.removeFirst()
    songs.children.insert((nil, item.path), at: 0)
    (item.parent, item.name, item.role) = (songs.path, "new", 7)
    try application.emit(songs, "ChildrenChanged", "add")
    try desktop.wait("the item is in its view") { desktop.element("new") != nil }
    let new = try #require(desktop.element("new"))
    #expect(new.id != id)
    #expect(new.role == .checkBox)
    #expect(desktop.store.tree[id] == nil)
    #expect(new.parent == desktop.element("Songs")?.id)
  }
}
