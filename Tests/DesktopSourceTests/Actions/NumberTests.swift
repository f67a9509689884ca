import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Numbers that an application accepts but does not keep.
@Suite(.serialized, .ownThreadInTurn)
struct NumberTests {
  /// A bar that keeps `taken(number)` when a number is set, and that its actions move.
  private final class Bar {
    let fixture: ActionFixture
    private(set) var number: Double

    init(at number: Double, taken: @escaping (Double) -> Double, actions: [String: Double]) throws {
      self.number = number
      fixture = try ActionFixture(
        role: .scrollBar, interfaces: actions.isEmpty ? [.value] : [.value, .action])
      for (name, value) in [("MinimumValue", 0.0), ("MaximumValue", 1000), ("MinimumIncrement", 1)]
      {
        fixture.service.onProperty("org.a11y.atspi.Value", name, .double(value))
      }
      let names = actions.keys.sorted()
      fixture.offer(names)
      fixture.service.on("org.a11y.atspi.Action", "DoAction") {
        [unowned self] call throws(BusError) in
        let name = names[Int(try call.int32())]
        fixture.done.append(name)
        become(min(1000, max(0, self.number + (actions[name] ?? 0))))
        return .values([.bool(true)])
      }
      fixture.service.on("org.freedesktop.DBus.Properties", "Set") {
        [unowned self] call throws(BusError) in
        _ = try call.string()
        _ = try call.string()
        become(taken(try call.variant { () throws(BusError) in try call.double() }))
        return .values([])
      }
      become(number)
    }

    private func become(_ new: Double) {
      number = new
      fixture.service.onProperty("org.a11y.atspi.Value", "CurrentValue", .double(new))
    }
  }

  @Test func `a number that the application does not keep is missed, and the current one is said`()
    throws
  {
    let bar = try Bar(at: 40, taken: { _ in 0 }, actions: [:])
    let refusal = try #require(bar.fixture.perform(.setValue(300)).miss)
    #expect(refusal.message.contains("its value is now 0, not 300"), "\(refusal.message)")
    #expect(bar.fixture.readAnew == [bar.fixture.element])
  }

  @Test func `a spin box of Qt, whose action moves a tenth of its range, is stepped by a key only`()
    throws
  {
    let fixture = try ActionFixture(
      role: .spinButton, label: "Quantity", interfaces: [.action, .value, .component])
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    for (name, value) in [
      ("CurrentValue", 0.0), ("MinimumValue", 0), ("MaximumValue", 100), ("MinimumIncrement", 0),
    ] {
      fixture.service.onProperty("org.a11y.atspi.Value", name, .double(value))
    }
    fixture.offer(["SetFocus", "Increase", "Decrease"])
    let refusal = try #require(fixture.perform(.increment).refusal)
    #expect(refusal.reason == .unsupported && fixture.done.isEmpty)
    #expect(refusal.advice?.contains("increment '\(fixture.element)' --synthesize") == true)
    let lowest = try #require(fixture.perform(.decrement, allowSynthesis: true).refusal)
    #expect(lowest.reason == .outOfRange && fixture.done.isEmpty)
  }

  @Test func `a number that stays the same is not a success, even if it is within a step`() throws {
    let bar = try Bar(at: 299.2, taken: { _ in 299.2 }, actions: [:])
    let refusal = try #require(bar.fixture.perform(.setValue(300)).miss)
    #expect(refusal.message.contains("its value is 299.2 as before"), "\(refusal.message)")
    // Its handlers were told, and may have set it back.
    #expect(refusal.mayHaveActed)
  }

  @Test func `a number that becomes the nearest of the steps is reached, and the receipt says so`()
    throws
  {
    for start in [40.0, 300] {
      let bar = try Bar(at: start, taken: { $0.rounded() }, actions: [:])
      let method = try #require(bar.fixture.perform(.setValue(300.4)).method)
      #expect(method == "Value.CurrentValue = 300.4, rounded to 300")
      #expect(try bar.fixture.perform(.setValue(301)).method == "Value.CurrentValue = 301")
    }
  }

  @Test func `a step in the wrong direction is missed`() throws {
    let bar = try Bar(at: 40, taken: { _ in 0 }, actions: [:])
    #expect(try bar.fixture.perform(.increment).miss != nil)
  }

  private static let lines = [
    "incrementLine": 3.0, "decrementLine": -3, "incrementBlock": 50, "decrementBlock": -50,
  ]

  @Test func `a bar that does not accept numbers is moved by its actions`() throws {
    let bar = try Bar(at: 40, taken: { _ in 0 }, actions: Self.lines)
    let method = try #require(bar.fixture.perform(.setValue(313)).method)
    #expect(abs(bar.number - 313) <= 3)
    #expect(method == "steps by Action.DoAction to \(bar.number.shortDescription)")
    #expect(bar.fixture.done.count < 30)
  }

  @Test func `a bar is stepped by its own action`() throws {
    let bar = try Bar(at: 40, taken: { _ in 0 }, actions: Self.lines)
    #expect(try bar.fixture.perform(.increment).method == "Action.DoAction(incrementLine)")
    #expect(bar.number == 43)
    #expect(try bar.fixture.perform(.decrement).method == "Action.DoAction(decrementLine)")
    #expect(bar.number == 40)
  }

  @Test func `a bar whose actions have no effect is not stepped forever`() throws {
    let bar = try Bar(at: 40, taken: { _ in 0 }, actions: Self.lines.mapValues { _ in 0 })
    #expect(try bar.fixture.perform(.setValue(300)).miss != nil)
    #expect(bar.fixture.done.count <= 4)
    #expect(try bar.fixture.perform(.increment).refusal?.reason == .rejected)
  }
}
