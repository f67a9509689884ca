import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Actions that name what their target must be (compare and act).
@Suite(.timeLimit(.minutes(10)))
struct ExpectationTests {
  private struct Setup {
    let server: TestServer
    let client: BridgeClient
    let window: ElementID
    let id: ElementID

    func press(_ expectation: TargetExpectation?, _ target: Target? = nil) async throws -> Receipt {
      let request = PerformRequest(
        target: target ?? .id(id), command: .press, quietMs: 1, answersImmediately: true,
        expectation: expectation)
      return try await client.call(request, timeout: .patience).receipt
    }

    /// Whether the press is refused because the target is not what was expected.
    func refuses(_ expectation: TargetExpectation) async throws -> Bool {
      let count = try await requests().count
      let receipt = try await press(expectation)
      guard receipt.refusal?.reason == .targetChanged else { return false }
      #expect(receipt.outcome == .refused && receipt.retry == .safe && receipt.effect == .refused)
      #expect(try await requests().count == count, "the source was asked")
      return true
    }

    func requests() async throws -> [ActionRequest] { try await server.run { $0.source.requests } }

    func now() async throws -> TargetExpectation {
      try await server.run {
        TargetExpectation(revision: $0.store.revision, epoch: $0.store.epoch)
      }
    }

    func change(_ body: @escaping @Sendable (inout Element) -> Void) async throws {
      try await server.run { [id] in try $0.change(id, body) }
    }
  }

  private func setUp(
    limits: ChangeLog.Limits = .standard,
    _ onPerform: @escaping @Sendable (World, ElementID) -> ActionOutcome = { _, _ in
      .performed(method: "fake")
    }
  ) async throws -> Setup {
    let server = try await TestServer.start(limits: limits)
    let (window, id) = try await server.run { world in
      let window = try world.addApplication().window
      world.source.onPerform = { [unowned world] request, done in
        done(onPerform(world, request.element))
      }
      return (window, try world.add(.button, "Save", under: window) { $0.value = "ready" })
    }
    return Setup(server: server, client: try await server.client(), window: window, id: id)
  }

  @Test func `An element that is what is expected is acted on`() async throws {
    let setup = try await setUp()
    for expectation in [
      TargetExpectation(role: .button), TargetExpectation(label: "Save"),
      TargetExpectation(value: "ready"),
      TargetExpectation(role: .button, label: "Save", value: "ready"), try await setup.now(),
    ] {
      #expect(try await setup.press(expectation).outcome != .refused, "\(expectation)")
    }
    let last = try await setup.requests().last?.expected
    #expect(last == ExpectedTarget(ElementIdentity(role: .button, label: "Save")))
  }

  @Test func `A box and a slider have the value that everything else says of them`() async throws {
    let setup = try await setUp()
    let (box, slider) = try await setup.server.run { [window = setup.window] world in
      (
        try world.add(.checkBox, "Alpha", under: window) { $0.states.insert(.checkable) },
        try world.add(.slider, "Volume", under: window) {
          $0.range = NumericRange(current: 4, minimum: 0, maximum: 10)
        }
      )
    }
    for (id, value) in [(box, "0"), (slider, "4")] {
      let met = try await setup.press(TargetExpectation(value: value), .id(id))
      #expect(met.refusal == nil, "\(met)")
      let missed = try await setup.press(TargetExpectation(value: "1"), .id(id))
      #expect(missed.refusal?.reason == .targetChanged)
      #expect(missed.refusal?.message.contains("and is \"\(value)\"") == true)
    }
  }

  @Test func `An element that is something else is not acted on, and the refusal says what it is`()
    async throws
  {
    let setup = try await setUp()
    for expectation in [
      TargetExpectation(role: .link), TargetExpectation(label: "Delete"),
      TargetExpectation(label: ""),
      TargetExpectation(value: "busy"), TargetExpectation(role: .button, label: "save"),
    ] {
      #expect(try await setup.refuses(expectation), "\(expectation)")
    }
    let receipt = try await setup.press(TargetExpectation(label: "Delete"))
    #expect(receipt.refusal?.message.contains("button \"Save\"") == true)
    #expect(receipt.refusal?.message.contains("\"Delete\"") == true)
    #expect(receipt.refusal?.code == .failedPrecondition)
    #expect(receipt.target == ElementIdentity(role: .button, label: "Save"))
  }

  @Test func `A revision expects that the element was not renamed or moved since`() async throws {
    let setup = try await setUp()
    let before = try await setup.now()
    try await setup.change { $0.states.insert(.focused) }
    #expect(try await !setup.refuses(before), "a state is no name")
    try await setup.change { $0.label = "Delete" }
    try await setup.change { $0.label = "Save" }
    #expect(try await setup.refuses(before), "it was something else meanwhile")

    let second = try await setup.now()
    try await setup.server.run { [id = setup.id, window = setup.window] world in
      let group = try world.add(.group, "Other", under: window)
      try world.store.edit { try $0.move(id, under: group) }
    }
    #expect(try await setup.refuses(second), "it was moved")
    #expect(try await !setup.refuses(setup.now()))
  }

