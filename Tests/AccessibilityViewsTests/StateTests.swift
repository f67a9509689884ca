import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `State and identity` {
  private struct ToggleFlip: View {
    @State private var enabled = false

    var body: some View {
      Toggle("Enabled", isOn: $enabled)
      Button("Flip") { enabled.toggle() }
    }
  }

  @Test func `P2 N2 flipping one Boolean reports only the change of the toggle's value`()
    throws
  {
    let stage = Stage { ToggleFlip() }
    let toggle = try stage.element("Enabled")
    #expect(toggle.role == .switch && toggle.traits.contains(.toggle))
    _ = stage.news()
    try stage.press("Flip")
    #expect(stage.commits.count == 1)
    #expect(stage.commits.first?.changed == [toggle.id])
    #expect(stage.news() == [.valueChanged(element: toggle.id, old: "0", new: "1")])
    try stage.press("Enabled")
    #expect(stage.news() == [.valueChanged(element: toggle.id, old: "1", new: "0")])
  }

  private final class Model: ObservableObject {
    @Published var shown = "a"
    @Published var unseen = 0
  }

  private struct Reader: View {
    let model: Model

    var body: some View { Text(model.shown) }
  }

  @Test func `N2 a view depends on the properties that it reads; changes of others send nothing`()
    throws
  {
    let model = Model()
    let stage = Stage {
      Reader(model: model)
      Text("Other")
    }
    _ = stage.news()
    let evaluations = stage.host.evaluations
    model.unseen += 1
    #expect(stage.host.evaluations == evaluations)
    #expect(stage.commits.isEmpty)
    model.shown = "a"
    #expect(stage.host.evaluations == evaluations, "it is what it was")
    model.shown = "b"
    #expect(stage.host.evaluations == evaluations + 1)
    #expect(stage.labels == ["b", "Other"])
    #expect(stage.commits.count == 1)
  }

  @Test func `changes of one update are one revision`() throws {
    let model = Model()
    let stage = Stage {
      Reader(model: model)
      Text("\(model.unseen)")
    }
    let revision = stage.store.revision
    stage.host.update {
      model.shown = "b"
      model.unseen = 7
    }
    #expect(stage.store.revision == revision + 1)
    #expect(stage.labels == ["b", "7"])
  }

  private struct Counter: View {
    let name: String
    @State private var count = 0

    init(_ name: String) {
      self.name = name
    }

    var body: some View {
      Button(name) { count += 1 }.accessibilityValue("\(count)")
    }
  }

  private final class Names: ObservableObject {
    @Published var names = ["a", "b", "c"]
    @Published var isFirst = true
  }

  private struct Rows: View {
    let model: Names

    var body: some View {
      List(model.names, id: \.self) { Counter($0) }
    }
  }

  @Test func `ids and state follow a row that moves, while other rows are added and removed`()
    throws
  {
    let model = Names()
    let stage = Stage { Rows(model: model) }
    try stage.press("b", "b", "c")
    let (b, c) = (try stage.element("b").id, try stage.element("c").id)
    _ = stage.news()
    model.names = ["c", "x", "b"]
    #expect(stage.elements.dropFirst().map(\.label) == ["c", "x", "b"])
    #expect(try stage.element("b").id == b && stage.element("c").id == c)
    #expect(try stage.element("b").value == "2" && stage.element("c").value == "1")
    #expect(stage.commits.count == 1)
    #expect(stage.commits.first?.removed.count == 1)
    #expect(stage.commits.first?.added.count == 1)
    let list = try #require(stage.elements.first)
    #expect(stage.news() == [.layoutChanged(container: list.id, focus: nil)])
    stage.verify()
  }

  private struct Switch: View {
    let model: Names

    var body: some View {
      if model.isFirst { Counter("one") } else { Counter("two") }
    }
  }

  @Test func `the other branch of a condition is another view with its own state`() throws {
    let model = Names()
    let stage = Stage { Switch(model: model) }
    try stage.press("one")
    let id = try stage.element("one").id
    model.isFirst = false
    #expect(try stage.element("two").value == "0")
    model.isFirst = true
    #expect(try stage.element("one").value == "0")
    #expect(stage.store.isStale(id))
    stage.verify()
  }

  @Test func `onChange and onAppear run once for each cause, in the same revision`() throws {
    final class Log: ObservableObject {
      @Published var entries: [String] = []
    }
    struct Page: View {
      let log: Log
      @State var count = 0

      var body: some View {
        Button("Count") { count += 1 }
          .onAppear { log.entries.append("appeared") }
          .onChange(of: count) { log.entries.append("\($0) to \($1)") }
        Text(log.entries.joined(separator: ", "))
      }
    }
    let log = Log()
    let stage = Stage { Page(log: log) }
    #expect(log.entries == ["appeared"])
    let revision = stage.store.revision
    try stage.press("Count")
    #expect(log.entries == ["appeared", "0 to 1"])
    #expect(stage.store.revision == revision + 1)
    #expect(stage.labels.last == "appeared, 0 to 1")
  }

  @Test func `a view that changes the state that it reads is reported as not settling`() throws {
    struct Restless: View {
      @State private var count = 0

      var body: some View {
        Text("\(count)").onChange(of: count, initial: true) { count += 1 }
      }
    }
    let stage = Stage { Restless() }
    #expect(stage.host.status.phase == .unavailable)
    #expect(stage.host.status.detail.contains("does not settle"))
  }
}
