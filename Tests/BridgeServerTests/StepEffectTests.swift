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
    #expect(failure.message == "it had no effect: textbox \"Name\" has \"old\"")
    guard case .perform(let performed)? = response.results[0].answer else {
      return #expect(Bool(false), "\(response.results[0])")
    }
    #expect(performed.receipt.effect == .notSeen && performed.receipt.retry == .safe)
    #expect(try await form.performed == 1)
  }

  @Test func `the receipt of a single action says what was not set`() async throws {
    let form = try await form { _ in nil }
    try await form.server.run { try $0.change(form.field) { $0.value = "old" } }
    var request = PerformRequest(target: .id(form.field), command: .setText("Ada"), settleMs: 450)
    let receipt = try await form.client.perform(request)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(receipt.shortfall?.reason == .conditionNotMet)
    #expect(receipt.shortfall?.message == "it had no effect: textbox \"Name\" has \"old\"")
    #expect(receipt.shortfall?.detail?.remedy == Remedy.actAsPerson.rawValue)
    request.answersImmediately = true
    #expect(try await form.client.perform(request).shortfall == nil)
  }

  @Test func `an option that is chosen and set back was not chosen`() async throws {
    let form = try await Form.start()
    let box = try await form.server.run { world in
      let box = try world.add(.comboBox, "Alpha", under: form.window)
      let menu = try world.add(.menu, "", under: box)
      for option in ["Alpha", "Beta"] { try world.add(.menuItem, option, under: menu) }
      world.source.onPerform = { [unowned world] request, completion in
        try? world.change(form.label) { $0.label = "chose Beta" }
        if case .setText("Beta") = request.command, world.store.tree[form.field]?.value == "takes" {
          try? world.change(box) { $0.label = "Beta" }
        }
        completion(.performed(method: "fake"))
      }
      return box
    }
    let request = PerformRequest(target: .id(box), command: .setText("Beta"), settleMs: 450)
    let receipt = try await form.client.perform(request)
    #expect(receipt.outcome == .unconfirmed)
    #expect(receipt.shortfall?.message == "it had no effect: combobox \"Alpha\" has \"Alpha\"")
    try await form.server.run { try $0.change(form.field) { $0.value = "takes" } }
    #expect(try await form.client.perform(request).outcome == .confirmed)
  }

  /// - Parameters:
  ///   - shown: What the mirror shows of the choice after the action.
  ///   - answers: What the application answers each time that it is asked for its choice.
  ///   - delay: How long each answer takes.
  private func choose(
    shown: String, answers: [String], after delay: Duration = .zero, settleMs: UInt32 = 450
  ) async throws -> Receipt {
    let form = try await Form.start()
    let box = try await form.server.run { world in
      let box = try world.add(.comboBox, "Alpha", under: form.window)
      let menu = try world.add(.menu, "", under: box)
      for option in ["Alpha", "Beta"] { try world.add(.menuItem, option, under: menu) }
      world.source.onPerform = { [unowned world] _, completion in
        try? world.change(box) { $0.label = shown }
        completion(.performed(method: "fake"))
      }
      var answers = answers
      world.source.onReadAgain = { [unowned world] done in
        world.later(delay) {
          let answer = answers.count > 1 ? answers.removeFirst() : answers[0]
          try? world.change(box) { $0.label = answer }
          done(true)
        }
      }
      return box
    }
    return try await form.client.perform(
      PerformRequest(target: .id(box), command: .setText("Beta"), settleMs: settleMs))
  }

  @Test func `what was chosen is read from the application before the receipt says it`()
    async throws
  {
    let late = try await choose(shown: "Alpha", answers: ["Beta"])
    #expect(late.outcome == .confirmed && late.shortfall == nil)
    let missing = try await choose(shown: "Beta", answers: ["Alpha"])
    #expect(missing.outcome == .unconfirmed)
    #expect(missing.shortfall?.message == "it had no effect: combobox \"Alpha\" has \"Alpha\"")
  }

  @Test func `an application that is slow to answer is asked for its choice again`() async throws {
    let delay = Duration.milliseconds(100)
    let late = try await choose(
      shown: "Alpha", answers: ["Alpha", "Alpha", "Beta"], after: delay, settleMs: 0)
    #expect(late.outcome == .confirmed)
    let missing = try await choose(shown: "Alpha", answers: ["Alpha"], after: delay, settleMs: 0)
    #expect(missing.shortfall != nil)
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

  @Test(arguments: [
    ("5550100", "(555) 0100"), ("12", "12.00"), ("ada", "Ada"), ("2026-11-24", "24.11.2026"),
  ])
  func `a text that the field writes in its own way is no failure`(
    text: String, written: String
  ) async throws {
    let form = try await form { _ in written }
    let response = try await form.client.run([set(form, text, settle: 450), form.press()])
    #expect(response.failure == nil && response.results.count == 2)
    guard case .perform(let performed)? = response.results.first?.answer else {
      return #expect(Bool(false), "\(response.results)")
    }
    #expect(performed.receipt.outcome == .confirmed)
  }

  @Test(arguments: [("5550100", "(555) 0100"), ("3.50", "3.5"), ("hello", "HELLO")])
  func `a text that the field has already in its own way is no failure`(
    text: String, written: String
  ) async throws {
    let form = try await form { _ in nil }
    try await form.server.run { try $0.change(form.field) { $0.value = written } }
    let response = try await form.client.run([set(form, text, settle: 450), form.press()])
    #expect(response.failure == nil && response.results.count == 2)
  }

  /// As the first key of a text that is typed loses its Shift.
  @Test(arguments: [("Dear Ada", "dear Ada"), ("Dear Ada", "Dear ada")])
  func `a text of which some letters lost their capitals is a failure`(
    text: String, written: String
  ) async throws {
    let form = try await form { _ in written }
    let response = try await form.client.run([set(form, text, settle: 450), form.press()])
    #expect(response.failure?.reason == .conditionNotMet)
    #expect(response.failure?.message.contains("has \"\(written)\"") == true, "\(response)")
  }

  @Test(arguments: [
    ("Dear Ada", "DEAR ADA"), ("Dear Ada", "dear ada"), ("dear ada", "Dear Ada"),
    ("DEAR ADA", "Dear Ada"), ("dear ada", "Dear ada"),
  ])
  func `a receipt says how a field writes the capitals of a text by a rule`(
    text: String, written: String
  ) async throws {
    let form = try await form { _ in written }
    let response = try await form.client.run([set(form, text, settle: 450), form.press()])
    guard case .perform(let performed)? = response.results.first?.answer else {
      return #expect(Bool(false), "\(response.results)")
    }
    #expect(performed.receipt.outcome == .confirmed)
    #expect(performed.receipt.note == "it has \"\(written)\"")
  }

  @Test(arguments: [("-5", "5"), ("1.5", "15"), ("12", "1234")])
  func `a text that is much like the one that the field keeps is a failure`(
    text: String, kept: String
  ) async throws {
    let form = try await form { _ in nil }
    try await form.server.run { try $0.change(form.field) { $0.value = kept } }
    let response = try await form.client.run([set(form, text, settle: 450), form.press()])
    #expect(response.failure?.reason == .conditionNotMet)
  }

  @Test func `a text that the field takes and lets go of is not to be entered again`() async throws
  {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        try? world.change(form.field) { $0.value = "hi" }
        try? world.change(form.field) { $0.value = "" }
        completion(.performed(method: "fake"))
      }
      try world.change(form.field) { $0.value = "" }
    }
    let request = PerformRequest(target: .id(form.field), command: .setText("hi"), settleMs: 450)
    let receipt = try await form.client.perform(request)
    #expect(receipt.retry == .unsafe)
    #expect(receipt.shortfall?.message == "textbox \"Name\" changed, and has \"\" again")
    #expect(receipt.shortfall?.detail?.remedy == Remedy.lookFirst.rawValue)
  }

  @Test(arguments: [60, 120, 200])
  func `a text that is set back a moment later ends the run, and one that stays is confirmed`(
    delay: Int
  ) async throws {
    let form = try await form { $0 }
    try await form.server.run { try $0.change(form.field) { $0.value = "old" } }
    let kept = try await form.client.run([set(form, "Ada")])
    #expect(kept.failure == nil)
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, completion in
        try? world.change(form.field) { $0.value = "Eve" }
        world.later(.milliseconds(delay)) { try? world.change(form.field) { $0.value = "Ada" } }
        completion(.performed(method: "fake"))
      }
    }
    let response = try await form.client.run([set(form, "Eve"), form.press()])
    #expect(response.results.count == 1)
    #expect(response.failure?.message == "textbox \"Name\" changed, and has \"Ada\" again")
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

  @Test func `a tab is switched to when its page is shown`() async throws {
    let form = try await Form.start()
    let tab = try await form.server.run { world in
      func page(_ label: String, shown: Bool) throws -> ElementID {
        let page = try world.add(.document, label, under: form.window) {
          $0.nativeRole = "document web"
          if !shown { $0.states.remove(.showing) }
        }
        try world.add(.button, "Go", under: page)
        return page
      }
      let (one, two) = (try page("One", shown: true), try page("Two", shown: false))
      let tab = try world.add(.tab, "Two", under: form.window) { $0.states.insert(.selectable) }
      world.source.onPerform = { [unowned world] request, completion in
        try? world.change(tab) { $0.states.insert(.selected) }
        world.later(.milliseconds(600)) {
          try? world.change(one) { $0.states.remove(.showing) }
          try? world.change(two) { $0.states.insert(.showing) }
        }
        completion(.performed(method: "fake"))
      }
      return tab
    }
    let shown = WaitForRequest(target: .selector("document[label=Two]"), condition: .visible)
    let response = try await form.client.run([form.press(tab), Step(.expect(shown))])
    #expect(response.failure == nil && response.results.count == 2)
    // One that is selected has its page.
    let again = try await form.client.run([form.press(tab)])
    #expect(again.failure == nil && (again.results.first?.elapsedUs ?? .max) < 1_900_000)
  }

  @Test func `a tab of a page is switched to when what belongs to it is shown`() async throws {
    let form = try await Form.start()
    let tab = try await form.server.run { world in
      let document = try world.add(.document, "Page", under: form.window)
      let list = try world.add(.tabList, "", under: document)
      let tab = try world.add(.tab, "Two", under: list) { $0.states.insert(.selectable) }
      let old = try world.add(.button, "Old", under: document)
      world.source.onPerform = { [unowned world] request, completion in
        try? world.change(tab) { $0.states.insert(.selected) }
        // What is in a tab, and what is in no page, tells nothing of what the tab shows.
        _ = try? world.add(.text, "Two", under: tab)
        _ = try? world.add(.button, "Bookmark", under: form.window)
        world.later(.milliseconds(300)) {
          world.store.edit { try? $0.remove(old) }
          _ = try? world.add(.button, "New", under: document)
        }
        completion(.performed(method: "fake"))
      }
      return tab
    }
    let shown = WaitForRequest(target: .selector("button[label=New]"))
    let response = try await form.client.run([form.press(tab), Step(.expect(shown))])
    #expect(response.failure == nil && response.results.count == 2, "\(response)")
  }

  // MARK: Targets that come late

  private func press(_ selector: String, timeout: UInt32 = 0) -> Step {
    Step(
      .perform(PerformRequest(target: .selector(selector), command: .press)), timeoutMs: timeout)
  }

  /// A form of which a press changes something for a second, and then does something.
  private func slowForm(_ body: @escaping @Sendable (World, Form) throws -> Void) async throws
    -> Form
  {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.button {
          for number in 1...4 {
            world.later(.milliseconds(250 * number)) {
              try? world.change(form.label) { $0.label = "Loading \(number)" }
            }
          }
          world.later(.milliseconds(1100)) { try? body(world, form) }
        }
        completion(.performed(method: "fake"))
      }
    }
    return form
  }

  private static func addLate(_ world: World, _ form: Form) throws {
    try world.add(.button, "Late", under: form.window) { $0.actions = [Action(.press)] }
  }

  @Test func `a target that is not there yet is waited for`() async throws {
    let form = try await slowForm(Self.addLate)
    let response = try await form.client.run([form.press(), press("button[label=Late]")])
    #expect(response.failure == nil && response.results.count == 2)
    #expect(try await form.performed == 2)
  }

  @Test func `a target that is disabled is waited for`() async throws {
    let form = try await slowForm { world, form in
      try world.change(form.field) { $0.traits.remove(.notEnabled) }
    }
    try await form.server.run { try $0.change(form.field) { $0.traits.insert(.notEnabled) } }
    let response = try await form.client.run([form.press(), form.press(form.field)])
    #expect(response.failure == nil && response.results.count == 2)
    #expect(response.results[1].elapsedUs >= 300_000)
  }

  @Test func `a target is waited for only as long as a step may take`() async throws {
    let form = try await slowForm(Self.addLate)
    let steps = [form.press(), press("button[label=Late]", timeout: 1)]
    let response = try await form.client.run(steps)
    #expect(response.failure?.reason == .noMatch)
  }

  @Test func `what is expected is expected at once, and what is pressed first as well`()
    async throws
  {
    let form = try await slowForm(Self.addLate)
    let late = "button[label=Late]"
    let expected = Step(.expect(WaitForRequest(target: .selector(late))))
    let one = try await form.client.run([form.press(), expected])
    #expect(one.failure?.reason == .conditionNotMet)
    let other = try await form.client.run([press("button[label=Never]")])
    #expect(other.failure?.reason == .noMatch)
    #expect((other.results.first?.elapsedUs ?? .max) < 400_000)
  }

  @Test func `a target is waited for while the action before it may still have its effect`()
    async throws
  {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.button {
          world.later(.milliseconds(1200)) { try? Self.addLate(world, form) }
        }
        completion(.performed(method: "fake"))
      }
    }
    let response = try await form.client.run([form.press(), press("button[label=Late]")])
    #expect(response.failure == nil && response.results.count == 2, "\(response)")
    let missing = try await form.client.run([
      form.press(form.field), press("button[label=Never]"),
    ])
    #expect(missing.failure?.reason == .noMatch)
  }

  @Test func `a target of an application in which nothing changes any more is missing`()
    async throws
  {
    let form = try await form { $0 }
    let steps = [set(form, "Ada"), press("button[label=Never]")]
    let response = try await form.client.run(steps)
    #expect(response.failure?.reason == .noMatch)
    #expect(response.results[1].elapsedUs < 1_900_000)
  }
}