  @Test func `A revision of an element whose label counts is refused with how to name it`()
    async throws
  {
    let setup = try await setUp()
    try await setup.change { $0.label = "Row 7" }
    let before = try await setup.now()
    try await setup.change { $0.label = "Row 8" }
    let refusal = try await setup.press(before).refusal
    #expect(
      refusal?.message.hasSuffix(#"name it by the part that stays: button[label^="Row"]"#) == true,
      "\(refusal?.message ?? "not refused")")
  }

  @Test func `A revision expects that the row around the element says the same`() async throws {
    let setup = try await setUp()
    let (delete, name, other) = try await setup.server.run { [window = setup.window] world in
      let row = try world.add(.listItem, "", under: window)
      let name = try world.add(.text, "Ada", under: row)
      let delete = try world.add(.button, "Delete", under: row)
      let second = try world.add(.listItem, "", under: window)
      return (delete, name, try world.add(.text, "Ben", under: second))
    }
    func isRefused(_ expectation: TargetExpectation) async throws -> Bool {
      try await setup.press(expectation, .id(delete)).refusal?.reason == .targetChanged
    }
    let before = try await setup.now()
    try await setup.server.run { try $0.change(other) { $0.label = "Eve" } }
    #expect(try await !isRefused(before), "another row")
    try await setup.server.run { try $0.change(name) { $0.label = "Eve" } }
    #expect(try await isRefused(before), "the row has another name in it")
    let second = try await setup.now()
    try await setup.server.run { try $0.remove(name) }
    #expect(try await isRefused(second), "the name in the row was removed")
  }

  @Test func `A revision of another run, of the future or of long ago is not trusted`() async throws
  {
    let setup = try await setUp(limits: ChangeLog.Limits(commits: 4, entries: 1000))
    let now = try await setup.now()
    for (epoch, revision, reason) in [
      (0, now.revision, ErrorReason.epochChanged), (8, now.revision, .epochChanged),
      (now.epoch, 1 << 60, .outOfRange),
    ] {
      let expectation = TargetExpectation(revision: revision, epoch: epoch)
      let refusal = try await status(of: await setup.press(expectation))
      #expect(refusal?.reason == reason)
      let saysRestart = refusal?.message.hasPrefix(
        "the server was restarted since \(revision ?? 0)-8")
      #expect(epoch != 8 || saysRestart == true, "\(refusal as Any)")
    }
    let first = try await setup.press(TargetExpectation(revision: 0, epoch: now.epoch)).refusal
    #expect(first?.message.contains("it was not there at revision 0") == true, "\(first as Any)")
    for number in 0..<6 { try await setup.change { $0.value = "\(number)" } }
    #expect(try await setup.refuses(now), "the log does not reach back that far")
  }

