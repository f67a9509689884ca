import BridgeTestSupport
import Testing

@testable import DesktopSource

@Suite(.ownThreadInTurn) struct BusSignalTests {
  @Test func `a match receives its signals only until it is cancelled`() throws {
    let fixture = try BusFixture()
    var seen: [String] = []
    var installed = false
    let match = try fixture.client.addMatch(
      "type='signal',interface='test.Event'", installed: { _ in installed = true },
      handler: { seen.append((try? $0.string()) ?? "?") })
    #expect(fixture.loop.run { installed })
    try fixture.service.emit("/a", "test.Event", "Changed", [.string("one")])
    try fixture.service.emit("/a", "test.Other", "Changed", [.string("no")])
    try fixture.service.emit("/a", "test.Event", "Changed", [.string("two")])
    #expect(fixture.loop.run { seen.count == 2 })
    #expect(seen == ["one", "two"])
    match.cancel()
    try fixture.service.emit("/a", "test.Event", "Changed", [.string("three")])
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    _ = try fixture.call("Get").get()
    #expect(seen.count == 2)
  }

  @Test func `a rule that the bus refuses is reported, and the connection continues`() throws {
    let fixture = try BusFixture()
    var refusal: BusError?
    #expect(throws: BusError.self) { try fixture.client.addMatch("nonsense") { _ in } }
    fixture.client.subscribe("nonsense") { refusal = $0.error }
    #expect(fixture.loop.run { refusal != nil })
    #expect(fixture.client.state == .ready)
  }

  @Test func `many signals at once arrive in order, with their senders interned`() throws {
    let fixture = try BusFixture()
    let interner = ObjectInterner()
    var subscribed = false
    fixture.client.subscribe("type='signal',interface='org.a11y.atspi.Event.Object'") { _ in
      subscribed = true
    }
    var last: Int32 = -1
    var inOrder = true
    var kept: MessageReader?
    fixture.client.onSignal = { signal in
      guard signal.hasInterface("org.a11y.atspi.Event.Object"),
        signal.hasMember("StateChanged"),
        signal.interface(after: "org.a11y.atspi.Event.") == "Object",
        signal.source(interner) != nil, let number = try? signal.int32()
      else { return false }
      inOrder = inOrder && number == last + 1
      last = number
      if number == 0 { kept = signal }
      return true
    }
    #expect(fixture.loop.run { subscribed })
    for number in 0..<Int32(5000) {
      try fixture.service.emit(
        "/o/\(number % 10)", "org.a11y.atspi.Event.Object", "StateChanged",
        [.int32(number), .string("detail \(number)")])
    }
    #expect(fixture.loop.run { last == 4999 })
    #expect(inOrder)
    #expect(interner.count == 10)
    #expect(try kept?.string() == "detail 0")
  }
}
