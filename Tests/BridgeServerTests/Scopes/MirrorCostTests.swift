import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// What mirrors of parts cost those who use them, and those who do not.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct `The cost of scoped mirrors` {
  /// Adds an application that may be seen to the whole mirror.
  @discardableResult
  private func addApplication(
    of count: Int, to server: TwinServer
  ) async throws -> (root: ElementID, last: ElementID) {
    try await server.run { world in
      let store = world.twins.whole
      let root = store.makeID()
      var last = root
      var application = Application(root: root, name: "Visible", source: "fake")
      application.load = .complete
      try store.edit { edit in
        try edit.addApplication(
          application, root: Element(id: root, role: .application, label: "Visible"))
        for number in 1..<count {
          var element = Element(id: store.makeID(), role: .button, label: "Button \(number)")
          element.states = [.enabled, .visible, .showing]
          last = element.id
          try edit.insert(element, under: root)
        }
      }
      return (root, last)
    }
  }

  private func figures(_ server: TwinServer) async throws -> (BridgeClient, MemoryUsage) {
    let owner = try await server.clients(nil)[0]
    return (owner, try await owner.call(GetServerInfoRequest()).memory)
  }

  private func press(_ id: ElementID) -> PerformRequest {
    PerformRequest(target: .id(id), command: .press, answersImmediately: true)
  }

  private func mirrors(_ usage: MemoryUsage) -> UInt64 {
    usage.uses.first { $0.purpose == "mirrors" }?.bytes ?? 0
  }

  @Test func `a large one is made in short turns, and its client waits`() async throws {
    let server = try await TwinServer(seed: 1)
    try await addApplication(of: 20_000, to: server)
    let owner = try await server.clients(nil)[0]
    _ = try await owner.call(GetServerInfoRequest(restartTurnTimes: true))
    let client = try await server.clients(server.narrow)[0]
    let found = try await client.call(FindRequest(selector: "application", pageSize: 1))
    #expect(found.total == 1 && found.revision == 1)
    #expect(try await client.call(GetServerInfoRequest()).elementCount == 20_000)
    let turn = try await owner.call(GetServerInfoRequest()).measuredTurnCPUUs
    #expect(turn < 50_000, "\(turn) microseconds of processor time in one turn")
  }

  @Test func `a call that is given up while the mirror is made is not answered`() async throws {
    let server = try await TwinServer(seed: 1)
    try await addApplication(of: 20_000, to: server)
    let client = try await server.clients(server.narrow)[0]
    let given = try await status(
      of: await client.call(GetServerInfoRequest(), timeout: .milliseconds(1)))
    #expect(given?.reason == .timedOut)
    #expect(try await client.call(GetServerInfoRequest()).elementCount == 20_000)
  }

  @Test func `their memory is counted, and one that does not fit is refused`() async throws {
    var limits = Limits()
    limits[.memory] = 16 * 1024 * 1024
    let server = try await TwinServer(seed: 1, limits: limits)
    try await addApplication(of: 100, to: server)
    let client = try await server.clients(server.narrow)[0]
    #expect(try await client.call(GetServerInfoRequest()).elementCount == 100)
    let (owner, usage) = try await figures(server)
    #expect(mirrors(usage) > 10_000)
    try await addApplication(of: 2_000, to: server)
    let more = mirrors(try await owner.call(GetServerInfoRequest()).memory)
    #expect(more > 10 * mirrors(usage), "what comes later is counted as well")

    let full = try await TwinServer(seed: 1, limits: limits)
    try await addApplication(of: 20_000, to: full)
    let error = await #expect(throws: ClientError.self) {
      try await full.clients(full.narrow)[0].call(GetServerInfoRequest())
    }
    let told = error.map { "\($0)" } ?? ""
    #expect(told.contains("limit memory=16MiB reached: a mirror of what this client may see"))
    #expect(told.contains(Remedy.raiseMemory.rawValue), "\(told)")
    // Others are served.
    #expect(mirrors(try await figures(full).1) == 0)
  }

  @Test func `actions on all mirrors count together`() async throws {
    var limits = Limits()
    limits[.actions] = 1
    let server = try await TwinServer(seed: 1, limits: limits)
    let (root, _) = try await addApplication(of: 2, to: server)
    try await server.run { world in
      world.sources[0].onPerform = { _, completion in world.held.append(completion) }
    }
    let client = try await server.clients(server.narrow)[0]
    let own = try await client.call(FindRequest(selector: "button")).elements[0].id
    let first = Task { [request = press(own)] in try await client.call(request) }
    try await eventually("the action is under way") {
      try await server.run { !$0.held.isEmpty }
    }
    let owner = try await server.clients(nil)[0]
    let refused = try await status(of: await owner.call(press(root)))
    #expect(refused?.detail?.limitName == "actions" && refused?.detail?.limit == 1)
    try await server.run { world in
      for completion in world.held { completion(.performed(method: "late")) }
      world.held = []
      world.sources[0].onPerform = { $1(.performed(method: "fake")) }
    }
    #expect(try await first.value.receipt.method == "late")
    #expect(try await status(of: await owner.call(press(root))) == nil)
  }

  @Test func `the source hears that a narrow client is gone`() async throws {
    let server = try await TwinServer(seed: 1)
    try await addApplication(of: 2, to: server)
    let client = try await server.clients(server.narrow)[0]
    #expect(try await client.call(GetServerInfoRequest()).elementCount == 2)
    client.close()
    try await eventually("it is told") {
      try await server.run { !$0.sources[0].left.isEmpty }
    }
  }
}
