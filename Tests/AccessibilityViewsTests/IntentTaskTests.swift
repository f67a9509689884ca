import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

/// Intents whose `perform` waits for something.
@Suite(.timeLimit(.minutes(10))) struct `Intents that wait` {
  fileprivate final class Loader: ObservableObject {
    @Published var state = "idle"
    var gate: CheckedContinuation<Void, Never>?
    var isCancelled = false
  }

  private struct LoadIntent: AppIntent {
    static let title: LocalizedStringResource = "Load"
    @Dependency(default: Loader()) private var loader
    @Parameter(title: "How") var how: How
    @Parameter(title: "Count", default: 1) var count: Int
    @Parameter var note: String?

    enum How: String, AppEnum {
      case sleep, gate, fail, forever, long, other
    }

    init() {}

    init(_ how: How) {
      self.how = how
    }

    func perform() async throws -> some IntentResult & ProvidesDialog {
      loader.state = "loading"
      switch how {
      case .sleep: try await Task.sleep(for: .milliseconds(5))
      case .long: try await Task.sleep(for: .seconds(600))
      case .gate: await withCheckedContinuation { loader.gate = $0 }
      case .fail:
        try await Task.sleep(for: .milliseconds(5))
        throw ActionRefusal(.rejected, "nothing to load")
      case .forever:
        let loader = loader
        await withTaskCancellationHandler {
          await withCheckedContinuation { loader.gate = $0 }
        } onCancel: {
        }
        loader.isCancelled = Task.isCancelled
      case .other: await Elsewhere.shared.work()
      }
      loader.state = "loaded \(count) \(note ?? "-")"
      return .result(dialog: "Loaded")
    }
  }

  private actor Elsewhere {
    static let shared = Elsewhere()

    func work() {}
  }

  private struct Page: View {
    @Dependency(default: Loader()) private var loader

    var body: some View {
      Text("State").accessibilityValue(loader.state)
      ForEach(["sleep", "gate", "fail", "forever", "long", "other"], id: \.self) { how in
        Button(intent: LoadIntent(LoadIntent.How(rawValue: how) ?? .sleep)) { Text(how) }
      }
      Button("Open") { loader.gate?.resume() }
    }
  }

  private final class Rig {
    let stage = Stage { Page() }
    var outcomes: [ActionOutcome] = []
    /// Closures that other threads submit.
    private var inbox: AsyncStream<@Sendable () -> Void>.Iterator

    init() {
      let (stream, continuation) = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
      inbox = stream.makeAsyncIterator()
      stage.host.submit = { continuation.yield($0) }
    }

    /// Runs what is submitted until `isDone`.
    func run(until isDone: () -> Bool) async {
      while !isDone(), let body = await inbox.next() { body() }
    }

    func start(_ label: String, within time: UInt64 = .max) throws {
      let deadline = time == .max ? time : stage.store.time + time
      stage.host.perform(
        ActionRequest(element: try stage.element(label).id, command: .press, deadline: deadline)
      ) { self.outcomes.append($0) }
    }

    var state: String? { get throws { try stage.element("State").value } }
  }

  @Test(arguments: ["sleep", "other"])
  func `A15 an action ends with its intent, whose steps are revisions of their own`(how: String)
    async throws
  {
    var rig = Rig()
    try rig.start(how)
    // Whether another actor has answered by now is a matter of luck. A busy machine may take longer than the sleep, but
    // not each time.
    if how == "sleep" {
      for _ in 0..<5 where !rig.outcomes.isEmpty {
        rig = Rig()
        try rig.start(how)
      }
      #expect(rig.outcomes == [])
      #expect(try rig.state == "loading")
    }
    await rig.run { !rig.outcomes.isEmpty }
    #expect(rig.outcomes == [.performed(method: "Stage.press")])
    #expect(try rig.state == "loaded 1 -")
    let root = rig.stage.host.application
    #expect(
      rig.stage.news().contains(
        .announcement(text: "Loaded", priority: .default, element: root)))
    rig.stage.verify()
  }

  @Test func `A15 what another action does lets an intent go on`() async throws {
    let rig = Rig()
    try rig.start("gate")
    try rig.start("Open")
    await rig.run { rig.outcomes.count == 2 }
    #expect(try rig.state == "loaded 1 -")
  }

  @Test func `A15 A16 an intent that fails later refuses its action`() async throws {
    let rig = Rig()
    try rig.start("fail")
    await rig.run { !rig.outcomes.isEmpty }
    #expect(rig.outcomes == [.refused(ActionRefusal(.rejected, "nothing to load"))])
  }

  @Test func `A15 A16 an intent that does not end is given up at the deadline, and cancelled`()
    async throws
  {
    let rig = Rig()
    try rig.start("forever", within: 5_000_000)
    await rig.run { !rig.outcomes.isEmpty }
    // It may have done something, and is not refused.
    #expect(rig.outcomes == [.unanswered(method: "Stage.press, cancelled at the deadline")])
    // Its end is not reported a second time.
    try rig.start("Open")
    await rig.run { (try? rig.state) == "loaded 1 -" }
    #expect(rig.outcomes.count == 2)
  }

  @Test func `A15 A16 without a loop, an intent that waits is refused, and others run`() throws {
    let stage = Stage { Page() }
    guard case .refused(let refusal) = try stage.perform(.press, on: "sleep") else {
      Issue.record("it was performed")
      return
    }
    #expect(refusal.reason == .unsupported && refusal.message.contains("ViewHost.submit"))
  }

  @Test func `A15 only so many intents wait at the same time`() throws {
    let rig = Rig()
    for _ in 0..<256 { try rig.start("long") }
    #expect(rig.outcomes == [])
    try rig.start("long")
    guard case .refused(let refusal) = rig.outcomes.first else {
      Issue.record("it was performed")
      return
    }
    #expect(refusal.message.contains("256 tasks"))
    rig.stage.host.stop()
    #expect(rig.outcomes.count == 257, "who waits for a host that stops is told")
  }

  @Test func `A15 parameters have types, defaults and choices`() async throws {
    let rig = Rig()
    let button = try rig.stage.element("sleep")
    #expect(
      button.intents.first?.parameters == [
        IntentParameter("count", 1), IntentParameter("how", "sleep"),
      ])
    func refusal(_ parameters: [String: IntentValue]) throws -> String {
      try rig.stage.refusal(.intent(type: "LoadIntent", parameters: parameters), on: "sleep")
        .message
    }
    #expect(try refusal(["count": "two"]) == "count is a whole number, not the text two")
    #expect(
      try refusal(["how": "soon"])
        == "how cannot be \"soon\"; it is one of: sleep, gate, fail, forever, long, other")
    #expect(try refusal(["where": "here"]).contains("it has how, count, note"))
    rig.stage.host.perform(
      ActionRequest(
        element: button.id,
        command: .intent(type: "LoadIntent", parameters: ["count": 3, "note": "twice"]),
        deadline: .max)
    ) { rig.outcomes.append($0) }
    await rig.run { !rig.outcomes.isEmpty }
    #expect(try rig.state == "loaded 3 twice")
  }
}
