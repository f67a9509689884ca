import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Steps that are run in one call.
@Suite(.timeLimit(.minutes(10)))
struct StepTests {
  /// An application with a field, a button and a label. The button shows what the field has in the label.
  struct Form {
    let server: TestServer
    let root: ElementID
    let window: ElementID
    let field: ElementID
    let button: ElementID
    let label: ElementID
    let client: BridgeClient

    static func start(
      _ configure: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in }
    ) async throws -> Form {
      let server = try await TestServer.start(configure)
      let ids = try await server.run { world in
        let (root, window) = try world.addApplication("Form")
        let press = [Action(.press), Action(.setText)]
        let field = try world.add(.textField, "Name", under: window) { $0.actions = press }
        let button = try world.add(.button, "Save", under: window) { $0.actions = press }
        let label = try world.add(.text, "Nothing", under: window)
        world.source.onPerform = { [unowned world] request, completion in
          switch request.command {
          case .setText(let text): try? world.change(field) { $0.value = text }
          case .press where request.element == button:
            let value = world.store.tree[field]?.value ?? ""
            try? world.change(label) { $0.label = "Saved \(value)" }
          default: break
          }
          completion(.performed(method: "fake"))
        }
        return [root, window, field, button, label]
      }
      return Form(
        server: server, root: ids[0], window: ids[1], field: ids[2], button: ids[3], label: ids[4],
        client: try await server.client())
    }

    func press(_ target: ElementID? = nil, until: WaitForRequest? = nil) -> Step {
      Step(.perform(PerformRequest(target: .id(target ?? button), command: .press)), until: until)
    }

    func set(_ text: String) -> Step {
      Step(.perform(PerformRequest(target: .id(field), command: .setText(text))))
    }

