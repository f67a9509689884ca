import AccessibilityTree
import AccessibilityViews
import Testing

private struct AccentKey: EnvironmentKey {
  static let defaultValue = "blue"
}

extension EnvironmentValues {
  fileprivate var accent: String {
    get { self[AccentKey.self] }
    set { self[AccentKey.self] = newValue }
  }
}

@Suite struct `Environment and models` {
  private final class Counter: ObservableObject {
    @Published var count = 0

    init(_ made: Made? = nil) { made?.count += 1 }
  }

  private final class Made {
    var count = 0
  }

  private struct Accent: View {
    @Environment(\.accent) private var accent
    @Environment(\.isEnabled) private var isEnabled

    var body: some View { Text("Accent").accessibilityValue("\(accent) \(isEnabled)") }
  }

  @Test func `values reach every view inside, change, and can be disabled`() throws {
    struct Page: View {
      @State private var accent = "red"
      @State private var isLocked = false

      var body: some View {
        VStack { Accent() }
          .environment(\.accent, accent)
          .disabled(isLocked)
        Button("Green") { accent = "green" }
        Button("Lock") { isLocked = true }
      }
    }
    let stage = Stage { Page() }
    #expect(try stage.element("Accent").value == "red true")
    try stage.press("Green", "Lock")
    #expect(try stage.element("Accent").value == "green false")
    #expect(try Stage { Accent() }.element("Accent").value == "blue true")
  }

  @Test func `an environment that is the same evaluates nothing anew`() throws {
    struct Page: View {
      @State private var other = 0

      var body: some View {
        Button("Other") { other += 1 }
        Text("\(other)")
        Accent().environment(\.accent, "red")
      }
    }
    let stage = Stage { Page() }
    let evaluations = stage.host.evaluations
    try stage.press("Other")
    #expect(stage.host.evaluations <= evaluations + 2)
  }

  @Test func `a state object is made once and lives with its view; others observe it`() throws {
    struct Child: View {
      @ObservedObject var counter: Counter

      var body: some View {
        Stepper("Count", value: $counter.count, in: 0...9)
      }
    }
    struct Grandchild: View {
      @EnvironmentObject private var counter: Counter
      @Environment(Counter.self) private var same
      @Environment(Label.self) private var none: Label?

      var body: some View {
        Text("Seen").accessibilityValue("\(counter.count) \(same === counter) \(none == nil)")
      }

      final class Label: ObservableObject, Equatable {
        static func == (left: Label, right: Label) -> Bool { left === right }
      }
    }
    struct Owner: View {
      @StateObject private var counter: Counter
      let name: String

      init(name: String, made: Made) {
        self.name = name
        _counter = StateObject(wrappedValue: Counter(made))
      }

      var body: some View {
        Text(name)
        Child(counter: counter)
        Grandchild().environmentObject(counter)
      }
    }
    struct Page: View {
      @State private var name = "first"
      @State private var isShown = true
      let made: Made

      var body: some View {
        if isShown { Owner(name: name, made: made) }
        Button("Rename") { name = "second" }
        Button("Toggle") { isShown.toggle() }
      }
    }
    let made = Made()
    let stage = Stage { Page(made: made) }
    try stage.perform(.increment, on: "Count")
    #expect(try stage.element("Seen").value == "1 true true")
    try stage.press("Rename")
    #expect(try stage.element("Seen").value == "1 true true")
    #expect(made.count == 1)
    try stage.press("Toggle", "Toggle")
    #expect(try stage.element("Seen").value == "0 true true")
    #expect(made.count == 2)
    stage.verify()
  }
}
