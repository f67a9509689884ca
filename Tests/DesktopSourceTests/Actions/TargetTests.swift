import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// What the target of an action must be, and what it was (compare and act).
@Suite(.ownThreadInTurn)
struct TargetTests {
  private static let pushButton: UInt32 = 43

  /// A button `mirrored` whose application now calls it `name`.
  private func fixture(
    named name: String = "Save", mirrored: String = "Save"
  ) throws -> ActionFixture {
    let fixture = try ActionFixture(label: mirrored)
    fixture.offer(["click"])
    fixture.object.facts.role = Self.pushButton
    fixture.object.facts.name = mirrored
    call(fixture, name)
    fixture.service.on("org.a11y.atspi.Accessible", "GetRole") { _ in
      .values([.uint32(Self.pushButton)])
    }
    return fixture
  }

  private func call(_ fixture: ActionFixture, _ name: String) {
    fixture.service.onProperty("org.a11y.atspi.Accessible", "Name", .string(name))
  }

  /// Lets the press rename the button, in the same step of the application.
  private func onPress(of fixture: ActionFixture, _ body: @escaping () -> Void) {
    fixture.service.on("org.a11y.atspi.Action", "DoAction") { _ in
      body()
      return .values([.bool(true)])
    }
  }

  private let save = ExpectedTarget(ElementIdentity(role: .button, label: "Save"))

  @Test func `An element that the application calls something else is not pressed`() throws {
    let fixture = try fixture(named: "Delete")
    let refusal = try #require(fixture.perform(.press, expected: save).refusal)
    #expect(refusal.reason == .targetChanged && !refusal.mayHaveActed)
    #expect(refusal.message.contains("\"Save\"") && refusal.message.contains("\"Delete\""))
    #expect(fixture.done.isEmpty)
    #expect(try fixture.perform(.press).method != nil, "without an expectation it is pressed")
  }