    var performed: Int {
      get async throws { try await server.run { $0.source.requests.count } }
    }
  }

  private func expect(_ selector: String, _ condition: WaitCondition = .appears) -> Step {
    Step(.expect(WaitForRequest(target: .selector(selector), condition: condition)))
  }

  private func wait(_ selector: String, _ milliseconds: UInt32 = 0) -> Step {
    Step(.wait(WaitForRequest(target: .selector(selector))), timeoutMs: milliseconds)
  }

  // MARK: What steps do

  @Test func `each step has a result, and all together one difference`() async throws {
    let form = try await Form.start()
    let response = try await form.client.run(
      [
        form.set("Ada"), form.press(), expect("text[label=\"Saved Ada\"]"),
        Step(.find(FindRequest(selector: "button"))),
        Step(.get(GetElementRequest(target: .id(form.field)))),
        Step(.outline(GetOutlineRequest(target: .id(form.label)))),
        wait("textbox[value=Ada]"),
      ], outline: GetOutlineRequest())
    #expect(response.failure == nil)
    try #require(response.results.count == 7)
    guard case .perform(let set)? = response.results[0].answer else {
      return #expect(Bool(false), "\(response.results[0])")
    }
    #expect(set.receipt.outcome == .confirmed && set.receipt.element == form.field)
    #expect(set.receipt.update == nil)
    guard case .find(let found)? = response.results[3].answer else {
      return #expect(Bool(false), "\(response.results[3])")
    }
    #expect(found.elements.map(\.id) == [form.button])
    guard case .get(let read)? = response.results[4].answer else {
      return #expect(Bool(false), "\(response.results[4])")
    }
    #expect(read.element.value == "Ada")
    let changes = try #require(response.outline)
    #expect(changes.result == .difference)
    let lines = changes.text.split(separator: "\n")
    #expect(lines.count == 2, "\(changes.text)")
    #expect(lines.contains { $0.hasPrefix("~ textbox \"Name\" = \"Ada\"") })
    #expect(response.revision > response.revisionBefore)
  }

  @Test func `the difference begins at the revision that the client has`() async throws {
    let form = try await Form.start()
    let outline = try await form.client.call(GetOutlineRequest())
    try await form.server.run { try $0.change(form.label) { $0.label = "Elsewhere" } }
    let epoch = try #require(form.client.server?.epoch)
    let since = GetOutlineRequest(since: ReadSince(outline.revision, epoch: epoch))
    let response = try await form.client.run([form.set("Ada")], outline: since)
    #expect(response.outline?.text.contains("Elsewhere") == true)
    // Without a revision of its own, the change before the steps is not theirs.
    try await form.server.run { try $0.change(form.label) { $0.label = "Again" } }
    let other = try await form.client.run([form.set("Bob")], outline: GetOutlineRequest())
    #expect(other.outline?.text.contains("Again") == false)
    #expect(other.outline?.text.contains("Bob") == true)
  }

  @Test
  func `what steps change is said of the applications that they act on, however many are open`()
    async throws
  {
    let form = try await Form.start()
    let big = try await form.server.run { world in
      let big = try world.addApplication("Big")
      try world.change(big.window) { $0.states.insert(.active) }
      for number in 0..<300 {
        try world.add(.button, "Big \(number)", under: big.window) { $0.actions = [Action(.press)] }
      }
      let perform = world.source.onPerform
      world.source.onPerform = { [unowned world] request, completion in
        _ = try? world.add(.button, "New", under: big.window) { $0.actions = [Action(.press)] }
        if request.element == form.button,
          let dialog = try? world.add(.dialog, "Saved", under: form.window)
        {
          for number in 0..<60 { _ = try? world.add(.button, "Way \(number)", under: dialog) }
          _ = try? world.add(.dialog, "Other", under: big.root)
        }
        perform(request, completion)
      }
      return big
    }
    // The desktop has no line for what is in the form.
    let desktop = try await form.client.call(GetOutlineRequest())
    #expect(!desktop.text.contains("\"Name\"") && desktop.tokens > 1300)
    let set = try await form.client.run([form.set("Ada")], outline: GetOutlineRequest())
    #expect(set.outline?.text.hasPrefix("~ textbox \"Name\" = \"Ada\" \(form.field)") == true)
    #expect(set.outline?.text.contains("Big") == false, "\(set)")
    let press = try await form.client.run([form.press()], outline: GetOutlineRequest())
    let changes = try #require(press.outline)
    #expect(changes.tokens <= 240)
    #expect(changes.text.contains("+ dialog \"Saved\" #"), "\(changes.text)")
    #expect(changes.text.contains("text \"Saved Ada\"") || changes.text.contains("\"Saved Ada\""))
    #expect(changes.text.contains("+ dialog \"Other\" #"), "\(changes.text)")
    #expect(!changes.text.contains("\"New\"") && changes.text.contains("\n… "), "\(changes.text)")
    // More fits where more is asked for, and the desktop is known at the revision.
    let wide = try await form.client.run(
      [form.press()], outline: GetOutlineRequest(budget: 2000))
    #expect(wide.outline?.text.contains("Way 59") == true)
    let epoch = try #require(form.client.server?.epoch)
    let since = ReadSince(try #require(wide.outline).revision, epoch: epoch)
    try await form.server.run { try $0.change(big.window) { $0.label = "Huge" } }
    let later = try await form.client.call(GetOutlineRequest(since: since))
    #expect(later.result == .difference && later.text.contains("Huge"), "\(later)")
  }

  @Test func `what a difference counts is read by the command on its line`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      var fields: [ElementID] = []
      for number in 0..<60 {
        fields.append(try world.add(.textField, "Copy \(number)", under: form.window))
      }
      let perform = world.source.onPerform
      world.source.onPerform = { [unowned world, fields] request, completion in
        for (number, field) in fields.enumerated() {
          try? world.change(field) { $0.value = "v\(number) " + String(repeating: "x", count: 80) }
        }
        perform(request, completion)
      }
    }
    let done = try await form.client.run([form.press()], outline: GetOutlineRequest())
    let changes = try #require(done.outline)
    #expect(changes.tokens <= 240 && !changes.text.contains("Copy 59"), "\(changes.text)")
    let last = try #require(changes.text.split(separator: "\n").last)
    let epoch = try #require(form.client.server?.epoch)
    let found = try #require(
      last.firstMatch(of: /^… \d+ changed: tree '#(\d+)' --since (\d+)-(\d+)$/), "\(last)")
    #expect(UInt64(found.3) == epoch % 1_000_000)
    let revision = try #require(Revision(found.2))
    let target = ElementID(rawValue: try #require(UInt64(found.1)))
    let rest = try await form.client.call(
      GetOutlineRequest(
        target: .id(target), budget: 8000, since: ReadSince(revision, epoch: epoch)))
    #expect(rest.result == .difference)
    let lines = rest.text.split(separator: "\n")
    #expect(lines.count == 61 && lines.allSatisfy { $0.hasPrefix("~ ") }, "\(rest.text)")
    #expect(lines.last?.contains("Saved") == true || rest.text.contains("\"Copy 59\""))
    // The budget holds, and the same part goes on from there.
    let short = try await form.client.call(
      GetOutlineRequest(target: .id(target), budget: 300, since: ReadSince(revision, epoch: epoch)))
    #expect(short.result == .difference && short.tokens <= 300, "\(short)")
    try await form.server.run { try $0.change(form.label) { $0.label = "Later" } }
    let later = try await form.client.call(
      GetOutlineRequest(target: .id(target), since: ReadSince(rest.revision, epoch: epoch)))
    #expect(later.text == "~ \"Later\" in \(form.window)\n", "\(later.text)")
  }

  @Test(arguments: ["dialog", "button[label=Save]"])
  func `a wait ends with the application that it waits in`(selector: String) async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      let perform = world.source.onPerform
      world.source.onPerform = { [unowned world, root = form.root] request, completion in
        perform(request, completion)
        world.loop.schedule(after: .milliseconds(300)) {
          world.store.edit { $0.removeApplication(root) }
        }
      }
    }
    let condition = WaitCondition.valueEquals("never")
    let wait = Step(
      .wait(
        WaitForRequest(
          target: .selector(selector), condition: selector == "dialog" ? .appears : condition)),
      timeoutMs: 60_000)
    var press = PerformRequest(target: .id(form.button), command: .press)
    press.answersImmediately = true
    let done = try await form.client.run([Step(.perform(press)), wait])
    #expect(done.failure?.reason == .conditionNotMet)
    #expect(done.failure?.message == "condition not met: the application \"Form\" ended", "\(done)")
    #expect(done.failure?.detail?.remedy == Remedy.startAgain.rawValue)
    #expect((done.results.last?.elapsedUs ?? .max) < 30_000_000)
  }

  @Test func `what was only scrolled out is not said to be gone`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      let states: States = [.visible, .showing, .enabled]
      try world.change(form.window) { $0.states.formUnion(states) }
      let list = try world.add(.listBox, "Sizes", under: form.window) { $0.states = states }
      var options: [ElementID] = []
      for name in ["Tiny", "Small", "Large"] {
        options.append(
          try world.add(.option, name, under: list) { $0.states = states.union(.selectable) })
      }
      try world.change(form.button) { $0.states.formUnion(states) }
      try world.change(form.field) { $0.states.formUnion(states) }
      world.source.onPerform = { [unowned world, options] request, completion in
        if request.element == form.button {
          for option in options.prefix(2) {
            try? world.change(option) { $0.states.remove(.showing) }
          }
        } else {
          try? world.remove(options[2])
        }
        completion(.performed(method: "fake"))
      }
    }
    let scrolled = try await form.client.run([form.press()], outline: GetOutlineRequest())
    let text = try #require(scrolled.outline?.text)
    #expect(!text.contains("Small"), "\(text)")
    let gone = try await form.client.run([form.press(form.field)], outline: GetOutlineRequest())
    #expect(gone.outline?.text.contains("- option \"Large\"") == true, "\(gone)")
  }

  @Test func `the first step that fails ends the run, and what was done is said`() async throws {
    let form = try await Form.start()
    let response = try await form.client.run(
      [form.set("Ada"), expect("text[label=Other]"), form.press()], outline: GetOutlineRequest())
    #expect(response.results.count == 2)
    #expect(response.results[0].failure == nil)
    #expect(response.failure?.reason == .conditionNotMet)
    #expect(response.outline?.text.contains("Ada") == true)
    #expect(try await form.performed == 1)
    for (step, reason) in [
      (Step(.find(FindRequest(selector: "slider"))), ErrorReason.noMatch),
      (Step(.get(GetElementRequest(target: .selector("slider")))), .noMatch),
      (wait("slider", 50), .conditionNotMet),
    ] {
      let response = try await form.client.run([step, form.press()])
      #expect(response.failure?.reason == reason)
    }
    #expect(try await form.performed == 1)
  }

  @Test func `a refused action ends the run`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { _, done in done(.refused(ActionRefusal(.rejected, "no"))) }
    }
    let response = try await form.client.run([form.press(), form.press()])
    #expect(response.results.count == 1)
    #expect(response.failure?.reason == .rejected)
    guard case .perform(let answer)? = response.results[0].answer else {
      return #expect(Bool(false), "there is no receipt")
    }
    #expect(answer.receipt.outcome == .refused)
  }

  @Test func `an application that dies in the third of seven steps ends the run there`()
    async throws
  {
    let form = try await Form.start()
    try await form.server.run { world in
      let perform = world.source.onPerform
      world.source.onPerform = { [unowned world] request, completion in
        guard world.source.requests.count == 3 else { return perform(request, completion) }
        try? world.remove(form.root)
        completion(.performed(method: "fake"))
      }
      let (_, window) = try world.addApplication("Other")
      try world.add(.button, "Save", under: window) { $0.actions = [Action(.press)] }
    }
    var steps = [form.set("1"), form.set("2"), form.set("3")]
    for _ in 0..<4 {
      // The button of the other application must not be pressed in its place.
      steps.append(
        Step(.perform(PerformRequest(target: .selector("button[label=Save]"), command: .press))))
    }
    let response = try await form.client.run(steps, outline: GetOutlineRequest())
    #expect(response.results.count == 3)
    #expect(response.results.prefix(2).allSatisfy { $0.failure == nil })
    #expect(response.failure?.message.contains("the application ended") == true)
    #expect(response.failure?.reason == .applicationEnded)
    #expect(response.outline?.text.contains("application \"Form\"") == true)
    #expect(try await form.performed == 3)
  }

  // MARK: Acting and waiting

  @Test func `a condition ends an action instead of quiet`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, completion in
        completion(.performed(method: "fake"))
        _ = world.loop.schedule(after: .milliseconds(1500)) { [unowned world] in
          _ = try? world.add(.dialog, "Saved", under: form.root)
        }
      }
    }
    let dialog = WaitForRequest(target: .selector("dialog"))
    let response = try await form.client.run(
      [form.press(until: dialog), expect("dialog")], outline: GetOutlineRequest())
    #expect(response.failure == nil)
    let result = try #require(response.results.first)
    #expect(result.until?.elements.first?.label == "Saved" && !result.heldBefore)
    #expect(result.elapsedUs >= 1_400_000)
    #expect(response.outline?.text.contains("dialog \"Saved\"") == true)
    // What is there already says nothing, and the action settles as usual.
    let button = WaitForRequest(target: .selector("button"))
    let again = try await form.client.run([form.press(until: button)])
    #expect(again.failure == nil && again.results[0].heldBefore)
    let gone = WaitForRequest(target: .selector("dialog"), condition: .disappears)
    var short = form.press(until: gone)
    short.timeoutMs = 300
    let late = try await form.client.run([short])
    #expect(late.failure?.reason == .conditionNotMet)
    #expect(late.results.count == 1)
  }

  /// Firefox keeps a closed dialog in its tree for seconds, as an object that is gone.
  @Test func `what says that it is gone has disappeared, with what is in it`() async throws {
    let form = try await Form.start()
    let (dialog, button) = try await form.server.run { world in
      let dialog = try world.add(.dialog, "Saved", under: form.window)
      return (dialog, try world.add(.button, "Fine", under: dialog))
    }
    let gone = [dialog, button].map { id in
      Step(.expect(WaitForRequest(target: .id(id), condition: .disappears)))
    }
    for step in gone {
      #expect(try await form.client.run([step]).failure?.reason == .conditionNotMet)
    }
    try await form.server.run { try $0.change(dialog) { $0.states.insert(.defunct) } }
    #expect(try await form.client.run(gone).failure == nil)
    let there = Step(.expect(WaitForRequest(target: .selector("dialog[label=Saved]"))))
    #expect(try await form.client.run([there]).failure?.reason == .conditionNotMet)
  }

  @Test(arguments: [false, true])
  func `a difference since a revision, and that of a part, are as short as any`(isOfPart: Bool)
    async throws
  {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, completion in
        for number in 0..<60 { _ = try? world.add(.button, "New \(number)", under: form.window) }
        completion(.performed(method: "fake"))
      }
    }
    let read = try await form.client.call(GetOutlineRequest())
    let since = ReadSince(read.revision, epoch: try #require(form.client.server?.epoch))
    let outline =
      isOfPart ? GetOutlineRequest(target: .id(form.window)) : GetOutlineRequest(since: since)
    let answer = try await form.client.run([form.press()], outline: outline).outline
    let difference = try #require(answer)
    #expect(difference.result == .difference && difference.tokens <= 240, "\(difference)")
    #expect(difference.text.contains(" new in #"), "\(difference)")
  }

  @Test func `a dialog that ends an action is read first`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, completion in
        world.source.isBusy = true
        guard let dialog = try? world.add(.dialog, "", under: form.window) else { return }
        completion(.performed(method: "fake"))
        _ = world.loop.schedule(after: .milliseconds(300)) { [unowned world] in
          try? world.change(dialog) { $0.label = "Sure?" }
          _ = try? world.add(.button, "Yes", under: dialog)
          world.source.isBusy = false
        }
      }
    }
    let dialog = WaitForRequest(target: .selector("dialog"))
    let response = try await form.client.run([form.press(until: dialog)])
    let result = try #require(response.results.first)
    #expect(result.until?.elements.first?.label == "Sure?", "\(result)")
    #expect(result.until?.elements.first?.children.count == 1)
    // One that is never read does not keep the step for ever.
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, completion in
        world.source.isBusy = true
        _ = try? world.add(.alertDialog, "Busy", under: form.window)
        completion(.performed(method: "fake"))
      }
    }
    let alert = WaitForRequest(target: .selector("alertdialog"))
    let slow = try #require(
      try await form.client.run([form.press(until: alert)]).results.first)
    #expect(slow.until?.elements.first?.label == "Busy" && slow.elapsedUs < 10_000_000, "\(slow)")
  }

  @Test func `what is pressed on a page that is not shown is said to be off screen`() async throws {
    let form = try await Form.start()
    let button = try await form.server.run { world in
      let states: States = [.visible, .showing, .enabled]
      for id in [form.window, form.button, form.field, form.label] {
        try world.change(id) { $0.states.formUnion(states) }
      }
      let page = try world.add(.document, "Other", under: form.window) { $0.states = [.visible] }
      let text = try world.add(.text, "0", under: page) { $0.states = [.visible] }
      let button = try world.add(.button, "Save", under: page) {
        ($0.states, $0.actions) = ([.visible, .enabled], [Action(.press)])
      }
      world.source.onPerform = { [unowned world] request, completion in
        try? world.change(text) { $0.label = "1" }
        completion(.performed(method: "fake"))
      }
      return button
    }
    let pressed = try await form.client.run([form.press(button)], outline: GetOutlineRequest())
    #expect(
      pressed.outline?.text == "… nothing on screen changed, and \(button) is not on screen\n",
      "\(pressed)")
    // Of two buttons of that name the one on screen is meant.
    let named = PerformRequest(target: .selector("button[label=Save]"), command: .press)
    let result = try await form.client.run([Step(.perform(named))])
    #expect(result.failure == nil, "\(result)")
    #expect(
      try await form.server.run { $0.source.requests.map(\.element) } == [button, form.button])
  }

  @Test func `a dialog that was there before does not end an action`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      try world.add(.alertDialog, "Info bar", under: form.window) { $0.states = [.showing] }
      let kept = try world.add(.dialog, "Settings", under: form.root) { $0.states = [.visible] }
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.field {
          _ = try? world.add(.dialog, "Sure?", under: form.window) { $0.states = [.showing] }
        } else if request.element == form.window {
          try? world.change(kept) { $0.states.insert(.showing) }
        }
        completion(.performed(method: "fake"))
      }
    }
    func step(_ target: ElementID, _ selector: String) -> Step {
      form.press(target, until: WaitForRequest(target: .selector(selector)))
    }
    var short = step(form.button, "dialog:showing")
    short.timeoutMs = 300
    let missed = try #require(try await form.client.run([short]).failure)
    #expect(missed.reason == .conditionNotMet)
    let ids = missed.detail?.candidates.map(\.id) ?? []
    let reason = "nothing new matches; alertdialog \"Info bar\" \(try #require(ids.first))"
    #expect(missed.message.hasSuffix("\(reason) was there before the action"), "\(missed.message)")
    let opened = try await form.client.run([step(form.field, "dialog:showing")])
    #expect(opened.failure == nil && opened.results[0].heldBefore == false, "\(opened)")
    #expect(opened.results[0].until?.elements.map(\.label) == ["Sure?"])
    // One that was kept without being shown appears when it is shown.
    let shown = try await form.client.run([step(form.window, "dialog:showing")])
    #expect(shown.results.first?.until?.elements.map(\.label) == ["Settings"], "\(shown)")
  }

  @Test func `another dialog that opened than what was waited for is named`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      try world.add(.dialog, "Kept", under: form.root) { $0.states = [.showing] }
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.button {
          for (label, states) in [("Save?", States.modal), ("Hint", [])] {
            _ = try? world.add(.dialog, label, under: form.root) { $0.states = [.showing, states] }
          }
        }
        completion(.performed(method: "fake"))
      }
    }
    func failure(_ target: ElementID, _ condition: WaitCondition) async throws -> String {
      let selector = condition == .appears ? "dialog[label=Open]" : "\(form.field)"
      let request = WaitForRequest(target: .selector(selector), condition: condition)
      var step = form.press(target, until: request)
      step.timeoutMs = 300
      return try #require(try await form.client.run([step]).failure).message
    }
    let silent = try await failure(form.field, .appears)
    #expect(silent.hasSuffix("; nothing matches"), "\(silent)")
    let missed = try await failure(form.button, .appears)
    #expect(missed.contains("; dialog \"Save?\" #"), "\(missed)")
    #expect(missed.hasSuffix(" [modal] has opened since the action"), "\(missed)")
    let unmet = try await failure(form.button, .checked)
    #expect(unmet.hasSuffix(" [modal] has opened since the action"), "\(unmet)")
  }

  @Test func `a dialog that was hidden appears when it is shown again`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      let dialog = try world.add(.dialog, "Find", under: form.root) { $0.states = [.enabled] }
      try world.add(.button, "Close", under: dialog) { $0.states = [.visible] }
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.field {
          try? world.change(dialog) { $0.states.formUnion([.visible, .showing]) }
        }
        completion(.performed(method: "fake"))
      }
    }
    var press = form.press(until: WaitForRequest(target: .selector("dialog")))
    press.timeoutMs = 300
    let missed = try #require(try await form.client.run([press]).failure)
    #expect(missed.reason == .conditionNotMet && missed.message.contains("is hidden"), "\(missed)")
    let shown = try await form.client.run([
      form.press(form.field, until: WaitForRequest(target: .selector("dialog")))
    ])
    #expect(shown.results.first?.until?.elements.map(\.label) == ["Find"], "\(shown)")
    #expect(shown.results.first?.heldBefore == false)
    // It is open now, and does not appear again.
    let again = try await form.client.run([press])
    #expect(again.failure?.message.contains("was there before") == true, "\(again)")
  }

  @Test func `what has no line is named where nothing else changed`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.button {
          try? world.change(form.button) {
            $0.attributes = [ToolkitAttribute(name: "tip", value: "b")]
          }
        }
        completion(.performed(method: "fake"))
      }
    }
    let changed = try await form.client.run(
      [form.press()], outline: GetOutlineRequest())
    #expect(
      changed.outline?.text == "… no line differs; changed: button \"Save\" \(form.button)\n",
      "\(changed)")
    let idle = try await form.client.run(
      [form.press(form.field)], outline: GetOutlineRequest())
    #expect(idle.outline?.result == .unchanged, "\(idle)")
  }

  @Test func `a dialog that its application hides and keeps is gone until it is shown again`()
    async throws
  {
    let form = try await Form.start()
    let close = try await form.server.run { world in
      let shown: States = [.enabled, .visible, .showing]
      try world.change(form.window) { $0.states = shown }
      let dialogs = try ["Kept", "Other"].map { name in
        let dialog = try world.add(.dialog, name, under: form.root) { $0.states = [.enabled] }
        let close = try world.add(.button, "Close", under: dialog) {
          $0.states = [.enabled]
          $0.actions = [Action(.press)]
        }
        return [dialog, close]
      }
      world.source.onPerform = { [unowned world] request, completion in
        let isOpening = request.element == form.field
        for id in dialogs[0] {
          try? world.change(id) { $0.states = isOpening ? shown : [.enabled] }
        }
        completion(.performed(method: "fake"))
      }
      return dialogs[0][1]
    }
    func until(_ selector: String, _ condition: WaitCondition = .appears) -> WaitForRequest {
      WaitForRequest(target: .selector(selector), condition: condition)
    }
    for target in ["dialog", "dialog:visible", "dialog button"] {
      // The button of the other dialog has the same name, and is not there for anybody.
      let steps = [
        form.press(form.field, until: until(target)),
        Step(
          .perform(PerformRequest(target: .selector("dialog button"), command: .press)),
          until: until("dialog button", .disappears)),
      ]
      let run = try await form.client.run(steps)
      #expect(run.failure == nil && run.results.count == 2, "\(target): \(run)")
      #expect(run.results.allSatisfy { !$0.heldBefore }, "\(target): \(run)")
    }
    let gone = try await form.client.run([
      Step(.wait(WaitForRequest(target: .id(close), condition: .disappears)))
    ])
    #expect(gone.failure == nil, "\(gone)")
    var late = Step(.wait(until("dialog")))
    late.timeoutMs = 100
    let missed = try await form.client.run([late]).failure
    #expect(missed?.message.contains("is hidden") == true, "\(missed as Any)")
  }

  @Test func `a dialog of a page that is not shown does not end an action`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      let page = try world.add(.document, "Other", under: form.window) { $0.states = [.visible] }
      world.source.onPerform = { [unowned world] request, completion in
        _ = try? world.add(.dialog, "Cookies", under: page) { $0.states = [.visible] }
        if request.element == form.field {
          _ = try? world.add(.dialog, "Sure?", under: form.window)
        }
        completion(.performed(method: "fake"))
      }
    }
    let shown = try await expectOnlyField(of: form, toShow: "Sure?")
    #expect(shown.results.first?.heldBefore == false)
    var wait = Step(.wait(WaitForRequest(target: .selector("dialog[label=Cookies]"))))
    wait.timeoutMs = 100
    let missed = try await form.client.run([wait]).failure
    #expect(missed?.message.contains("is hidden") == true, "\(missed as Any)")
  }

  /// Expects that a press of the button shows no dialog that ends it, and a press of the field shows this one.
  private func expectOnlyField(
    of form: Form, toShow name: String
  ) async throws -> RunStepsResponse {
    let dialog = WaitForRequest(target: .selector("dialog"))
    var press = form.press(until: dialog)
    press.timeoutMs = 300
    let missed = try await form.client.run([press])
    #expect(missed.failure?.reason == .conditionNotMet, "\(missed)")
    let shown = try await form.client.run([form.press(form.field, until: dialog)])
    #expect(shown.results.first?.until?.elements.map(\.label) == [name], "\(shown)")
    return shown
  }

  @Test func `a new dialog that is only scrolled out of a page that is shown ends an action`()
    async throws
  {
    let form = try await Form.start()
    try await form.server.run { world in
      let page = try world.add(.document, "Page", under: form.window) {
        $0.states = [.visible, .showing]
      }
      try world.add(.dialog, "Old", under: page) { $0.states = [.visible] }
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.field {
          _ = try? world.add(.dialog, "Below", under: page) { $0.states = [.visible] }
        }
        completion(.performed(method: "fake"))
      }
    }
    // One that was there before did not appear.
    _ = try await expectOnlyField(of: form, toShow: "Below")
  }

  @Test func `what ends an action is looked for in the application that was acted on`()
    async throws
  {
    let form = try await Form.start()
    let mail = try await form.server.run { world in
      let mail = try world.addApplication("Mail")
      try world.add(.dialog, "Quota", under: mail.window)
      world.source.onPerform = { [unowned world] request, completion in
        if request.element == form.field {
          _ = try? world.add(.dialog, "Saved", under: form.window)
        } else if request.element == form.window {
          _ = try? world.add(.dialog, "Full", under: mail.window)
        }
        completion(.performed(method: "fake"))
      }
      return mail
    }
    func step(_ target: ElementID, _ selector: String) -> Step {
      form.press(target, until: WaitForRequest(target: .selector(selector)))
    }
    var short = step(form.button, "dialog")
    short.timeoutMs = 300
    let missed = try #require(try await form.client.run([short]).failure)
    #expect(missed.reason == .conditionNotMet)
    #expect(missed.message.contains("but dialog \"Quota\" #"), "\(missed.message)")
    #expect(missed.message.hasSuffix(" in \"Mail\""), "\(missed.message)")
    #expect(missed.detail?.remedy.contains("application[name=\"Mail\"] or \(mail.root)") == true)
    for selector in [
      "application dialog", "dialog, application[name=Mail] window", "\(mail.root) dialog",
      "dialog:within(application[name=Mail])",
    ] {
      let named = try await form.client.run([step(form.window, selector)])
      #expect(
        named.results.first?.until?.elements.map(\.label) == ["Full"], "\(selector): \(named)")
    }
    let met = try await form.client.run([step(form.field, "dialog")])
    #expect(met.failure == nil && !met.results[0].heldBefore, "\(met)")
    #expect(met.results[0].until?.elements.map(\.label) == ["Saved"])
  }

  @Test func `a condition does not hide that the application stopped answering`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        let root = world.store.tree[request.element]?.application
        world.store.edit { edit in
          if let root { edit.updateApplication(root) { $0.health = .notResponding } }
        }
        completion(.performed(method: "fake"))
      }
    }
    let dialog = WaitForRequest(target: .selector("dialog"), condition: .appears)
    var press = form.press(until: dialog)
    press.timeoutMs = 300
    let failure = try #require(try await form.client.run([press]).failure)
    #expect(failure.reason == .notResponding)
    #expect(failure.message.contains("condition not met"), "\(failure)")
  }

  @Test func `a condition of the target is one of the element that was acted on`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      try world.add(.button, "Save", under: form.window) { $0.actions = [Action(.press)] }
      world.source.onPerform = { [unowned world] request, completion in
        try? world.remove(request.element)
        completion(.performed(method: "fake"))
      }
    }
    // Afterwards the selector matches the other button.
    let first = Target.selector("button:nth(1)")
    let press = PerformRequest(target: first, command: .press)
    func step(_ condition: WaitCondition) -> Step {
      var step = Step(.perform(press), until: WaitForRequest(target: first, condition: condition))
      step.timeoutMs = 3000
      return step
    }
    let gone = try await form.client.run([step(.disappears)])
    #expect(gone.failure == nil, "\(gone)")
    #expect(gone.results[0].until?.total == 0)
    // What is gone can become nothing else, and the action was performed.
    let other = try await form.client.run([step(.disabled)])
    #expect(other.failure?.reason == .conditionNotMet, "\(other)")
    #expect(other.failure?.message.contains("gone") == true, "\(other)")
  }

  @Test func `an application that answers late does not hold up what has happened`() async throws {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, _ in
        _ = try? world.add(.dialog, "Modal", under: form.root)
      }
    }
    let dialog = WaitForRequest(target: .selector("dialog"))
    var press = form.press(until: dialog)
    press.timeoutMs = 240_000
    let response = try await form.client.run([press, expect("dialog")], timeout: .seconds(240))
    #expect(response.failure == nil)
    #expect(response.results.count == 2)
    #expect(response.results[0].answer == nil && response.results[0].until != nil)
    #expect(response.results[0].elapsedUs < 60_000_000)
  }

  @Test func `a condition that an application can no longer bring about is not waited for`()
    async throws
  {
    let form = try await Form.start()
    try await form.server.run { world in
      world.source.onPerform = { [unowned world] _, completion in
        try? world.remove(form.root)
        completion(.performed(method: "fake"))
      }
    }
    let dialog = WaitForRequest(target: .selector("dialog"))
    var press = form.press(until: dialog)
    press.timeoutMs = 240_000
    let response = try await form.client.run([press], timeout: .seconds(240))
    #expect(response.failure?.reason == .applicationEnded)
    #expect(response.failure?.message.contains("ended") == true)
    #expect(response.results[0].elapsedUs < 60_000_000)
  }

  @Test func `a condition of an element that is gone refuses the action`() async throws {
    let form = try await Form.start()
    try await form.server.run { try $0.remove(form.label) }
    let gone = WaitForRequest(target: .id(form.label), condition: .valueEquals("x"))
    let response = try await form.client.run([form.set("Ada"), form.press(until: gone)])
    #expect(response.results.count == 2)
    #expect(response.failure?.reason == .staleElement)
    #expect(try await form.performed == 1)
    let target = try await form.client.run([form.press(form.label), form.press()])
    #expect(target.results.count == 1)
    #expect(target.failure?.reason == .staleElement)
  }

  @Test func `A press of what counts says how to name it`() async throws {
    let form = try await Form.start()
    try await form.server.run { [button = form.button] world in
      for number in 0..<10 { try world.change(button) { $0.label = "Job \(number)%" } }
      world.source.onPerform = { [unowned world] _, completion in
        try? world.change(button) { $0.label = "Job 10%" }
        completion(.performed(method: "fake"))
      }
    }
    let result = try await form.client.run([form.press()]).results.first
    #expect(result?.failure?.reason == .targetChanged)
    #expect(
      result?.failure?.detail?.remedy == Remedy.lookFirst.rawValue, "it is not safe to repeat")
    #expect(
      result?.failure?.message.hasSuffix(#"name it by the part that stays: button[label^="Job"]"#)
        == true, "\(result?.failure?.message ?? "no failure")")
  }
}
