import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Foundation
import Glibc
import Testing

/// Ids and revisions from an earlier run must neither act nor be answered. The samples are the same in both
/// runs, and their ids would be too, if each run counted from 1.
@Suite
struct `The server is started again under a client` {
  private let directory: TemporaryDirectory
  private var address: String { "unix:\(directory.path("socket"))" }

  init() throws { directory = try temporaryDirectory() }

  /// What a client knows about the first run.
  private struct Known {
    var button: ElementID
    var root: ElementID
    var revision: Revision
    var epoch: UInt64
    var pageToken: String
  }

  private func start() async throws -> Bridge {
    try await Bridge(source: "sample:calculator", listen: [address])
  }

  private func learn(from client: BridgeClient) async throws -> Known {
    let info = try await client.call(GetServerInfoRequest())
    let page = try await client.call(FindRequest(selector: "button", pageSize: 3))
    return Known(
      button: try #require(page.elements.last?.id),
      root: try #require(page.elements.last?.application), revision: info.revision,
      epoch: info.epoch, pageToken: try #require(page.nextPageToken))
  }

  /// Ends the server and starts another one at the same address; the client reconnects by itself.
  private func restart(_ first: Bridge, under client: BridgeClient) async throws -> Bridge {
    let epoch = try await client.call(GetServerInfoRequest()).epoch
    first.process.kill()
    try await first.process.ended()
    let second = try await start()
    try await eventually("the client is connected again") {
      let info = try? await client.call(GetServerInfoRequest(), timeout: .seconds(5))
      return info.map { $0.epoch != epoch } ?? false
    }
    return second
  }

  @Test
  func `no call accepts an id, a revision or a page token of the earlier run`() async throws {
    let first = try await start()
    var options = BridgeClient.Options()
    options.reconnect = BridgeClient.Backoff()
    let client = try await BridgeClient.connect(
      to: SocketAddress(parsing: address, defaultPort: 0), options: options)
    defer { client.close() }
    let known = try await learn(from: client)
    let second = try await restart(first, under: client)
    let (id, selector) = (known.button, "\(known.button)")
    let before = try await client.call(GetServerInfoRequest()).revision

    func expectUnknown<R: UnaryRequest>(
      _ request: R, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let error = await #expect(throws: ClientError.self, sourceLocation: sourceLocation) {
        try await client.call(request)
      }
      expectOfEarlierRun(error, sourceLocation: sourceLocation)
    }
    try await expectUnknown(PerformRequest(target: .id(id), command: .press))
    try await expectUnknown(PerformRequest(target: .selector(selector), command: .press))
    try await expectUnknown(GetElementRequest(target: .id(id)))
    try await expectUnknown(FindRequest(selector: "button", scope: id))
    try await expectUnknown(FindRequest(selector: "*:not(\(selector))"))
    try await expectUnknown(HitTestRequest(point: Point(x: 1, y: 1), scope: id))
    try await expectUnknown(WaitForRequest(target: .id(id), condition: .disappears))
    try await expectUnknown(
      WaitForRequest(target: .selector("\(selector) *"), condition: .disappears))
    try await expectUnknown(VerifyRequest(application: known.root))
    let streamed: [ClientError?] = [
      await error(of: client.stream(GetTreeRequest(roots: [id]))),
      await error(of: client.stream(GetTreeRequest(selector: selector))),
      await error(of: client.stream(SubscribeRequest(scopes: [id]))),
      await error(of: client.stream(SubscribeRequest(selector: selector))),
    ]
    for error in streamed { expectOfEarlierRun(error) }

    let resumed = await error(
      of: client.stream(SubscribeRequest(since: known.revision, epoch: known.epoch)))
    #expect(resumed?.status?.reason == .epochChanged)
    let nextPage = FindRequest(selector: "button", pageSize: 3, pageToken: known.pageToken)
    let paged = await #expect(throws: ClientError.self) { try await client.call(nextPage) }
    #expect(paged?.status?.reason == .epochChanged)

    #expect(try await client.call(GetServerInfoRequest()).revision == before, "nothing has changed")
    second.process.kill()
  }

  @Test
  func `no command accepts an id or a revision of the earlier run`() async throws {
    let first = try await start()
    let id = try await first.id(8)
    let info = try await first.client("--json", "info")
    let epoch = try #require(try jsonLines(info.standardOutput).first?.text("epoch"))
    first.process.kill()
    try await first.process.ended()
    let second = try await start()
    for words in [
      ["press", id], ["get", id], ["find", "button", "--in", id], ["tree", id], ["speak", id],
      ["wait", id, "--until", "disappears"], ["watch", "--in", id], ["audit", id],
    ] {
      let result = try await second.client(words)
      #expect(result.code == 1, "\(words): \(result)")
      #expect(result.standardError.contains("earlier run"), "\(words): \(result)")
    }
    let resumed = try await second.client("watch", "--since", "1", "--epoch", epoch)
    #expect(resumed.code == 1)
    #expect(resumed.standardError.contains("the server was restarted since 1-"), "\(resumed)")
    let marked = try await second.client("watch", "--since", "1-000001")
    #expect(marked.standardError.contains("the server was restarted since 1-"), "\(marked)")
    let unclear = try await second.client("watch", "--since", "1")
    #expect(unclear.code == 2)
    #expect(unclear.standardError.contains("--epoch"), "\(unclear)")
    let again = try await second.client("tree", "--since", "1-000001")
    #expect(again.standardError.contains("restarted since 1-000001:"), "\(again)")
    let step = try await second.client("do", "find button --since 1-000001", "--no-changes")
    #expect(step.code == 0 && step.standardError.contains("restarted since 1-000001:"), "\(step)")
    #expect(try await second.client("get", "text").standardOutput.contains("value        \"0\""))
  }

