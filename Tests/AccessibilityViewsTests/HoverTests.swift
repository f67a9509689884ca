import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Hover` {
  private struct Card: View {
    @State private var isPointed = false
    let name: String
    var inner = ""

    var body: some View {
      VStack {
        Text(name)
        if !inner.isEmpty { Card(name: inner) }
        if isPointed { Text("More of \(name)") }
      }
      .onHover { isPointed = $0 }
    }
  }

  @Test func `S7 hover puts the pointer over a view, until it is put over another one`() throws {
    let stage = Stage {
      Card(name: "A")
      Card(name: "B")
      Text("C")
    }
    #expect(try stage.element("A").actions.map(\.kind) == [.hover, .focus])
    try stage.perform(.hover, on: "A")
    #expect(stage.labels == ["A", "More of A", "B", "C"])
    try stage.perform(.hover, on: "A")
    #expect(stage.labels == ["A", "More of A", "B", "C"], "it is there already")
    try stage.perform(.hover, on: "B")
    #expect(stage.labels == ["A", "B", "More of B", "C"])
    #expect(try stage.refusal(.hover, on: "C").reason == .unsupported)
    stage.verify()
  }

  @Test func `S7 escape moves the pointer away, and is offered while it is there`() throws {
    let stage = Stage { Card(name: "A") }
    #expect(try stage.refusal(.escape, on: "A").reason == .unsupported)
    try stage.perform(.hover, on: "A")
    #expect(try stage.element("A").actions.map(\.kind) == [.hover, .escape, .focus])
    try stage.perform(.escape, on: "A")
    #expect(stage.labels == ["A"])
    #expect(try stage.element("A").actions.map(\.kind) == [.hover, .focus])
    stage.verify()
  }

  @Test func `S7 the pointer over a view is over those around it as well`() throws {
    let stage = Stage { Card(name: "Outer", inner: "Inner") }
    try stage.perform(.hover, on: "Inner")
    #expect(stage.labels == ["Outer", "Inner", "More of Inner", "More of Outer"])
    try stage.perform(.hover, on: "Outer")
    #expect(stage.labels == ["Outer", "Inner", "More of Outer"])
    stage.verify()
  }

  @Test func `S7 a view that is gone is not told that the pointer left`() throws {
    struct Page: View {
      @State private var isShown = true

      var body: some View {
        if isShown { Card(name: "A") }
        Card(name: "B")
        Button("Remove") { isShown = false }
      }
    }
    let stage = Stage { Page() }
    try stage.perform(.hover, on: "A")
    try stage.press("Remove")
    try stage.perform(.hover, on: "B")
    #expect(stage.labels == ["B", "More of B", "Remove"])
    stage.verify()
  }
}
