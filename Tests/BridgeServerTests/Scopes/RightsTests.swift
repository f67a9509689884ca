import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgePolicy
import BridgeProtocol
import BridgeSecurity
import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Testing

/// What is visible but not allowed is refused, with what is missing and who can give it.
@Suite(.timeLimit(.minutes(10)))
struct `What a client may do` {
  /// Starts a server with an application, a policy for the token, and a client with it.
  private func start(
    _ policy: String?, scope: Scope = .administer
  ) async throws -> (TwinServer, BridgeClient, ElementID) {
    let server = try await TwinServer(seed: 1, applications: [], scope: scope)
    let root = try await server.run { try $0.twins.addApplication("Visible app") }
    if let policy { try await use(policy, server) }
    return (server, try await server.clients(server.narrow)[0], root)
  }

  private func use(_ policy: String, _ server: TwinServer) async throws {
    let reading = Policy.read(Array(policy.utf8))
    try #require(reading.errors.isEmpty, "\(reading.errors)")
    try await server.run { world in for access in world.access { access.use(reading.policy) } }
  }

  @Test(arguments: [[""], ["Calc*", ""], [String(repeating: "a", count: 1000)]])
  func `a grant with a pattern that cannot be read grants nothing`(patterns: [String]) throws {
    let name = try #require(CredentialName("broken"))
    let grant = Grant(
      name, .tokenDigest([]), scope: .act, applications: patterns, created: .now, expires: nil)
    #expect(Rights.own(of: grant.identity, grant).permissions.isEmpty)
  }

  private func press(_ id: ElementID, synthesis: Bool = false) -> PerformRequest {
    PerformRequest(
      target: .id(id), command: .press, allowSynthesis: synthesis, answersImmediately: true)
  }

  private func expectDenied(
    _ status: Status?, _ text: String, _ remedy: Remedy,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(status?.reason == .permissionDenied, sourceLocation: location)
    #expect(status?.message.contains(text) == true, "\(status as Any)", sourceLocation: location)
    #expect(status?.detail?.remedy == remedy.rawValue, sourceLocation: location)
  }

