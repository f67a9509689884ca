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

  /// Where the scope of the request is, to find it again in another run of the server; `nil`: it has none.
  let scope: Target?

  /// Subscribes and prints. When the connection is lost, subscribes again after what was printed last. When the server
  /// is restarted, says so and starts over.
  ///
  /// - Parameter onBegin: Called when the subscription has begun: the server has sent the revision it begins
  ///   with, and the snapshot if one was requested.
  func run(onBegin: () -> Void) async throws -> ExitCode {
    var progress = Progress(request, names: ElementNames(client))
    var resumption = Resumption(session, client)
    while true {
      do {
        if let code = try await follow(&progress, &resumption, onBegin) { return code }
      } catch let error as ClientError {
        switch try await resumption.step(after: error, hasBegun: progress.position != nil) {
        case .resume: progress.names.forgetFailure()
        case .startOver: try await startOver(&progress)
        }
        continue
      }
      throw ClientError.connectionLost("the server ended the subscription")
    }
  }

  /// Begins again with a run of the server of which nothing is known. What was printed is no longer valid, so what
  /// elements there are is printed anew, if they are what is watched.
  private func startOver(_ progress: inout Progress) async throws {
    var fresh = Progress(request, names: ElementNames(client))
    (fresh.request.since, fresh.request.epoch) = (nil, 0)
    fresh.request.snapshotFirst = request.snapshotFirst || showsElements
    if let scope {
      fresh.request.scopes = [try await session.renewed.id(of: scope, on: client)]
    }
    fresh.printed = progress.printed
    fresh.isAnotherRun = true
    progress = fresh
  }

  /// How far the events were printed.
  private struct Progress {
    var request: SubscribeRequest
    var names: ElementNames
    /// Whether the server was restarted since the command began.
    var isAnotherRun = false
    var printed = 0
    /// The revision after which to resume; `nil` until the subscription has begun.
    var position: (epoch: UInt64, revision: Revision)?
    var epoch: UInt64 = 0

    init(_ request: SubscribeRequest, names: ElementNames) {
      (self.request, self.names) = (request, names)
    }

    mutating func advance(by response: SubscribeResponse, isBegun: Bool) {
      let revision: Revision
      switch response.event {
      case .subscribed(let epoch, let start): (self.epoch, revision) = (epoch, start)
      case .snapshot(let part): revision = part.revision
      case .update(let update): revision = update.revision
      case .snapshotRequired(_, let current): revision = current
      }
      // What was resumed goes on from where it was, not from the revision of `subscribed`.
      if case .subscribed = response.event, position != nil { return }
      if isBegun { position = (epoch, revision) }
    }
  }

  private func stream(
    _ progress: Progress
  ) throws -> MessageStream<SubscribeResponse>.Iterator {
    guard let position = progress.position else {
      let parts = client.stream(progress.request, window: 256).makeAsyncIterator()
      parts.expect(within: progress.isAnotherRun ? session.timeout : try session.timeLeft())
      return parts
    }
    var request = progress.request
    (request.since, request.epoch) = (position.revision, position.epoch)
    return client.stream(request, window: 256, epoch: position.epoch).makeAsyncIterator()
  }

  /// Prints the events of one subscription. Returns `nil` when the server ended it.
  private func follow(
    _ progress: inout Progress, _ resumption: inout Resumption, _ onBegin: () -> Void
  ) async throws -> ExitCode? {
    var assembler = UpdateAssembler()
    var parts = try stream(progress)
    while let part = try await parts.next() {
      guard let response = try assembler.take(part, length: parts.lastLength) else { continue }
      let isBegun = progress.request.isBegun(by: response)
      if isBegun {
        parts.expect(within: nil)
        onBegin()
      }
      resumption.succeed()
      progress.advance(by: response, isBegun: isBegun)
      let lines = session.json ? json(response) : await text(response, &progress.names)
      guard !lines.isEmpty else { continue }
      // All lines of an event are written at once.
      session.output.write(lines.map { $0 + "\n" }.joined())
      if case .update = response.event { progress.printed += 1 }
      if let count, progress.printed >= count { return .done }
      try progress.names.check()
    }
    return nil
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
