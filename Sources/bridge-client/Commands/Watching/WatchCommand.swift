internal import AccessibilityTree
internal import BridgeProtocol
internal import CommandLineOptions

struct WatchCommand: ClientCommand {
  static let spec = CommandSpec(
    "watch", summary: "Print changes as they happen",
    details: [
      "Without --kinds, prints all kinds except elements and speech. When the connection is lost, says so and "
        + "resumes after what was printed last. When another run of the server comes within --timeout, starts over: "
        + "ids and revisions are others then, and with --snapshot, --kinds elements or --selector all elements are printed again. "
        + "When the server's owner changes what this client may do, goes on with that. A --since of another run of the server is "
        + "refused: what came between cannot be told.",
      "With --selector, prints instead which elements enter and leave the set that each selector matches, and which "
        + "of them change. It goes with --snapshot, --count and --for only: in a part of the tree, SELECTOR says which, as "
        + "'application[label=mousepad] button'.",
    ],
    arguments: [.optional("selector", "Print only changes of elements that match")],
    options: [
      .list(
        "kinds", "K,…", of: NotificationKinds.named.map(\.name) + ["all"],
        "Print only notifications of these kinds"),
      OptionSpec.text(
        "selector", "SELECTOR", "Print what enters, leaves and changes in the set that this matches"
      ).repeatable(),
      .text("in", "TARGET", "Print only changes of this element and its descendants"),
      .text("since", "REVISION", "Start after this revision, as 'tree' prints it"),
      .text("epoch", "EPOCH", "Epoch (run of the server) of a --since that is a bare number"),
      .flag("snapshot", "Print the current elements first"),
      .integer(
        "count", "N", in: 1...1_000_000_000,
        "Exit after N updates; changes made together count as one"),
      .seconds(
        "for", in: 0.001...31_536_000,
        "Exit this many seconds after the subscription starts"),
    ],
    example: "bridge-client watch",
    moreExamples: [
      "bridge-client --json watch --kinds value,announcement --for 10",
      "bridge-client watch --selector dialog --selector 'button:disabled'",
    ])

  private let selector: String?
  /// The selectors whose sets are watched; empty: changes are watched instead.
  private let sets: [String]
  private let scope: Target?
  private let kinds: NotificationKinds
  private let since: RevisionMark?
  private let snapshotFirst: Bool
  /// The number of updates after which to end, counting those of which something was printed.
  private let count: Int?
  /// The time after which to end, from the beginning of the subscription.
  private let time: Duration?

  init(_ parsed: ParsedCommand) throws {
    since = try parsed.sinceWithEpoch()
    selector = parsed.argument("selector")
    sets = parsed.strings("selector")
    if !sets.isEmpty {
      let others = ["kinds", "in", "since"].filter { parsed.string($0) != nil }
      if let other = others.first {
        let advice = other == "in" ? ": name the part in the selector, as 'dialog button'" : ""
        throw BadCommand("--selector and --\(other) cannot be combined\(advice)")
      }
      if selector != nil {
        throw BadCommand(
          "--selector and the argument SELECTOR cannot be combined: give --selector for each set")
      }
      if sets.count > WatchMatchesRequest.selectorLimit {
        throw BadCommand("at most \(WatchMatchesRequest.selectorLimit) selectors can be watched")
      }
    }
    scope = try parsed.string("in").map(Target.init(written:))
    kinds =
      parsed.string("kinds").map(NotificationKinds.init(written:))
      ?? .all.subtracting([.elements, .speech])
    snapshotFirst = parsed.flag("snapshot")
    count = parsed.int("count")
    time = parsed.seconds("for").map { .seconds($0) }
  }

  func run(_ session: Session) async throws -> ExitCode {
    // A revision is sent with its epoch, which the hello has.
    let client =
      since == nil
      ? try session.open(reconnecting: true) : try await session.connect(reconnecting: true)
    defer { client.close() }
    if !sets.isEmpty {
      let watcher = MatchWatcher(
        session: session, client: client, selectors: sets, printsFirst: snapshotFirst, count: count)
      return try await watch(session, watcher.run)
    }
    var request = SubscribeRequest(
      kinds: kinds, selector: selector, since: since?.revision,
      epoch: since.map { $0.epoch(client) } ?? 0,
      snapshotFirst: snapshotFirst)
    if let scope { request.scopes = [try await session.id(of: scope, on: client)] }
    // The lines for people name elements: with their changes, the names arrive as well.
    if !session.json { request.kinds.insert(.elements) }
    let watcher = Watcher(
      session: session, client: client, request: request,
      showsElements: kinds.contains(.elements), count: count, scope: scope)
    return try await watch(session, watcher.run)
  }

  /// Runs a watcher until it ends, nobody reads its output, or the time is over.
  private func watch(
    _ session: Session,
    _ run: @escaping @Sendable (_ onBegin: () -> Void) async throws -> ExitCode
  ) async throws -> ExitCode {
    let (standing, began) = AsyncStream<Void>.makeStream()
    return try await withThrowingTaskGroup(of: ExitCode.self) { group in
      group.addTask { try await run { began.finish() } }
      group.addTask {
        // While there are no events nothing is written, and only a write reports a closed pipe.
        while !session.output.isUnread { try await Task.sleep(for: .milliseconds(500)) }
        return .unwritable
      }
      if let time {
        group.addTask {
          // Until the subscription has begun, --timeout is the limit.
          for await _ in standing {}
          try await Task.sleep(for: time)
          // Reaching the end of the time is success, unless a number of updates was expected.
          guard let count else { return .done }
          let what = count == 1 ? "no updates" : "fewer than \(counted(count, "updates"))"
          throw Timeout("\(what) received within \(time)", option: "--for")
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .done
    }
  }
}

extension NotificationKinds {
  /// Parses names separated by commas.
  fileprivate init(written text: String) {
    let names = text.split(separator: ",").map(String.init)
    self = names.contains("all") ? .all : []
    for kind in Self.named where names.contains(kind.name) { insert(kind.member) }
  }
}
