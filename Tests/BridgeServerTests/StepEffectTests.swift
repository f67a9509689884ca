import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// What the steps of a run do about actions without effect, and about targets that come late.
@Suite(.timeLimit(.minutes(10)))
struct StepEffectTests {
  private typealias Form = StepTests.Form

  /// A form whose field writes what it is set to in its own way; `nil`: it ignores it.
  private func form(
    after delay: Duration = .zero, _ write: @escaping @Sendable (String) -> String?
  ) async throws -> Form {
    let form = try await Form.start()
    let field = form.field
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        if case .setText(let text) = request.command, let text = write(text) {
          world.later(delay) { try? world.change(field) { $0.value = text } }
        }
        completion(.performed(method: "fake"))
      }
    }
    return form
  }

  private func set(
    _ form: Form, _ text: String, settle: UInt32 = 0, immediately: Bool = false
  ) -> Step {
    Step(
      .perform(
        PerformRequest(
          target: .id(form.field), command: .setText(text), settleMs: settle,
          answersImmediately: immediately)))
  }

  @Test func `a text that the field does not take ends the run`() async throws {
    let form = try await form { _ in nil }
    try await form.server.run { try $0.change(form.field) { $0.value = "old" } }
    let response = try await form.client.run([set(form, "Ada", settle: 450), form.press()])
    try #require(response.results.count == 1)
    let failure = try #require(response.results[0].failure)
    #expect(failure.reason == .conditionNotMet)
    #expect(failure.message == "it had no effect: textbox \"Name\" has \"old\" instead")
    guard case .perform(let performed)? = response.results[0].answer else {
      return #expect(Bool(false), "\(response.results[0])")
    }
    #expect(performed.receipt.effect == .notSeen && performed.receipt.retry == .safe)
    #expect(try await form.performed == 1)
  }

  @Test func `a step that does not wait for its effect does not miss it`() async throws {
    let form = try await form { _ in nil }
    let steps = [set(form, "Ada", immediately: true), form.press()]
    let response = try await form.client.run(steps)
    #expect(response.failure == nil && response.results.count == 2)
  }

  @Test func `a text that comes late is waited for`() async throws {
    let form = try await form(after: .milliseconds(900)) { $0 }
    let response = try await form.client.run([set(form, "Ada", settle: 30_000), form.press()])
    #expect(response.failure == nil && response.results.count == 2)
    #expect(response.results[0].elapsedUs >= 900_000)
  }

  @Test(arguments: [("5550100", "(555) 0100"), ("12", "12.00"), ("ada", "Ada")])
  func `a text that the field writes in its own way is no failure`(
    text: String, written: String
  ) async throws {
    let form = try await form { _ in written }
    let response = try await form.client.run([set(form, text, settle: 450), form.press()])
    #expect(response.failure == nil && response.results.count == 2)
  }

  @Test(arguments: [ActionCommand.select, .deselect, .expand, .collapse])
  func `a state that does not come to be ends the run`(command: ActionCommand) async throws {
    let form = try await form { _ in nil }
    try await form.server.run {
      try $0.change(form.button) {
        $0.states.formUnion([.selectable, .expandable])
        if command == .deselect { $0.states.insert(.selected) }
        if command == .collapse { $0.states.insert(.expanded) }
      }
    }
    let step = Step(
      .perform(PerformRequest(target: .id(form.button), command: command, settleMs: 450)))
    let response = try await form.client.run([step, form.press()])
    #expect(response.results.count == 1)
    #expect(response.failure?.message.contains("it had no effect: button \"Save\" is ") == true)
  }
}

extension World {
  /// Does something on the loop after a while.
  fileprivate func later(_ delay: Duration, _ body: @escaping () -> Void) {
    _ = loop.schedule(after: delay, body)
  }
}
