import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

@Suite(.ownThreadInTurn) struct BusConnectionTests {
  @Test func `the loss of the bus is reported once, and fails every call`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .silence }
    var ends: [BusError] = []
    var errors: [BusError?] = []
    fixture.client.onDisconnect = { ends.append($0) }
    for _ in 0..<100 {
      fixture.client.call(CallRequest(fixture.service.name, "/", "test.Fake", "Get")) {
        errors.append($0.error)
      }
    }
    #expect(fixture.loop.run { fixture.service.received.count == 100 })
    fixture.bus.stop()
    #expect(fixture.loop.run { !ends.isEmpty })
    #expect(errors == Array(repeating: .disconnected, count: 100))
    #expect(fixture.client.state == .closed)

    var late: BusError?
    fixture.client.call(.toBus("ListNames")) { late = $0.error }
    #expect(fixture.loop.run { late != nil })
    #expect(late == .disconnected)
    #expect(ends == [.disconnected])
  }

  @Test func `closing fails calls and does not report a disconnection`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .silence }
    var error: BusError?
    fixture.client.onDisconnect = { _ in Issue.record("closed on purpose") }
    fixture.client.call(CallRequest(fixture.service.name, "/", "test.Fake", "Get")) {
      error = $0.error
    }
    fixture.client.close()
    fixture.client.close()
    #expect(fixture.loop.run { error == .disconnected })
  }

  @Test func `a handler may close the connection that calls it`() throws {
    let fixture = try BusFixture()
    fixture.service.on("test.Fake", "Get") { _ in .values([]) }
    var answers: [BusError?] = []
    for _ in 0..<50 {
      fixture.client.call(CallRequest(fixture.service.name, "/", "test.Fake", "Get")) {
        answers.append($0.error)
        fixture.client.close()
      }
    }
    #expect(fixture.loop.run { answers.count == 50 })
    #expect(answers.first == .some(nil))
    #expect(answers.dropFirst().allSatisfy { $0 == .disconnected })
  }

  @Test func `an address without a listener is refused`() throws {
    let loop = try EventLoop()
    #expect(throws: BusError.self) {
      try BusConnection.open(address: "unix:path=/nonexistent/bus", on: loop)
    }
    #expect(throws: BusError.self) {
      try BusConnection.open(address: "nonsense", on: loop)
    }
  }

  @Test func `a socket that is not a bus ends in a disconnection`() throws {
    let fixture = try BusFixture()
    let silent = try DeafSocket()
    let client = try BusConnection.open(
      address: "unix:path=" + BusAddress.escaped(silent.path), on: fixture.loop)
    var error: BusError?
    var ended = false
    client.onDisconnect = { _ in ended = true }
    client.call(.toBus("ListNames"), timeout: .milliseconds(100)) { error = $0.error }
    try silent.sendGarbage()
    #expect(fixture.loop.run { ended })
    #expect(error == .disconnected)
  }

  @Test func `the appearance and disappearance of names are reported`() throws {
    let fixture = try BusFixture()
    var changes: [NameChange] = []
    var installed = false
    try fixture.client.watchName(
      installed: { _ in installed = true }, handler: { changes.append($0) })
    #expect(fixture.loop.run { installed })
    let other = try FakeBusService(fixture.bus, fixture.loop)
    let name = other.name
    #expect(fixture.loop.run { changes.contains { $0.name == name && $0.newOwner == name } })
    other.connection.requestName("test.Name") { _ in }
    #expect(
      fixture.loop.run { changes.contains { $0.name == "test.Name" && $0.newOwner == name } })
    var owner: String?
    fixture.client.owner(of: "test.Name") { owner = try? $0.get() }
    #expect(fixture.loop.run { owner == name })
    other.vanish()
    #expect(fixture.loop.run { changes.contains { $0.name == name && $0.newOwner == nil } })
  }
}