  private func expectDenied(
    _ status: Status?, _ text: String, _ advice: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(status?.reason == .permissionDenied, sourceLocation: location)
    #expect(status?.message.contains(text) == true, "\(status as Any)", sourceLocation: location)
    #expect(
      status?.detail?.remedy.contains(advice) == true, "\(status as Any)", sourceLocation: location)
  }

  @Test func `what both the token and the policy lack is granted in one round`() async throws {
    let (server, client, root) = try await start(
      "for token narrow\n may observe\n applications *\n", scope: .observe)
    defer { withExtendedLifetime(server) {} }
    expectDenied(
      try await status(of: await client.call(press(root))), "narrow may observe",
      "run 'a11y-bridge token --change narrow --allow act' on its machine, and to write 'may observe, act' and "
        + "'act-on *' for token narrow into the server's policy")
  }

  @Test func `what a policy restricts stays so with the lines that grant more`() async throws {
    let (server, client, root) = try await start(
      "for token narrow\n may observe\n applications *\n act-on button\n", scope: .act)
    defer { withExtendedLifetime(server) {} }
    expectDenied(
      try await status(of: await client.call(press(root))), "narrow may observe",
      "write 'may observe, act' for token narrow into the server's policy")
  }

  @Test func `each scope of a token permits its methods and no more`() async throws {
    for scope in Scope.allCases {
      let (server, client, root) = try await start(nil, scope: scope)
      defer { withExtendedLifetime(server) {} }
      _ = try await client.call(ListApplicationsRequest())
      let acted = try await status(of: await client.call(press(root)))
      #expect((acted == nil) == scope.includes(.act), "\(scope)")
      if acted != nil {
        expectDenied(
          acted, "needs the permission 'act', and narrow may observe",
          "run 'a11y-bridge token --change narrow --allow act' on its machine.")
      }
      let synthesised = try await status(of: await client.call(press(root, synthesis: true)))
      #expect((synthesised == nil) == scope.includes(.synthesise), "\(scope)")
      if scope == .act {
        expectDenied(
          synthesised, "allow_synthesis needs the permission 'synthesise'",
          "run 'a11y-bridge token --change narrow --allow synthesise' on its machine.")
      }
      let checked = try await status(of: await client.call(DiagnoseRequest()))
      #expect((checked == nil) == (scope == .administer), "\(scope)")
      let info = try await client.call(GetServerInfoRequest())
      #expect((info.memory.limit > 0) == (scope == .administer), "\(scope)")
    }
  }

  @Test func `who may only administer learns nothing of applications`() async throws {
    let (server, client, _) = try await start("for token *\n may administer\n")
    defer { withExtendedLifetime(server) {} }
    let info = try await client.call(GetServerInfoRequest())
    #expect(info.elementCount == 0 && info.memory.limit > 0)
    let findings = try await client.call(DiagnoseRequest()).findings
    #expect(!"\(findings)".contains("Visible app"), "\(findings)")
    #expect(Rights([.administer]).visibleApplications.description == "none")
  }

  @Test func `a client that the policy does not name is refused`() async throws {
    let server = try await TwinServer(seed: 1)
    try await use("for token other\n may observe\n applications *\n", server)
    let error = await #expect(throws: ClientError.self) {
      try await server.clients(server.narrow)[0].call(ListApplicationsRequest())
    }
    expectDenied(error?.status, "does not name token narrow", .namedInPolicy)
    // The user who runs the server may do everything.
    _ = try await server.clients(nil)[0].call(DiagnoseRequest())
  }

  @Test func `only named roles and selectors are acted on`() async throws {
    let (server, client, root) = try await start(
      """
      for token narrow
       may observe, act
       applications *
       act-on button
       act-on-selector textbox[identifier="search"]
      """)
    let ids = try await server.run { world in
      try [
        world.twins.add(.button, "Save", under: root), world.twins.add(.link, "More", under: root),
        world.twins.add(.textField, "Name", under: root),
        world.twins.add(.textField, "Search", under: root) { $0.identifier = "search" },
      ]
    }
    #expect(try await status(of: await client.call(press(ids[0]))) == nil)
    #expect(try await status(of: await client.call(press(ids[3]))) == nil)
    for id in ids[1...2] {
      let refused = try await status(of: await client.call(press(id)))
      expectDenied(refused, "not among the elements", .grantTarget)
      #expect(refused?.detail?.element == id)
    }
    let drop = PerformRequest(target: .id(ids[0]), command: .drop(source: ids[1], point: nil))
    expectDenied(try await status(of: await client.call(drop)), "not among", .grantTarget)
  }

  @Test func `only named notifications are sent`() async throws {
    let (server, client, root) = try await start(
      """
      for token narrow
       may observe, act
       applications *
       act-on *
       notifications value, focus
      """)
    let asked = SubscribeRequest(kinds: [.announcement, .value])
    var denied: Status?
    do {
      for try await _ in client.stream(asked) { break }
    } catch let error as ClientError { denied = error.status }
    expectDenied(denied, "may not subscribe to announcement", .grantNotifications)
    // Without asking for kinds, those that are allowed.
    var replica = Replica()
    for try await response in client.stream(SubscribeRequest()) {
      try replica.take(response)
      if replica.updates == 0, replica.notifications.isEmpty, replica.epoch != 0 {
        try await server.run { world in
          world.twins.whole.edit { edit in
            edit.post(.announcement(text: "no", priority: .high, element: root))
            edit.post(.valueChanged(element: root, old: nil, new: "yes"))
          }
        }
      }
      if !replica.notifications.isEmpty { break }
    }
    #expect(replica.notifications.map(\.notification.kind) == [.value])
    let receipt = try await client.call(
      PerformRequest(target: .id(root), command: .press, settleMs: 200)
    ).receipt
    #expect(receipt.update?.notifications.allSatisfy { $0.notification.kind == .value } == true)
  }

  @Test(arguments: [
    NotificationKinds.value, [.value, .elements], .all, .all.subtracting([.elements, .speech]),
  ])
  func `changes of elements may be had beside any notification, and all means those allowed`(
    _ kinds: NotificationKinds
  ) async throws {
    let (server, client, _) = try await start(
      "for token narrow\n may observe\n applications *\n notifications value\n")
    defer { withExtendedLifetime(server) {} }
    let denied = try await status(
      of: await {
        for try await _ in client.stream(SubscribeRequest(kinds: kinds)) { break }
      }())
    #expect(denied == nil)
  }

  @Test func `without a notification, changes of elements are refused`() async throws {
    let (server, client, _) = try await start(
      "for token narrow\n may observe\n applications *\n")
    defer { withExtendedLifetime(server) {} }
    let denied = try await status(
      of: await {
        for try await _ in client.stream(SubscribeRequest(kinds: .elements)) { break }
      }())
    expectDenied(denied, "may not subscribe to elements", .grantNotifications)
  }

  @Test func `a client that acts too often is told the limit`() async throws {
    let (server, client, root) = try await start(
      """
      for token narrow
       may observe, act
       applications *
       act-on *
       actions-per-second 1
      """)
    // The rate is that of the client, not of a connection.
    let second = try await server.clients(server.narrow)[0]
    var refused: [Status] = []
    for _ in 0..<10 {
      for client in [client, second] {
        if let status = try await status(of: await client.call(press(root))) {
          refused.append(status)
        }
      }
    }
    #expect(!refused.isEmpty)
    for status in refused {
      #expect(status.reason == .limit && status.detail?.limit == 1)
      #expect(status.message.contains("actions-per-second=1"))
      #expect(status.detail?.remedy == Remedy.actLater.rawValue)
    }
  }

  @Test func `each step is refused that would be refused by itself`() async throws {
    let (server, client, root) = try await start(
      """
      for token narrow
       may observe, act
       applications *
       act-on button
       actions-per-second 2
      """)
    let ids = try await server.run { world in
      try [
        world.twins.add(.button, "Save", under: root), world.twins.add(.link, "More", under: root),
      ]
    }
    let steps = ids.map { Step(.perform(press($0))) }
    let first = try await client.run(steps + steps)
    #expect(first.results.count == 2)
    expectDenied(first.failure, "not among the elements", .grantTarget)
    // The rate counts steps, not calls.
    let many = try await client.run(Array(repeating: steps[0], count: 10))
    #expect(many.results.count < 10)
    #expect(many.failure?.reason == .limit && many.failure?.detail?.limit == 2)
    // What needs a permission is refused before the first step.
    let synthesised = [steps[0], Step(.perform(press(ids[0], synthesis: true)))]
    let refused = try await status(of: await client.run(synthesised))
    expectDenied(
      refused, "step 2: allow_synthesis needs",
      "write 'may observe, act, synthesise' for token narrow into the server's policy and send the server SIGHUP."
    )
  }

  @Test func `a client that may only observe runs steps that only look`() async throws {
    let (server, client, root) = try await start(nil, scope: .observe)
    defer { withExtendedLifetime(server) {} }
    let look = Step(.find(FindRequest(selector: "application")))
    #expect(try await client.run([look]).failure == nil)
    let refused = try await status(of: await client.run([look, Step(.perform(press(root)))]))
    expectDenied(refused, "step 2: ", "run 'a11y-bridge token --change narrow --allow act'")
  }

  /// Starts an action of a client that may perform one at once. It ends when the test says so.
  private func startOneAction(
    requestID: String = ""
  ) async throws -> (TwinServer, Task<PerformResponse, any Error>, ElementID) {
    let (server, client, root) = try await start(
      """
      for token narrow
       may observe, act
       applications *
       act-on *
       actions-at-once 1
      """)
    try await server.run { world in
      world.sources[0].onPerform = { _, completion in world.held.append(completion) }
    }
    var request = press(root)
    request.requestID = requestID
    let first = Task { [request] in try await client.call(request) }
    try await eventually("the action is under way") {
      try await server.run { !$0.held.isEmpty }
    }
    return (server, first, root)
  }

  @Test func `a client that does too much at once is told the limit`() async throws {
    let (server, first, root) = try await startOneAction()
    let second = try await server.clients(server.narrow)[0]
    let refused = try await status(of: await second.call(press(root)))
    #expect(refused?.reason == .limit && refused?.detail?.limit == 1)
    #expect(refused?.message.contains("actions-at-once=1") == true)
    try await server.run { world in
      for completion in world.held { completion(.performed(method: "late")) }
      world.sources[0].onPerform = { $1(.performed(method: "fake")) }
    }
    #expect(try await first.value.receipt.method == "late")
    #expect(try await status(of: await second.call(press(root))) == nil)
  }

  @Test func `an action counts until it ends, also when its client has left it`() async throws {
    let (server, first, root) = try await startOneAction(requestID: "one")
    first.cancel()
    await #expect(throws: (any Error).self) { try await first.value }
    let second = try await server.clients(server.narrow)[0]
    let refused = try await status(of: await second.call(press(root)))
    #expect(refused?.message.contains("actions-at-once=1") == true, "\(refused as Any)")
    try await server.run { world in
      for completion in world.held { completion(.performed(method: "late")) }
      world.sources[0].onPerform = { $1(.performed(method: "fake")) }
    }
    #expect(try await status(of: await second.call(press(root))) == nil)
  }

  @Test func `as many actions begin in a second as the rights say`() throws {
    let limiter = ActionLimiter()
    let rights = Rights(.all, actionsPerSecond: 4)
    let start = MonotonicTime.now()
    var begun = 0
    for step in 0..<100 {
      // A hundred tries in five seconds.
      let time = start.advanced(by: .milliseconds(50 * step))
      if (try? limiter.begin(rights, at: time)) != nil { begun += 1 }
    }
    #expect((22...24).contains(begun), "4 at the beginning, and 4 in each second: \(begun)")
  }

  @Test func `a policy that changes what a client may do ends its connections`() async throws {
    let policy = "for token narrow\n may observe\n applications *\n"
    let (server, client, _) = try await start(policy)
    _ = try await client.call(ListApplicationsRequest())
    try await use(policy + "for token other\n may administer\n", server)
    _ = try await client.call(ListApplicationsRequest())
    try await use("for token narrow\n may observe\n applications Other\n", server)
    try await eventually("the client has what the new policy says") {
      (try? await server.clients(server.narrow)[0].call(ListApplicationsRequest()).applications)
        == []
    }
  }

  @Test func `synthesised input does not reach what may not be seen`() async throws {
    let (server, client, root) = try await start(
      "for token narrow\n may observe, act, synthesise\n applications Visible*\n act-on *\n")
    try await server.run { world in
      _ = try world.twins.add(.button, "Save", under: root) { $0.frame = .box }
      world.sources[0].onPerform = { request, completion in
        completion(
          request.allowSynthesis
            ? .performed(method: "synthesised click")
            : .refused(ActionRefusal(.unsupported, "it has no press")))
      }
    }
    let own = try await client.call(FindRequest(selector: "button")).elements[0].id
    let free = try await client.call(press(own, synthesis: true)).receipt
    #expect(free.method == "synthesised click")
    // A window of another application comes to lie above it.
    try await server.run { world in
      let root = try world.twins.addApplication("Secret vault")
      _ = try world.twins.add(.dialog, "Password", under: root) { $0.frame = .box }
    }
    let hit = try await client.call(HitTestRequest(point: Point(x: 5, y: 5))).element
    #expect(hit?.id == own, "the window above does not exist for the client")
    let covered = try await client.call(press(own, synthesis: true)).receipt
    #expect(covered.outcome == .refused)
    #expect(covered.refusal?.reason == .notOnScreen)
    #expect(
      covered.refusal.map { !"\($0)".contains("ault") && !"\($0)".contains("assword") } == true)
  }
}

extension Frame {
  fileprivate static let box = Frame(
    rect: Rect(x: 0, y: 0, width: 10, height: 10), space: .screen)
}
