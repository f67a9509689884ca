import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Testing

/// Every error of a server says what is wrong and what to do.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct RemedyTests {
  private func expectHelp(
    _ status: Status?, _ reason: ErrorReason, _ remedy: Remedy? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let status, let detail = status.detail else {
      Issue.record("no \(reason): \(String(describing: status))", sourceLocation: sourceLocation)
      return
    }
    let comment = Comment(rawValue: "\(status) \(detail.remedy)")
    #expect(status.reason == reason, comment, sourceLocation: sourceLocation)
    #expect(status.message.utf8.count > 5, comment, sourceLocation: sourceLocation)
    #expect(detail.remedy.first?.isUppercase == true, comment, sourceLocation: sourceLocation)
    #expect(detail.remedy.hasSuffix("."), comment, sourceLocation: sourceLocation)
    #expect(detail.remedy.utf8.count <= 512, comment, sourceLocation: sourceLocation)
    guard let remedy else { return }
    #expect(detail.remedy == remedy.rawValue, comment, sourceLocation: sourceLocation)
  }

  @Test func `Requests that cannot be performed have a remedy`() async throws {
    let server = try await TestServer.start { $0.maxPageSize = 10 }
    let (window, gone) = try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<20 { try world.add(.button, "\(number)", under: window) }
      let gone = try world.add(.button, "Gone", under: window)
      try world.remove(gone)
      return (window, gone)
    }
    let client = try await server.client()
    func get(_ target: Target) async throws -> Status? {
      try await status(of: await client.call(GetElementRequest(target: target)))
    }
    func wait(_ condition: WaitCondition) async throws -> Status? {
      let request = WaitForRequest(target: .selector("button"), condition: condition)
      return try RawPeer(server.address).wait(for: request, timeoutMs: 50)
    }
    expectHelp(try await get(.id(gone)), .staleElement, .findAgain)
    expectHelp(try await get(.id(ElementID(rawValue: 1 << 50))), .unknownElement, .findInThisRun)
    expectHelp(try await get(.selector("slider")), .noMatch, .lookAround)
    expectHelp(try await get(.selector("button")), .ambiguous, .nameOne)
    expectHelp(try await get(.selector("button[")), .selectorSyntax, .correctSelector)
    let long = String(repeating: "x", count: 100_000)
    for (selector, limit) in [
      (long, UInt64(4096)), ("*[label~=\"a{2000}\"]", 1000), ("*[label~=\"(a{999}){9}\"]", 2000),
      ("*[label~=\"\(String(repeating: "(", count: 300))\"]", 32),
    ] {
      let failure = try await get(.selector(selector))
      expectHelp(failure, .selectorSyntax, .shortenSelector)
      #expect(failure?.detail?.limit == limit)
      #expect(failure?.message.contains("\(limit)") == true)
    }
    expectHelp(try await wait(.valueMatches("(")), .invalidArgument, .correctPattern)
    expectHelp(try await wait(.valueEquals(long)), .invalidArgument, .waitForPart)
    expectHelp(try await wait(.valueEquals("never")), .conditionNotMet, .awaitOther)

    let point = HitTestRequest(point: Point(x: 1, y: 1), space: .window)
    expectHelp(try await status(of: await client.call(point)), .invalidArgument, .giveWindow)
    let both = GetTreeRequest(roots: [window], selector: "button")
    expectHelp(try await end(of: client.stream(both)), .invalidArgument, .correctRequest)
    let future = SubscribeRequest(since: 1 << 40, epoch: 7)
    expectHelp(try await end(of: client.stream(future)), .invalidArgument, .presentRevision)
    let earlier = SubscribeRequest(since: 1, epoch: 8)
    expectHelp(try await end(of: client.stream(earlier)), .epochChanged, .startFromSnapshot)
    let without = SubscribeRequest(since: 1)
    expectHelp(try await end(of: client.stream(without)), .epochChanged, .nameEpoch)
    let part = VerifyRequest(application: window)
    expectHelp(try await status(of: await client.call(part)), .invalidArgument, .listApplications)
    let token = FindRequest(selector: "button", pageToken: "nonsense")
    expectHelp(try await status(of: await client.call(token)), .invalidArgument, .passTokenOn)
    let kinds = SubscribeRequest(scopes: (0..<2000).map { ElementID(rawValue: 1 + $0) })
    expectHelp(try await end(of: client.stream(kinds)), .invalidArgument, .correctRequest)
  }

  private func end<Message>(of stream: MessageStream<Message>) async throws -> Status? {
    do {
      for try await _ in stream {}
      return nil
    } catch let error as ClientError {
      return error.status
    }
  }

  @Test func `A condition that takes too many steps has a remedy`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      let text = String(repeating: "a", count: 4000)
      for number in 0..<2000 {
        try world.add(.button, "\(number)", under: window) { $0.value = text }
      }
    }
    let client = try await server.client()
    let request = WaitForRequest(
      target: .selector("button"), condition: .valueMatches("(a|aa|aaa)+b"))
    let failure = try await status(of: await client.call(request, timeout: .patience))
    expectHelp(failure, .limit, .narrowCondition)
    #expect(failure?.detail?.selector == "button")
    let costly = FindRequest(selector: "button[value~=\"(a|aa|aaa)+b\"]")
    let found = try await status(of: await client.call(costly, timeout: .patience))
    expectHelp(found, .limit, .narrowSelector)
  }

  @Test(arguments: ActionRefusal.Reason.allCases)
  func `Refusals of actions have a remedy`(reason: ActionRefusal.Reason) async throws {
    let server = try await TestServer.start()
    let id = try await server.run { world in
      world.source.onPerform = { $1(.refused(ActionRefusal(reason, "no, because"))) }
      return try world.add(.button, "B", under: world.addApplication().window)
    }
    let request = PerformRequest(target: .id(id), command: .press)
    let receipt = try await server.client().call(request).receipt
    expectHelp(receipt.refusal, ErrorReason(reason))
  }

  @Test func `Limits and deadlines have a remedy`() async throws {
    let server = try await TestServer.start {
      $0.limits[.callsPerConnection] = 4
      $0.limits[.subscriptionsPerConnection] = 1
      $0.limits[.waitsPerConnection] = 1
      $0.limits[.actionsPerConnection] = 1
      $0.limits[.actions] = 2
    }
    let id = try await server.run { try $0.addUnansweredButton() }
    let press = PerformRequest(target: .id(id), command: .press).encoded()
    let wait = WaitForRequest(target: .selector("slider")).encoded()
    let peer = try RawPeer(server.address)
    func failure(_ method: Method, _ request: [UInt8], timeoutMs: UInt32 = 0) -> Status? {
      let call = peer.call(method, request, timeoutMs: timeoutMs)
      peer.flush()
      peer.run { peer.end(of: call) != nil }
      return peer.end(of: call)
    }
    peer.call(.subscribe, SubscribeRequest().encoded())
    expectHelp(failure(.subscribe, SubscribeRequest().encoded()), .limit, .joinSubscriptions)
    peer.call(.waitFor, wait)
    expectHelp(failure(.waitFor, wait), .limit, .awaitCall)
    peer.call(.perform, press)
    expectHelp(failure(.perform, press), .limit, .awaitCall)
    peer.call(.subscribe, SubscribeRequest().encoded())
    let other = try RawPeer(server.address)
    let late = other.call(.perform, press, timeoutMs: 200)
    other.flush()
    other.run { other.end(of: late) != nil }
    expectHelp(other.end(of: late), .timedOut, .lookBeforeRepeating)
    let unknown = other.session.start(method: "/none", request: [])
    other.flush()
    other.run { other.end(of: unknown) != nil }
    expectHelp(other.end(of: unknown), .unknownMethod, .knownMethods)

    let crowded = try RawPeer(server.address)
    let calls = (0..<6).map { _ in crowded.call(.perform, press) }
    crowded.flush()
    crowded.run { crowded.end(of: calls[5]) != nil }
    expectHelp(crowded.end(of: calls[5]), .limit, .awaitCall)
  }

  /// Returns the status that a server sends before it closes a connection that began with these bytes.
  private func farewell(to bytes: [UInt8], _ server: TestServer) throws -> Status? {
    let peer = try RawPeer(server.address, greets: false)
    peer.send(bytes)
    peer.run { peer.failure != nil || peer.isClosed }
    return peer.failure
  }

  @Test func `Errors of a connection have a remedy`() async throws {
    let server = try await TestServer.start()
    func frame(_ body: [UInt8]) -> [UInt8] { [0, 0, 0, 0, UInt8(body.count)] + body }
    expectHelp(try farewell(to: [0, 0, 1, 0, 1], server), .frameTooLarge, .shortenHello)
    expectHelp(try farewell(to: frame([0x4A, 0]), server), .helloRequired, .sayHello)
    expectHelp(try farewell(to: [1, 0, 0, 0, 0], server), .malformed, .speakProtocol)
    let version = frame([0x12, 4, 8, 9, 16, 9])
    expectHelp(try farewell(to: version, server), .version, .commonVersion)
    let length = frame([0x12, 6, 8, 1, 16, 1, 32, 5])
    expectHelp(try farewell(to: length, server), .invalidArgument, .correctRequest)
    let hello = frame([0x12, 4, 8, 1, 16, 1])
    expectHelp(try farewell(to: hello + [0, 255, 0, 0, 0], server), .frameTooLarge, .shortenFrame)
    expectHelp(try farewell(to: hello + hello, server), .malformed, .speakProtocol)
  }
}
