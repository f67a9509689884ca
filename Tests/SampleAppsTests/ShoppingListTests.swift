import AccessibilityMirror
import AccessibilityTree
import Testing

@testable import SampleApps

@Suite struct `Shopping list sample` {
  private func news(_ host: SampleHost, since count: Int) -> [AccessibilityTree.Notification] {
    host.commits.dropFirst(count).flatMap(\.notifications)
  }

  @Test func `A1 A11 rows are ticked and deleted, and keep their ids`() throws {
    let host = try SampleHost("shopping-list")
    let milk = try host.id("Milk")
    var before = host.commits.count
    try host.press("Milk")
    #expect(
      news(host, since: before) == [
        .valueChanged(element: milk, old: "1 to buy", new: "bought")
      ])
    before = host.commits.count
    try host.perform(.delete, on: "Bread")
    #expect(news(host, since: before).count { $0.kind == .announcement } == 1)
    #expect(try host.id("Milk") == milk)
    #expect(!host.all.contains { $0.label == "Bread" })
  }

  @Test func `N3 that the list is empty is announced`() throws {
    let host = try SampleHost("shopping-list")
    try host.press("Clear")
    let before = host.commits.count
    try host.press("Clear all")
    let announced = news(host, since: before).compactMap { notification in
      if case .announcement(let text, _, _) = notification { text } else { nil }
    }
    #expect(announced == ["The list is empty"])
  }

  @Test func `A8 entered text is added to the list, and Add is disabled until then`() throws {
    let host = try SampleHost("shopping-list")
    guard case .refused(let refusal) = try host.perform(.press, on: "Add") else {
      Issue.record("nothing was added")
      return
    }
    #expect(refusal.reason == .disabled)
    try host.perform(.setText("Figs"), on: "New item")
    try host.press("Add")
    #expect(try host.element("Figs").value == "1 to buy")
    #expect(try host.element("New item").value == "")
  }

  @Test func `A10 N5 a row's menu takes the focus, and so does the editor that it opens`() throws {
    let host = try SampleHost("shopping-list")
    let milk = try host.id("Milk")
    host.perform(.focus, on: milk)
    host.perform(.showMenu, on: milk)
    #expect(try host.element("Edit").role == .menuItem)
    #expect(try host.element("Edit").states.contains(.focused))
    var before = host.commits.count
    try host.press("Edit")
    let editor = try host.id("Edit item")
    let field = try host.id("Name")
    let screens = news(host, since: before).filter { $0.kind == .screen || $0.kind == .layout }
    #expect(screens.first == .screenChanged(root: editor, focus: field))
    #expect(!screens.contains { $0 == .layoutChanged(container: editor, focus: milk) })
    before = host.commits.count
    host.perform(.escape, on: field)
    let focus = news(host, since: before).filter { $0.kind == .focus }
    #expect(focus == [.focusMoved(from: field, to: milk)])
    let layouts = news(host, since: before).compactMap { notification in
      if case .layoutChanged(_, let focus) = notification { focus } else { nil }
    }
    #expect(layouts == [milk])
  }

  @Test func `N5 an alert takes the focus, and returns it to the element that opened it`() throws {
    let host = try SampleHost("shopping-list")
    try host.press("Clear")
    #expect(try host.element("Clear the list?").role == .alertDialog)
    #expect(try host.element("Clear all").states.contains(.focused))
    try host.press("Keep")
    #expect(try host.element("Clear").states.contains(.focused))
    try host.press("Clear", "Clear all")
    #expect(try !host.element("Clear").states.contains(.focused), "what is disabled has no focus")
    #expect(!host.all.contains { $0.label == "Milk" })
  }
}
