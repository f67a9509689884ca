import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Actions that an application answers by something else than was asked for, and whether they may be repeated.
@Suite(.timeLimit(.minutes(10)))
struct MissedActionTests {
  private typealias Form = StepTests.Form

  /// A form whose field becomes what `values` say, one after the other, and whose application then answers.
  private func form(
    _ values: [String], _ outcome: ActionOutcome = .performed(method: "fake")
  ) async throws -> Form {
    let form = try await Form.start()
    try await form.server.run { world in
      try world.change(form.field) { $0.value = "old" }
      world.source.onPerform = { [unowned world] _, completion in
        for value in values { try? world.change(form.field) { $0.value = value } }
        completion(outcome)
      }
    }
    return form
  }

  private func receipt(_ form: Form, _ text: String) async throws -> Receipt {
    try await form.client.perform(
      PerformRequest(target: .id(form.field), command: .setText(text), settleMs: 450))
  }

  @Test(arguments: [false, true])
  func `what the application made of it is the shortfall`(isSynthesised: Bool) async throws {
    let refusal = ActionRefusal(.rejected, "it has 13, not 12.6", advice: "Give a whole number.")
    let form = try await form(
      ["13"], .missed(refusal, method: "fake", isSynthesised: isSynthesised))
    let receipt = try await receipt(form, "12.6")
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(receipt.refusal == nil && receipt.method == "fake")
    #expect(receipt.shortfall?.message == "it has 13, not 12.6")
    #expect(receipt.shortfall?.detail?.remedy == "Give a whole number.")
    // Keys that had no effect where they were meant may have had one elsewhere.
    #expect(receipt.retry == (isSynthesised ? .unsafe : .safe))
  }

  @Test func `what was told and is as before may have had an effect`() async throws {
    let refusal = ActionRefusal(.rejected, "it is as before").afterActing
    let form = try await form([], .missed(refusal, method: "fake"))
    let kept = try await receipt(form, "new")
    #expect(kept.shortfall?.message == "it is as before" && kept.retry == .unsafe, "\(kept)")
    let other = try await self.form(["new", "old"], .missed(refusal, method: "fake"))
    let back = try await receipt(other, "new")
    #expect(back.shortfall?.message == "textbox \"Name\" changed, and has \"old\" again")
    #expect(back.retry == .unsafe, "\(back)")
  }

  @Test func `what comes after all is confirmed`() async throws {
    let refusal = ActionRefusal(.rejected, "it has old, not new")
    let form = try await form(["new"], .missed(refusal, method: "fake"))
    let receipt = try await receipt(form, "new")
    #expect(receipt.outcome == .confirmed && receipt.shortfall == nil)
  }

  @Test func `a step that missed ends the run`() async throws {
    let refusal = ActionRefusal(.rejected, "it has 13, not 12.6")
    let form = try await form(["13"], .missed(refusal, method: "fake"))
    let set = PerformRequest(target: .id(form.field), command: .setText("12.6"), settleMs: 450)
    let response = try await form.client.run([Step(.perform(set)), form.press()])
    #expect(response.results.count == 1)
    #expect(response.results.first?.failure?.message == "it has 13, not 12.6")
  }

  @Test(arguments: [
    (["newer", "other"], Receipt.Retry.safe), (["new", "old"], .unsafe), (["new", ""], .unsafe),
  ])
  func `what a field made something else of may be set again, and what it let go of may not`(
    values: [String], retry: Receipt.Retry
  ) async throws {
    let receipt = try await receipt(form(values), "new")
    #expect(receipt.shortfall != nil && receipt.retry == retry, "\(receipt)")
  }
}
