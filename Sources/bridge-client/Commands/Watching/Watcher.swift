package import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
package import BridgeProtocol
internal import CommandLineOptions

/// Prints the events of a subscription as they arrive.
struct Watcher: Sendable {
  let session: Session
  let client: BridgeClient
  let request: SubscribeRequest
  let showsElements: Bool
  /// The number of updates after which to end, counting those of which something was printed.
  let count: Int?

  /// Subscribes and prints.
  ///
  /// - Parameter onBegin: Called when the subscription has begun: the server has sent the revision it begins
  ///   with, and the snapshot if one was requested.
  func run(onBegin: () -> Void) async throws -> ExitCode {
    var names = ElementNames(client)
    var assembler = UpdateAssembler()
    var printed = 0
    var parts = client.stream(request, window: 256).makeAsyncIterator()
    parts.expect(within: try session.timeLeft())
    while let part = try await parts.next() {
      guard let response = try assembler.take(part, length: parts.lastLength) else { continue }
      if request.isBegun(by: response) {
        parts.expect(within: nil)
        onBegin()
      }
      let lines = session.json ? json(response) : await text(response, &names)
      guard !lines.isEmpty else { continue }
      // All lines of an event are written at once.
      session.output.write(lines.map { $0 + "\n" }.joined())
      try names.check()
      guard case .update = response.event else { continue }
      printed += 1
      if let count, printed >= count { return .done }
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
      printNote("watching from revision \(revision)")
      return []
    case .snapshotRequired(let since, let revision):
      return [at(revision) + "the changes since revision \(since) are no longer available"]
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
        lines.append(at(update.revision) + "\(count) dropped: this client reads too slowly")
      }
      if showsElements {
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

  /// Emphasises the kind of a notification.
  private func emphasised(_ line: String) -> TerminalText {
    let kind = line.prefix { $0 != " " }
    return "\(kind, .cyan)\(line.dropFirst(kind.count))"
  }
}

extension SubscribeRequest {
  /// Returns whether the subscription has begun with this response: nothing requested at once is still to come.
  fileprivate func isBegun(by response: SubscribeResponse) -> Bool {
    switch response.event {
    case .subscribed: !snapshotFirst || since != nil
    case .snapshot, .update, .snapshotRequired: true
    }
  }
}

extension SubscribeResponse: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
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
