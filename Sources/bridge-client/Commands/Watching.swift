public import AccessibilityTree
internal import BridgeClient
public import BridgeProtocol
internal import CommandLineOptions

/// `watch` and `wait`.
enum Watching {
  struct Options {
    var selector: String?
    var scope: String?
    var kinds: NotificationKinds = .all
    var since: Revision?
    var epoch: UInt64?
    var snapshotFirst = false
    /// Ends after so many updates of which something was printed.
    var count: Int?
    /// Ends after so long.
    var time: Duration?
  }

  static func watch(_ session: Session, _ options: Options) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    var request = SubscribeRequest(
      kinds: options.kinds, selector: options.selector, since: options.since,
      epoch: options.epoch ?? 0, snapshotFirst: options.snapshotFirst)
    if let scope = options.scope {
      request.scopes = [try await Looking.id(of: parseTarget(scope), session, client)]
    }
    // For people, lines name elements: those that change bring their names.
    if !session.json { request.kinds.insert(.elements) }
    let watcher = Watcher(session, client, request, options)
    return try await withThrowingTaskGroup(of: ExitCode.self) { group in
      group.addTask { try await watcher.run() }
      group.addTask {
        // Without an event nothing is written, and a write is all that tells of a closed pipe.
        while !session.output.isUnread { try await Task.sleep(for: .milliseconds(500)) }
        return .unwritable
      }
      if let time = options.time {
        group.addTask {
          try await Task.sleep(for: time)
          // The time being up is how it should end, unless changes were to be counted.
          guard let count = options.count else { return .done }
          throw NotInTime("fewer than \(counted(count, "update")) came within \(time)")
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? .done
    }
  }

  static func wait(
    _ session: Session, target: String, condition: WaitCondition, time: Duration
  ) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    let response = try await client.call(
      WaitForRequest(target: parseTarget(target), condition: condition), timeout: time)
    if session.json {
      session.print(response)
    } else {
      let count = counted(response.total, "element")
      session.output.line(
        "after \(response.waitedUs / 1000) ms, at revision \(response.revision): \(count)")
      for element in response.elements.prefix(10) {
        session.output.outline(Outline.line(for: element) + "\n")
      }
    }
    return .done
  }

  /// What shells offer: conditions, or how they begin.
  static let conditions = [
    "appears", "disappears", "enabled", "disabled", "focused", "checked", "unchecked", "visible",
    "value=", "value*=", "value~=", "count=", "stable", "stable=",
  ]

  /// `appears`, `value=15`, `value*=err`, `value~=^1`, `count=3`, `stable`, `stable=800`.
  static func condition(_ text: String) throws -> WaitCondition {
    func argument(_ prefix: String) -> String? {
      text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
    switch text {
    case "appears": return .appears
    case "disappears": return .disappears
    case "enabled": return .enabled
    case "disabled": return .disabled
    case "focused": return .focused
    case "checked": return .checked
    case "unchecked": return .unchecked
    case "visible": return .visible
    case "stable": return .stable(milliseconds: 0)
    default: break
    }
    if let value = argument("value=") { return .valueEquals(value) }
    if let value = argument("value*=") { return .valueContains(value) }
    if let value = argument("value~=") { return .valueMatches(value) }
    if let count = argument("count=").flatMap({ Int($0) }), count >= 0 { return .count(count) }
    if let time = argument("stable=").flatMap({ UInt32($0) }), time > 0 {
      return .stable(milliseconds: time)
    }
    throw BadCommand(
      "\"\(text)\" is no condition: appears, disappears, enabled, disabled, focused, checked, "
        + "unchecked, visible, value=TEXT, value*=TEXT, value~=REGEX, count=N, stable, stable=MS")
  }
}

/// Prints a subscription as it comes.
private struct Watcher: Sendable {
  private let session: Session
  private let client: BridgeClient
  private let request: SubscribeRequest
  private let options: Watching.Options

  init(
    _ session: Session, _ client: BridgeClient, _ request: SubscribeRequest,
    _ options: Watching.Options
  ) {
    self.session = session
    self.client = client
    self.request = request
    self.options = options
  }

