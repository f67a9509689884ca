import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Controls` {
  private struct Form: View {
    @State private var level = 50.0
    @State private var guests = 2
    @State private var name = "Ann"
    @State private var isLocked = false

    var body: some View {
      Slider(value: $level, in: 0...255, step: 5) { Text("Level") }
      Stepper("Guests", value: $guests, in: 1...3)
      TextField("Name", text: $name)
      Button("Lock") { isLocked = true }
      VStack {
        Button("Send") {}
        Slider(value: $level) { Text("Locked level") }
      }
      .disabled(isLocked)
      ProgressView("Loading", value: 1, total: 4)
      Gauge(value: 3, in: 0...5) { Text("Rain") }
    }
  }

  @Test func `A3 A8 sliders and steppers adjust within their bounds`() throws {
    let stage = Stage { Form() }
    #expect(try stage.element("Level").role == .slider)
    #expect(try stage.element("Level").traits.contains(.adjustable))
    try stage.perform(.increment, on: "Level")
    #expect(try stage.element("Level").effectiveValue == "55")
    try stage.perform(.setValue(254), on: "Level")
    try stage.perform(.increment, on: "Level")
    #expect(try stage.element("Level").effectiveValue == "255")
    #expect(try stage.refusal(.setValue(256), on: "Level").reason == .outOfRange)
    #expect(try stage.refusal(.setValue(.nan), on: "Level").reason == .outOfRange)
    for _ in 0..<3 { try stage.perform(.increment, on: "Guests") }
    #expect(try stage.element("Guests").effectiveValue == "3")
    try stage.perform(.setValue(1), on: "Guests")
    #expect(try stage.element("Guests").effectiveValue == "1")
  }

  @Test func `A8 the value of an element that is no control can be set, within its bounds`() throws
  {
    struct Page: View {
      @State private var tenths = 60

      var body: some View {
        Text("Cup")
          .accessibilityValue("\(tenths) tenths")
          .accessibilitySettableValue(
            Binding {
              Double(tenths) / 10
            } set: {
              tenths = Int(($0 * 10).rounded())
            }, in: 0...12, step: 1)
      }
    }
    let stage = Stage { Page() }
    #expect(
      try stage.element("Cup").range
        == NumericRange(current: 6, minimum: 0, maximum: 12, step: 1))
    try stage.perform(.setValue(9.5), on: "Cup")
    #expect(try stage.element("Cup").value == "95 tenths")
    #expect(try stage.element("Cup").range?.current == 9.5)
    for number in [12.1, -1, .nan, .infinity] {
      #expect(try stage.refusal(.setValue(number), on: "Cup").reason == .outOfRange)
    }
    #expect(try stage.element("Cup").range?.current == 9.5)
    stage.verify()
  }

  @Test func `A8 a number beyond the range of integers is set to the largest integer`() throws {
    struct Page: View {
      @State private var count = 5

      var body: some View { Stepper("Count", value: $count, in: Int.min...Int.max) }
    }
    let stage = Stage { Page() }
    try stage.perform(.setValue(Double(Int.max)), on: "Count")
    #expect(try stage.element("Count").range?.current == Double(Int.max))
    try stage.perform(.increment, on: "Count")
    try stage.perform(.setValue(Double(Int.min)), on: "Count")
    try stage.perform(.decrement, on: "Count")
    #expect(try stage.element("Count").range?.current == Double(Int.min))
  }

  @Test func `A8 A9 text is set and inserted, and the field takes the focus`() throws {
    let stage = Stage { Form() }
    try stage.perform(.insertText("a", at: 3), on: "Name")
    try stage.perform(.insertText("H", at: 0), on: "Name")
    #expect(try stage.element("Name").value == "HAnna")
    try stage.perform(.insertText("!", at: nil), on: "Name")
    #expect(try stage.refusal(.insertText("x", at: 99), on: "Name").reason == .outOfRange)
    let keys = try stage.refusal(.keys([KeyChord(.named(.enter))]), on: "Name")
    #expect(keys.reason == .unsupported && keys.message.contains("takes no keys"))
    #expect(try stage.refusal(.insertText("x", at: -1), on: "Name").reason == .outOfRange)
    try stage.perform(.setText("Bo"), on: "Name")
    #expect(try stage.element("Name").value == "Bo")
    _ = stage.news()
    try stage.perform(.focus, on: "Name")
    let field = try stage.element("Name")
    #expect(field.states.contains(.focused))
    #expect(stage.news() == [.focusMoved(from: nil, to: field.id)])
  }

  @Test func `A16 a disabled control refuses actions and says that it is disabled`() throws {
    let stage = Stage { Form() }
    try stage.press("Send", "Lock")
    #expect(try stage.element("Send").traits.contains(.notEnabled))
    #expect(try !stage.element("Send").states.contains(.enabled))
    #expect(try stage.refusal(.press, on: "Send").reason == .disabled)
    #expect(try stage.refusal(.increment, on: "Locked level").reason == .disabled)
    #expect(try stage.refusal(.magicTap, on: "Send").reason == .unsupported)
    #expect(try stage.refusal(.custom("Fly"), on: "Lock").message.contains("custom action \"Fly\""))
    stage.verify()
  }

  @Test func `progress views and gauges have their numbers`() throws {
    let stage = Stage { Form() }
    #expect(try stage.element("Loading").value == "25%")
    #expect(try stage.element("Rain").range == NumericRange(current: 3, minimum: 0, maximum: 5))
  }

  private struct Pill: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
      configuration.label.padding(8).background(Color.blue)
    }
  }

  private struct Tick: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
      HStack {
        Image(decorative: configuration.isOn ? "on" : "off")
        configuration.label
      }
    }
  }

  @Test func `a style changes the look of a control, not its element`() throws {
    struct Page: View {
      @State private var isOn = true

      var body: some View {
        Button("Go") { isOn = false }.buttonStyle(Pill())
        Toggle("Comments", isOn: $isOn).toggleStyle(Tick())
      }
    }
    let stage = Stage { Page() }
    #expect(stage.labels == ["Go", "Comments"])
    #expect(try stage.element("Go").role == .button)
    try stage.press("Go")
    #expect(try stage.element("Comments").effectiveValue == "0")
    stage.verify()
  }

  private struct Key: ButtonStyle {
    let draw: (Bool) -> Void

    func makeBody(configuration: Configuration) -> some View {
      draw(configuration.isPressed)
      return HStack {
        configuration.label
        if configuration.isPressed { Text("down") }
      }
    }
  }

  @Test func `a style is told that a button is pressed, until its action runs`() throws {
    struct Page: View {
      @State private var count = 0
      let draw: (String) -> Void

      var body: some View {
        Button("Go") {
          draw("action")
          guard count < 1 else { throw ActionRefusal(.outOfRange, "it went; stay") }
          count += 1
        }
        .buttonStyle(Key { draw($0 ? "pressed" : "released") })
        Text("Count").accessibilityValue("\(count)")
      }
    }
    var drawn: [String] = []
    let stage = Stage { Page { drawn.append($0) } }
    #expect(drawn == ["released"])
    let revision = stage.store.revision
    try stage.press("Go")
    #expect(drawn == ["released", "pressed", "action", "released"])
    // Down is a revision of its own: it can be seen.
    #expect(stage.store.revision == revision + 2)
    #expect(try stage.element("Count").value == "1")
    #expect(stage.news().contains { $0.kind == .value })
    // A button whose action refuses goes up as well.
    drawn = []
    let id = try stage.element("Go").id
    guard case .refused = stage.perform(.press, on: id) else {
      Issue.record("it went again")
      return
    }
    #expect(drawn == ["pressed", "action", "released"])
    #expect(stage.labels == ["Go", "Count"])
    stage.verify()
  }

  @Test func `a styled button that is combined with others goes down and up as well`() throws {
    var drawn: [Bool] = []
    let stage = Stage {
      HStack {
        Text("Nick")
        Button("Favorite") {}.buttonStyle(Key { drawn.append($0) })
        Button("Reply") {}
      }
      .accessibilityElement(children: .combine)
    }
    try stage.perform(.custom("Favorite"), on: "Nick")
    #expect(drawn == [false, true, false])
    stage.verify()
  }

  @Test func `A7 a list offers scrolling when it is longer than its frame`() throws {
    struct Page: View {
      @State private var count = 3

      var body: some View {
        List(0..<count, id: \.self) { Text("Row \($0)") }
        Button("More") { count = 30 }
      }
    }
    let stage = Stage { Page() }
    #expect(stage.elements.first?.actions.isEmpty == true)
    try stage.press("More")
    #expect(stage.elements.first?.actions.map(\.kind) == [.scroll])
    stage.verify()
  }

  @Test func `A7 a list scrolls by pages to its end, and the rows beyond are not showing`()
    throws
  {
    let stage = Stage {
      List(0..<40, id: \.self) { Text("Row \($0)") }
    }
    let list = try #require(stage.elements.first)
    #expect(try stage.element("Row 0").states.contains(.showing))
    #expect(try !stage.element("Row 39").states.contains(.showing))
    _ = stage.news()
    stage.perform(.scroll(.down), on: list.id)
    let page = try #require(list.frame?.rect.height)
    #expect(
      stage.news() == [
        .scrolled(container: list.id, deltaX: 0, deltaY: -page, page: "Page 2 of 4")
      ])
    #expect(try !stage.element("Row 0").states.contains(.showing))
    stage.perform(.scroll(.down), on: list.id)
    stage.perform(.scroll(.down), on: list.id)
    #expect(try stage.element("Row 39").states.contains(.showing))
    guard case .refused(let refusal) = stage.perform(.scroll(.down), on: list.id) else {
      Issue.record("scrolled beyond the end")
      return
    }
    #expect(refusal.reason == .outOfRange)
    stage.verify()
  }
}