  @Test(arguments: [
    (["--kinds", "value,elements"], SIGKILL), (["--kinds", "value", "--in", "window"], SIGKILL),
    (["--kinds", "value,elements"], SIGTERM),
  ])
  func `a watch starts over with the next run, and says so`(
    _ words: [String], signal: Int32
  ) async throws {
    let first = try await start()
    let watch = try first.start(["--json", "watch"] + words)
    let begun = try await watch.standardOutput.line { $0.contains("subscribed") }
    try await first.act("button[label=7]", "press")
    _ = try await watch.standardOutput.line { $0.contains("value_changed") }
    first.process.send(signal)
    try await first.process.ended()
    let second = try await start()
    _ = try await watch.standardError.line {
      $0.contains("the server was restarted; starting over")
    }
    let again = try await watch.standardOutput.line { $0.contains("subscribed") && $0 != begun }
    let epoch = try jsonLines(again).first?.object("subscribed")?.text("epoch")
    let info = try jsonLines(try await second.client("--json", "info").standardOutput)
    #expect(epoch == info.first?.text("epoch"))
    if words.contains("value,elements") {
      // What elements there are now is told before what changes.
      _ = try await watch.standardOutput.line { $0.contains("\"Calculator\"") }
    }
    try await second.act("button[label=8]", "press")
    _ = try await watch.standardOutput.line { $0.contains("value_changed") && $0.contains("\"8\"") }
    #expect(watch.isRunning)
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `a watch of a set starts over with the next run, and says so`(signal: Int32) async throws {
    let first = try await start()
    let watch = try first.start(
      "--json", "watch", "--snapshot", "--selector", "text[label=Result]", "--count", "1")
    let known = try await watch.standardOutput.line { $0.contains("\"enter\"") }
    first.process.send(signal)
    try await first.process.ended()
    let second = try await start()
    _ = try await watch.standardError.line {
      $0.contains("the server was restarted; starting over")
    }
    // What is in the set now is told before what changes, and does not count as an update.
    let again = try await watch.standardOutput.line {
      $0.contains("\"enter\"") && $0.contains("label=Result")
    }
    #expect(again.contains("\"0\""), "\(again)")
    let ids = try [known, again].map { try jsonLines($0).first?.text("element_id") }
    #expect(ids[0] != ids[1])
    try await second.act("button[label=8]", "press")
    #expect(try await watch.ended() == .code(0), "\(watch.standardError.text)")
    #expect(watch.standardOutput.text.contains("\"8\""), "\(watch.standardOutput.text)")
  }

  @Test(arguments: [
    ([], SIGTERM), ([], SIGKILL), (["--selector", "text[label=Result]"], SIGTERM),
    (["--selector", "text[label=Result]"], SIGKILL),
  ])
  func `a watch finds the next run where the ready file says it is`(
    _ words: [String], signal: Int32
  ) async throws {
    let ready = directory.path("ready")
    let first = try await Bridge(sources: ["sample:calculator"], in: directory)
    let watch = try first.start(["--server", "ready:\(ready)", "watch"] + words)
    _ = try await watch.standardError.line { $0.contains("watching from") }
    first.process.send(signal)
    _ = try await watch.standardError.line { $0.contains("waiting until it is back") }
    try await first.process.ended()
    try? FileManager.default.removeItem(atPath: ready)
    let second = try await Bridge(sources: ["sample:calculator"], in: directory)
    #expect(second.address != first.address)
    _ = try await watch.standardError.line {
      $0.contains("the server was restarted; starting over")
    }
    let printed = watch.standardOutput.text.utf8.count
    try await second.act("button[label=8]", "press")
    try await eventually("the change is printed") {
      watch.standardOutput.text.utf8.count > printed
    }
    #expect(watch.isRunning)
  }

  @Test func `a watch whose server does not come back says so, and what to do`() async throws {
    let first = try await start()
    let watch = try first.start("watch", "--timeout", "2")
    _ = try await watch.standardError.line { $0.contains("watching from") }
    first.process.send(SIGTERM)
    #expect(try await watch.ended() == .code(3))
    let text = watch.standardError.text
    #expect(text.contains("the server was not back within 2"), "\(text)")
    #expect(text.contains("Repeat the command when the server is available again."), "\(text)")
    #expect(!text.contains("took effect"), "\(text)")
  }

  @Test func `a watch of an element that only the earlier run had ends, and says why`()
    async throws
  {
    let first = try await start()
    let watch = try first.start("watch", "--in", try await first.id(8))
    _ = try await watch.standardError.line { $0.contains("watching from") }
    first.process.kill()
    try await first.process.ended()
    let second = try await start()
    #expect(try await watch.ended() == .code(1))
    #expect(watch.standardError.text.contains("starting over"), "\(watch.standardError.text)")
    #expect(watch.standardError.text.contains("earlier run"), "\(watch.standardError.text)")
    withExtendedLifetime(second) {}
  }

  private func expectOfEarlierRun(
    _ error: ClientError?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(error?.status?.code == .notFound, sourceLocation: sourceLocation)
    #expect(error?.status?.reason == .unknownElement, sourceLocation: sourceLocation)
    #expect(
      error?.status?.message.contains("since the server started") == true,
      "\(String(describing: error))", sourceLocation: sourceLocation)
  }

  /// Returns the error with which a stream ends before its first message.
  private func error<Stream: AsyncSequence>(of stream: Stream) async -> ClientError? {
    do {
      for try await _ in stream { return nil }
      return nil
    } catch {
      return error as? ClientError
    }
  }
}