  func run() async throws -> ExitCode {
    var names = ElementNames(client)
    var assembler = UpdateAssembler()
    var printed = 0
    var parts = client.stream(request, window: 256).makeAsyncIterator()
    while let part = try await parts.next() {
      guard let response = try assembler.take(part, length: parts.lastLength) else { continue }
      let lines = session.json ? json(response) : await text(response, &names)
      guard !lines.isEmpty else { continue }
      // What belongs together is written together.
      session.output.write(lines.map { $0 + "\n" }.joined())
      guard case .update = response.event else { continue }
      printed += 1
      if let count = options.count, printed >= count { return .done }
    }
    throw ClientError.connectionLost("the server ended the subscription")
  }

  private func json(_ response: SubscribeResponse) -> [TerminalText] {
    objects(response).map { "\(whole: $0)" }
  }

  private func objects(_ response: SubscribeResponse) -> [String] {
    switch response.event {
    case .subscribed, .snapshotRequired: return [response.json]
    case .snapshot(let part):
      return part.elements.map { Revised(revision: part.revision, value: $0).json }
    case .update(let update):
      var lines = update.notifications.map(\.json)
      if !update.changed.isEmpty || !update.removed.isEmpty || !update.leftScope.isEmpty
        || update.droppedNotifications > 0
      {
        var elements = update
        elements.notifications = []
        lines.append(elements.json)
      }
      return lines
    }
  }

  private func text(
    _ response: SubscribeResponse, _ names: inout ElementNames
  ) async -> [TerminalText] {
    switch response.event {
    case .subscribed(_, let revision):
      remark("watching from revision \(revision)")
      return []
    case .snapshotRequired(let since, let revision):
      return [at(revision) + "what happened since revision \(since) is no longer known"]
    case .snapshot(let part):
      names.learn(part.elements)
      return part.elements.map(outline)
    case .update(let update):
      names.learn(update.changed)
      var lines: [TerminalText] = []
      for notification in update.notifications {
        let what = await describe(notification.notification, &names)
        lines.append(at(notification.revision) + emphasised(what))
      }
      if update.droppedNotifications > 0 {
        let count = counted(update.droppedNotifications, "notification")
        lines.append(at(update.revision) + "\(count) left out: this client reads too slowly")
      }
      if options.kinds.contains(.elements) {
        lines += update.changed.map { at(update.revision) + outline($0) }
        if !update.removed.isEmpty {
          let ids = update.removed.map(\.description).joined(separator: " ")
          lines.append(at(update.revision) + "removed \(ids)")
        }
        if !update.leftScope.isEmpty {
          let ids = update.leftScope.map(\.description).joined(separator: " ")
          lines.append(at(update.revision) + "no longer matches \(ids)")
        }
      }
      return lines
    }
  }

  private func at(_ revision: Revision) -> TerminalText {
    "\("[\(revision)]", .dim) "
  }

  private func outline(_ element: Element) -> TerminalText {
    OutlinePainter.painted(Outline.line(for: element))
  }

  /// The kind of a notification stands out.
  private func emphasised(_ line: String) -> TerminalText {
    let kind = line.prefix { $0 != " " }
    return "\(kind, .cyan)\(line.dropFirst(kind.count))"
  }
}

extension SubscribeResponse: JSONRepresentable {
  public func writeFields(to writer: inout JSONWriter) {
    switch event {
    case .subscribed(let epoch, let revision):
      writer.key("subscribed")
      writer.object {
        $0.field("epoch", revision: epoch)
        $0.field("revision", revision: revision)
      }
    case .snapshotRequired(let since, let revision):
      writer.key("snapshot_required")
      writer.object {
        $0.field("since", revision: since)
        $0.field("revision", revision: revision)
      }
    case .snapshot(let part):
      writer.field("revision", revision: part.revision)
      writer.field("elements", part.elements)
    case .update(let update): update.writeFields(to: &writer)
    }
  }
}