  @Test func `A selector that asks for a label expects what it found`() async throws {
    let setup = try await setUp()
    for (selector, expects) in [
      ("button[label=Save]", true), ("window[label^=App] button", true), ("button", false),
      ("button:enabled", false), ("button:not([label=Delete])", true),
    ] {
      #expect(try await setup.press(nil, .selector(selector)).outcome != .refused)
      let expected = try await setup.requests().last?.expected
      let save = ExpectedTarget(ElementIdentity(role: .button, label: "Save"))
      #expect(expected == (expects ? save : nil), "\(selector)")
    }
    _ = try await setup.press(nil)
    #expect(try await setup.requests().last?.expected == nil, "an id alone expects nothing")
    _ = try await setup.press(TargetExpectation(role: .button), .selector("[label=Save]"))
    #expect(
      try await setup.requests().last?.expected?.hasAnyLabel == true, "what is named is expected")
  }

  @Test func `A label that changes as the selector allows is no other target`() async throws {
    func press(
      _ selector: String, _ before: String, _ after: String, isOften: Bool = true
    ) async throws -> (Receipt, ExpectedTarget?) {
      @Sendable func identity(_ label: String) -> ElementIdentity {
        ElementIdentity(role: .button, label: label)
      }
      let setup = try await setUp { world, id in
        try? world.change(id) { $0.label = after }
        return .performed(
          method: "fake", target: TargetSighting(before: identity(before), after: identity(after)))
      }
      // A button that counts: it is often renamed.
      for number in 0..<(isOften ? 10 : 0) {
        try await setup.change { $0.label = "Job \(number)%" }
      }
      let receipt = try await setup.press(nil, .selector(selector))
      return (receipt, try await setup.requests().last?.expected)
    }
    let (ticks, expected) = try await press("button[label^=Job][label$='%']", "Job 10%", "Job 11%")
    #expect(ticks.effect != .targetChanged && !ticks.targetChanged && ticks.targetOther == nil)
    #expect(ticks.target?.label == "Job 10%")
    let (once, _) = try await press("button[label^=Sa]", "Save", "Saved", isOften: false)
    #expect(!once.targetChanged && once.targetOther == nil)
    #expect(once.labelChanges.map(\.before.label) == ["Save"])
    #expect(once.labelChanges.map(\.after.label) == ["Saved"], "how it was renamed is told")
    let labels = [("Job 12%", true), ("Job", false), ("Row 5%", false)]
    for (label, isMet) in labels {
      #expect(
        expected?.isMet(by: ElementIdentity(role: .button, label: label)) == isMet, "\(label)")
    }
    #expect(expected?.isMet(by: ElementIdentity(role: .link, label: "Job 12%")) == false)

    let (other, _) = try await press("button[label^=Job]", "Job 10%", "Row 5")
    #expect(other.effect == .targetChanged && other.targetChanged)
    #expect(other.targetOther?.label == "Row 5")
    let (late, _) = try await press("button[label^=Job]", "Row 5", "Job 10%")
    #expect(late.effect == .targetChanged && late.targetChanged)
    let (exact, same) = try await press(
      "button[label^=Job]:not([label=Delete])", "Job 10%", "Job 11%")
    #expect(exact.effect == .targetChanged, "not a comparison of the label alone")
    #expect(same?.labels == nil)
  }

  @Test func `A target that the action removes has not changed`() async throws {
    let save = ElementIdentity(role: .button, label: "Save")
    // Chromium empties the names of what it takes down.
    let sightings = [
      nil, TargetSighting(before: save, after: ElementIdentity(role: .button)),
      TargetSighting(before: save, after: ElementIdentity(role: .button, label: "")),
    ]
    for selector in ["button[label=Save]", "button[label^=Sa]"] {
      for sighting in sightings {
        let setup = try await setUp { world, id in
          try? world.remove(id)
          return .performed(method: "fake", target: sighting)
        }
        let receipt = try await setup.press(nil, .selector(selector))
        #expect(!receipt.targetChanged && receipt.targetOther == nil, "\(receipt)")
      }
    }
  }

  @Test func `A receipt says what the application called the element when it acted`() async throws {
    let sighting = TargetSighting(
      before: ElementIdentity(role: .button, label: "Delete"),
      after: ElementIdentity(role: .button, label: "Delete"))
    let setup = try await setUp { _, _ in .performed(method: "fake", target: sighting) }
    let receipt = try await setup.press(nil)
    #expect(receipt.target == sighting.before)
    #expect(receipt.targetChanged)
    #expect(receipt.targetOther == ElementIdentity(role: .button, label: "Save"))
  }

  @Test
  func `A receipt says that the element was renamed during the action, even if only for a moment`()
    async throws
  {
    let setup = try await setUp { world, id in
      try? world.change(id) { $0.label = "Delete" }
      return .performed(method: "fake")
    }
    let renamed = try await setup.press(nil)
    #expect(renamed.target?.label == "Save" && renamed.targetChanged)
    #expect(renamed.targetOther?.label == "Delete")
    let still = try await setup.press(nil)
    #expect(still.target?.label == "Delete" && !still.targetChanged && still.targetOther == nil)

    let moment = try await setUp { world, id in
      try? world.change(id) { $0.label = "Delete" }
      try? world.change(id) { $0.label = "Save" }
      return .performed(method: "fake")
    }
    #expect(try await moment.press(nil).targetChanged)
  }

  @Test func `Of a secret element a receipt does not repeat what the application calls it`()
    async throws
  {
    let sighting = TargetSighting(before: ElementIdentity(role: .passwordField, label: "hunter2"))
    let setup = try await setUp { _, _ in .performed(method: "fake", target: sighting) }
    let secret = try await setup.server.run { [window = setup.window] world in
      try world.add(.passwordField, "Password", under: window) { $0.value = "hunter2" }
    }
    let receipt = try await setup.press(TargetExpectation(role: .passwordField), .id(secret))
    #expect(receipt.outcome != .refused)
    #expect(receipt.target?.label != "hunter2" && receipt.targetOther?.label != "hunter2")
    #expect(try await setup.requests().last?.expected == nil, "what is redacted is not compared")
    let guess = try await setup.press(TargetExpectation(value: "hunter2"), .id(secret))
    let miss = try await setup.press(TargetExpectation(value: "letmein"), .id(secret))
    #expect(guess.refusal?.reason == miss.refusal?.reason, "a guess was confirmed")
  }
}