  @Test(arguments: [("Chromium", ActionRefusal.Reason.stale), ("gtk", .targetChanged)])
  func `What a browser has taken the name of already is being taken down`(
    toolkit: String, reason: ActionRefusal.Reason
  ) throws {
    let fixture = try fixture(named: "")
    fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "3.24")
    let refusal = try #require(fixture.perform(.press, expected: save).refusal)
    #expect(refusal.reason == reason && !refusal.mayHaveActed)
    #expect(fixture.done.isEmpty)
  }

  @Test func `Where only the role is expected, the label may be another`() throws {
    let fixture = try fixture(named: "Job 47%")
    let button = ExpectedTarget(save.identity, hasAnyLabel: true)
    #expect(try fixture.perform(.press, expected: button).method != nil)
  }

  @Test func `A label may change as the selector allows that found it`() throws {
    let rule = LabelRule(selector: "[label^=Job]") { $0?.hasPrefix("Job") == true }
    let job = ExpectedTarget(save.identity, labels: rule)
    let ticking = try fixture(named: "Job 47%")
    onPress(of: ticking) { call(ticking, "Job 48%") }
    let target = try ticking.perform(.press, expected: job).target
    #expect(target?.before.label == "Job 47%" && target?.after?.label == "Job 48%")

    let other = try fixture(named: "Row 5")
    #expect(try other.perform(.press, expected: job).refusal?.reason == .targetChanged)
    #expect(other.done.isEmpty)
  }

  @Test func `A name that is too long for the mirror is compared as the mirror has it`() throws {
    let long = String(repeating: "long ", count: 10_000)
    let mirrored = long.bounded(DesktopLimits().string)
    let fixture = try fixture(named: long, mirrored: mirrored)
    let expected = ExpectedTarget(ElementIdentity(role: .button, label: mirrored))
    let target = try #require(fixture.perform(.press, expected: expected).target)
    #expect(target.before.label == mirrored && target.after?.label == mirrored)
    call(fixture, "short")
    #expect(try fixture.perform(.press, expected: expected).refusal?.reason == .targetChanged)
  }

  @Test func `An element with another role by now is not pressed`() throws {
    let fixture = try fixture()
    fixture.service.on("org.a11y.atspi.Accessible", "GetRole") { _ in .values([.uint32(7)]) }
    #expect(try fixture.perform(.press, expected: save).refusal?.reason == .targetChanged)
    #expect(fixture.done.isEmpty)
  }

  @Test func `The outcome says what the element was right before and right behind the press`()
    throws
  {
    let fixture = try fixture()
    let same = try fixture.perform(.press, expected: save).target
    #expect(same == TargetSighting(before: save.identity, after: save.identity))
    onPress(of: fixture) { call(fixture, "Delete") }
    let renamed = try fixture.perform(.press, expected: save).target
    let delete = ElementIdentity(role: .button, label: "Delete")
    #expect(renamed == TargetSighting(before: save.identity, after: delete))
    let without = try fixture.perform(.press).target
    #expect(without == TargetSighting(before: delete, after: delete))
  }

  @Test func `Browsers call an element what its page reported, which may be behind the page`()
    throws
  {
    for (toolkit, isOfCopy) in [("Chromium", true), ("Gecko", true), ("GTK", false), ("Qt", false)]
    {
      let fixture = try fixture()
      fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "3.24")
      #expect(try fixture.perform(.press).target?.isOfCopy == isOfCopy, "\(toolkit)")
    }
  }

  @Test func `Nothing is sent between the two reads but the action`() throws {
    let fixture = try fixture()
    _ = try fixture.perform(.press)
    let get = "/a org.freedesktop.DBus.Properties Get"
    #expect(
      fixture.service.received.suffix(3) == [get, "/a org.a11y.atspi.Action DoAction", get],
      "\(fixture.service.received)")
  }

  @Test func `The element is read again when a button has acted that acts later than it answers`()
    throws
  {
    let fixture = try fixture()
    let dialect = AtspiDialect(toolkit: "GTK", version: "4.8.3")
    (fixture.object.dialect, fixture.object.facts.dialect) = (dialect, dialect)
    fixture.object.facts.states.insert(.focusable)
    var acted: String?
    onPress(of: fixture) { [self] in
      fixture.loop.schedule(after: .milliseconds(100)) { self.call(fixture, "Delete") }
      fixture.loop.schedule(after: .milliseconds(250)) { acted = "Delete" }
    }
    let outcome = try fixture.perform(.press, expected: save)
    #expect(acted == "Delete", "the action ends when the button has acted")
    let delete = ElementIdentity(role: .button, label: "Delete")
    #expect(outcome.target == TargetSighting(before: save.identity, after: delete))
    #expect(fixture.readAnew == [fixture.element])
  }

  @Test func `What changes before a button acts that acts later than it answers is no effect`()
    throws
  {
    let fixture = try fixture()
    fixture.object.dialect = AtspiDialect(toolkit: "GTK", version: "4.8.3")
    var (asked, hasActed) = (MonotonicTime.now(), false)
    onPress(of: fixture) {
      asked = .now()
      fixture.loop.schedule(after: .milliseconds(250)) { hasActed = true }
    }
    var preparations: [(preparation: ActionPreparation, time: Duration)] = []
    fixture.onPrepared = { preparation in
      preparations.append((preparation, MonotonicTime.now().since(asked)))
      #expect(!hasActed)
    }
    // On a machine that is so busy that it may have acted by then, nothing is said.
    for _ in 0..<20 where preparations.isEmpty {
      hasActed = false
      _ = try fixture.perform(.press)
    }
    let first = try #require(preparations.first)
    #expect(first.preparation == .delayed && first.time > .milliseconds(200), "\(first)")
  }

  @Test func `A name that cannot be read does not keep an action from being performed`() throws {
    let fixture = try fixture()
    fixture.service.onProperty("org.a11y.atspi.Accessible", "Name", .int32(1))
    let outcome = try fixture.perform(.press)
    #expect(outcome.method == "Action.DoAction(click)" && outcome.target == nil)
  }

  @Test func `An application that ends while it is pressed may have acted`() throws {
    let fixture = try fixture()
    fixture.service.on("org.a11y.atspi.Action", "DoAction") { _ in
      fixture.service.vanish()
      return .silence
    }
    let outcome = try fixture.perform(.press)
    guard case .interrupted(let method, _, let target) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(method.hasPrefix("Action.DoAction(click); the application"), "\(method)")
    #expect(target?.before == save.identity)
  }

  @Test func `A refusal of the application is one before anything was done`() throws {
    let fixture = try fixture()
    fixture.offer(["click"], answer: false)
    let refusal = try #require(fixture.perform(.press).refusal)
    #expect(refusal.reason == .rejected && !refusal.mayHaveActed)
  }
}
