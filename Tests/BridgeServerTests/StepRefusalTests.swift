import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Steps that are refused before the first one is run, and what limits those that are.
@Suite(.timeLimit(.minutes(10)))
struct StepRefusalTests {
  private typealias Form = StepTests.Form

  private func expect(_ target: Target, _ condition: WaitCondition) -> Step {
    Step(.expect(WaitForRequest(target: target, condition: condition)))
  }

  private func expectRefused(
    _ steps: [Step], _ reason: ErrorReason, _ text: String, _ form: Form,
    _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let refusal = try await status(of: await form.client.run(steps))
    #expect(refusal?.reason == reason, "\(refusal as Any)", sourceLocation: location)
    #expect(
      refusal?.message.contains(text) == true, "\(refusal as Any)", sourceLocation: location)
    let none = steps.count == 1 ? "; nothing was done" : "; no step was run"
    #expect(
      refusal?.message.hasSuffix(none) == true, "\(refusal as Any)", sourceLocation: location)
    #expect(try await form.performed == 0, sourceLocation: location)
  }

  @Test func `what is wrong in any step is found before the first one is run`() async throws {
    let form = try await Form.start()
    try await expectRefused([], .invalidArgument, "0 steps", form)
    try await expectRefused(
      Array(repeating: form.press(), count: 65), .invalidArgument, "65 steps", form)
    try await expectRefused(
      [form.press(), Step(.find(FindRequest(selector: "[")))], .selectorSyntax, "step 2", form)
    let pattern = WaitForRequest(target: .selector("text"), condition: .valueMatches("("))
    try await expectRefused(
      [form.press(), Step(.wait(pattern))], .invalidArgument, "step 2", form)
    try await expectRefused(
      [form.press(), form.press(until: pattern)], .invalidArgument, "step 2", form)
    let unknown = ElementID(rawValue: 1 << 40)
    try await expectRefused(
      [form.press(), form.press(unknown)], .unknownElement, "step 2", form)
    try await expectRefused(
      [form.press(), Step(.find(FindRequest(selector: "button", scope: unknown)))],
      .unknownElement, "step 2", form)
    var slow = form.press()
    slow.timeoutMs = 600_001
    try await expectRefused([slow], .invalidArgument, "600001", form)
    let stable = WaitForRequest(target: .selector("text"), condition: .stable(milliseconds: 0))
    try await expectRefused(
      [form.press(), Step(.expect(stable))], .invalidArgument, "STABLE", form)
  }

  @Test func `an outline that cannot be made is refused before the first step`() async throws {
    let form = try await Form.start()
    for (outline, reason) in [
      (GetOutlineRequest(target: .selector("[")), ErrorReason.selectorSyntax),
      (GetOutlineRequest(target: .id(ElementID(rawValue: 1 << 40))), .unknownElement),
      (GetOutlineRequest(budget: 1), .invalidArgument),
    ] {
      let refusal = try await status(of: await form.client.run([form.press()], outline: outline))
      #expect(refusal?.reason == reason, "\(refusal as Any)")
    }
    #expect(try await form.performed == 0)
    let later = GetOutlineRequest(target: .selector("dialog"))
    for since in [nil, ReadSince(1, epoch: 7)] {
      var later = later
      later.since = since
      let refusal = try await status(
        of: await form.client.run([form.press(), form.press()], outline: later))
      #expect(refusal?.reason == .noMatch, "\(refusal as Any)")
      #expect(refusal?.message.contains("no step was run") == true)
    }
    #expect(try await form.performed == 0)
    // What a step waits for is not there yet.
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        _ = try? world.add(.dialog, "Sure?", under: form.window)
        done(.performed(method: "fake"))
      }
    }
    let awaited = form.press(until: WaitForRequest(target: .selector("dialog")))
    let response = try await form.client.run([awaited], outline: later)
    #expect(response.outline?.text.contains("Sure?") == true, "\(response)")
  }

  @Test func `steps that contradict each other are refused`() async throws {
    let form = try await Form.start()
    let button = Target.selector("button")
    for (one, other) in [
      (expect(button, .appears), expect(button, .disappears)),
      (expect(button, .count(2)), expect(button, .count(3))),
      (expect(.id(form.button), .enabled), expect(.id(form.button), .disabled)),
      (expect(.id(form.field), .valueEquals("a")), expect(.id(form.field), .valueEquals("b"))),
    ] {
      try await expectRefused(
        [form.press(), one, other], .invalidArgument, "steps 2 and 3 contradict", form)
    }
    var until = form.press(until: WaitForRequest(target: button))
    until.kind = .perform(
      PerformRequest(target: .id(form.button), command: .press, answersImmediately: true))
    try await expectRefused([until], .invalidArgument, "cannot be combined", form)
    let wait = Step(.wait(WaitForRequest(target: button)), until: WaitForRequest(target: button))
    try await expectRefused([wait], .invalidArgument, "only for perform", form)
    let once = PerformRequest(target: .id(form.button), command: .press, requestID: "same")
    try await expectRefused(
      [Step(.perform(once)), Step(.perform(once))], .invalidArgument, "steps 1 and 2", form)
    // Something may happen between these two.
    let allowed = try await form.client.run([
      expect(.id(form.field), .appears), form.set("b"),
      expect(.id(form.field), .valueEquals("b")), form.set("c"),
      expect(.id(form.field), .valueEquals("c")),
    ])
    #expect(allowed.failure == nil)
  }

  @Test func `ids of another run of the server are refused`() async throws {
    let form = try await Form.start()
    let other = try await TestServer.start(epoch: 8)
    let button = try await other.run { world in
      try world.add(.button, "Save", under: world.addApplication().window)
    }
    try await expectRefused(
      [form.press(), form.press(ElementID(rawValue: button.rawValue + 1_000_000))],
      .unknownElement, "step 2", form)
  }

  @Test func `a step that is requested again is performed once`() async throws {
    let form = try await Form.start()
    let once = PerformRequest(target: .id(form.button), command: .press, requestID: "once")
    for _ in 0..<2 {
      let response = try await form.client.run([Step(.perform(once))])
      #expect(response.failure == nil)
    }
    #expect(try await form.performed == 1)
  }

  @Test func `at the deadline the answer has what was done until then`() async throws {
    func run(within limit: Duration) async throws -> RunStepsResponse {
      let form = try await Form.start()
      try await form.server.run { world in
        let perform = world.source.onPerform
        world.source.onPerform = { request, completion in
          if world.source.requests.count == 1 { perform(request, completion) }
        }
      }
      return try await form.client.run(
        [form.set("Ada"), form.press(), form.press()], outline: GetOutlineRequest(), timeout: limit)
    }
    // Part of the time is kept for the outline. A busy machine may need more than the first, and not more than the
    // last.
    var response = try await run(within: .milliseconds(800))
    for seconds in [4, 20, 60] where response.outline == nil || response.results.count < 2 {
      response = try await run(within: .seconds(seconds))
    }
    #expect(response.results.count == 2)
    #expect(response.results[0].failure == nil)
    #expect(response.failure?.reason == .timedOut, "\(response)")
    #expect(response.outline?.text.contains("Ada") == true)
  }

  @Test func `a client that leaves ends the run between two steps`() async throws {
    let form = try await Form.start()
    let never = Step(.wait(WaitForRequest(target: .selector("slider"))))
    let client = try await form.server.client()
    let run = Task { [set = form.set("Ada"), press = form.press()] in
      try await client.run([set, never, press])
    }
    try await eventually("the second step waits") { try await form.performed == 1 }
    client.close()
    await #expect(throws: ClientError.self) { try await run.value }
    try await eventually("the server knows that the client is gone") {
      try await form.client.call(GetServerInfoRequest()).connectionCount == 1
    }
    try await form.server.run { try $0.addSlider(form.window) }
    // Another client's call shows that the server has gone on.
    #expect(try await form.client.run([form.press()]).failure == nil)
    #expect(try await form.performed == 2)
  }

  @Test func `many runs at once are limited, and none takes the loop for long`() async throws {
    let form = try await Form.start { $0.limits[.actionsPerConnection] = 4 }
    try await form.server.run { $0.source.onPerform = { _, _ in } }
    let runs = (0..<4).map { _ in Task { try await form.client.run([form.press()]) } }
    try await eventually("four runs are under way") { try await form.performed == 4 }
    let refused = try await status(of: await form.client.run([form.press()]))
    #expect(refused?.reason == .limit && refused?.detail?.limit == 4)
    for run in runs { run.cancel() }
    try await form.server.run { world in
      for number in 0..<3000 {
        _ = try world.add(.text, "Text \(number)", under: form.window)
      }
    }
    let other = try await form.server.client()
    _ = try await other.call(GetServerInfoRequest(restartTurnTimes: true))
    let find = Step(.find(FindRequest(selector: "text:has(button), text", pageSize: 1)))
    let response = try await other.run(Array(repeating: find, count: 64))
    #expect(response.results.count == 64)
    let info = try await other.call(GetServerInfoRequest())
    // A test build is some ten times slower than a release build.
    #expect(info.measuredTurnCPUUs < 400_000, "\(info.measuredTurnCPUUs)")
  }

  @Test func `a client of short messages is refused, and no answer is longer than it accepts`()
    async throws
  {
    let form = try await Form.start()
    let short = try await form.server.client { $0.connection.maxFrameLength = 4096 }
    let refused = try await status(of: await short.run([form.press()]))
    #expect(refused?.reason == .frameTooLarge)
    #expect(try await form.performed == 0)
    try await form.server.run { world in
      for number in 0..<400 {
        _ = try world.add(.text, String(repeating: "\(number) ", count: 100), under: form.window)
      }
    }
    let client = try await form.server.client { $0.connection.maxFrameLength = 65_536 }
    let find = Step(.find(FindRequest(selector: "text", pageSize: 400)))
    let response = try await client.run(Array(repeating: find, count: 64))
    #expect(response.results.count > 32)
    #expect(response.failure.map { $0.reason == .limit } ?? true)
    #expect(response.encoded().count <= 65_536)
  }

  @Test func `what an application takes back of a refused step is no change`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      let field = form.field
      try world.change(field) { $0.value = "7" }
      world.source.onPerform = { [unowned world] _, completion in
        try? world.change(field) { $0.value = "" }
        _ = world.loop.schedule(after: .milliseconds(10)) { [weak world] in
          try? world?.change(field) { $0.value = "7" }
        }
        completion(.refused(ActionRefusal(.rejected, "it has \"7\" as before")))
      }
    }
    let response = try await form.client.run([form.set("abc")], outline: GetOutlineRequest())
    #expect(response.results[0].failure?.reason == .rejected)
    #expect(response.outline?.result == .unchanged, "\(response.outline?.text ?? "none")")
  }
}

extension World {
  fileprivate func addSlider(_ window: ElementID) throws {
    try add(.slider, "Volume", under: window)
  }
}
