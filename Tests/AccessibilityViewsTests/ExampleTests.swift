import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Foundation
import Testing

@Suite struct `The example of docs/views.md` {
  private let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test func `is the one that is compiled here`() throws {
    let example = try String(
      contentsOf: directory.appendingPathComponent("ShoppingListApp.swift"), encoding: .utf8)
    let page = try String(
      contentsOf: directory.appendingPathComponent("../../docs/views.md"), encoding: .utf8)
    #expect(page.contains("```swift\n\(example)```\n"))
  }

  @Test func `does what it says`() throws {
    let stage = Stage { ShoppingList() }
    #expect(stage.labels == ["Shopping list", "", "Bread", "Milk", "New item", "Add"])
    let milk = try stage.element("Milk").id
    _ = stage.news()
    stage.perform(.press, on: milk)
    #expect(stage.news() == [.valueChanged(element: milk, old: "to buy", new: "bought")])
    try stage.perform(.delete, on: "Bread")
    let announcement = stage.news().filter { $0.kind == .announcement }
    #expect(announcement.count == 1)
    #expect(try stage.refusal(.press, on: "Add").reason == .disabled)
    try stage.perform(.setText("Eggs"), on: "New item")
    try stage.press("Add")
    #expect(stage.labels == ["Shopping list", "", "Milk", "Eggs", "New item", "Add"])
    #expect(try stage.element("Milk").id == milk)
    stage.verify()
  }
}
