import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Actions that wait for an alert: a text of a page, or a dialog.
@Suite(.timeLimit(.minutes(10)))
struct AlertStepTests {
  private typealias Form = StepTests.Form

  private func press(_ target: ElementID, in form: Form, within ms: UInt32 = 10_000) -> Step {
    var step = form.press(target, until: WaitForRequest(target: .selector("alert")))
    step.timeoutMs = ms
    return step
  }

  @Test func `an alert that says nothing, or nothing else, has not appeared`() async throws {
    let form = try await Form.start()
    let alert = try await form.server.run { world in
      let alert = try world.add(.alert, "", under: form.window) { $0.states = [.showing] }
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.field {
          let text = (world.store.tree[alert]?.value ?? "") + "!"
          try? world.change(alert) { $0.value = text }
        }
        completion(.performed(method: "fake"))
      }
      return alert
    }
    for text in ["!", "!!"] {
      let missed = try #require(
        try await form.client.run([press(form.button, in: form, within: 300)]).failure)
      #expect(missed.reason == .conditionNotMet)
      let reason = text == "!" ? "is empty" : "says what it said before"
      #expect(missed.message.hasSuffix("alert \(alert) \(reason)"), "\(missed.message)")
      let shown = try await form.client.run([press(form.field, in: form)])
      #expect(shown.results.first?.until?.elements.map(\.value) == [text], "\(shown)")
    }
  }

  @Test func `an alert dialog is an alert, also beside one that is there`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      let alert = try world.add(.alert, "", under: form.window) { $0.states = [.showing] }
      try world.add(.text, "Warning", under: alert) { $0.states = [.showing] }
      world.source.onPerform = { [unowned world] request, completion in
        _ = try? world.add(.alertDialog, "Sure?", under: form.root) {
          $0.states = [.visible, .showing]
        }
        completion(.performed(method: "fake"))
      }
    }
    let shown = try await form.client.run([press(form.button, in: form)])
    #expect(shown.results.first?.until?.elements.map(\.label) == ["Sure?"], "\(shown)")
  }
}
