internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions
internal import SafeText

/// Prints which elements enter, leave and change in the sets that selectors match.
struct MatchWatcher: Sendable {
  let session: Session
  let client: BridgeClient
  let selectors: [String]
  /// Whether the first matches are printed.
  let printsFirst: Bool
  /// The number of updates after which to end, counting those of which something was printed.
  let count: Int?

  /// Prints until the number of updates is reached. When the connection is lost, goes on with what differs. When the
  /// server is restarted, says so and starts over.
  ///
  /// - Parameter onBegin: Called when the first matches have arrived.
  func run(onBegin: () -> Void) async throws -> ExitCode {
    var progress = Progress(MatchTracker(count: selectors.count), isShown: printsFirst, session)
    var resumption = Resumption(session, client)
    while true {
      do {
        if let code = try await follow(&progress, &resumption, onBegin) { return code }
      } catch let error as ClientError {
        switch try await resumption.step(after: error, hasBegun: progress.tracker.epoch != 0) {
        case .resume: progress.tracker.restart()
        case .startOver:
          // What is in the sets now is printed: nobody can tell which of them was in before.
          let printed = progress.printed
          progress = Progress(MatchTracker(count: selectors.count), isShown: true, session.renewed)
          progress.printed = printed
        }
        continue
      }
      throw ClientError.connectionLost("the server ended the call")
    }
  }

  /// How far the events were printed.
  private struct Progress {
    var tracker: MatchTracker
    var names: [ElementID: String] = [:]
    var printed = 0
    /// Whether the first matches have been reported.
    var hasReported = false
    /// Whether events are printed: of the first matches, only if that is wanted.
    var isShown: Bool
    /// The time limit for the first matches.
    let limits: Session

    init(_ tracker: MatchTracker, isShown: Bool, _ limits: Session) {
      (self.tracker, self.isShown, self.limits) = (tracker, isShown, limits)
    }
  }

  /// Prints the events of one call. Returns `nil` when the server ended it.
  private func follow(
    _ progress: inout Progress, _ resumption: inout Resumption, _ onBegin: () -> Void
  ) async throws -> ExitCode? {
    let epoch = progress.tracker.epoch
    var parts = client.stream(
      WatchMatchesRequest(selectors: selectors, view: .named), window: 256,
      epoch: epoch == 0 ? nil : epoch
    ).makeAsyncIterator()
    if epoch == 0 { parts.expect(within: try progress.limits.timeLeft()) }
    while let part = try await parts.next() {
      guard let events = try progress.tracker.take(part) else { continue }
      resumption.succeed()
      show(events, progress.tracker.revision, &progress.names, isShown: progress.isShown)
      if progress.hasReported {
        if !events.isEmpty { progress.printed += 1 }
        if progress.printed == count { return .done }
      } else {
        (progress.hasReported, progress.isShown) = (true, true)
        parts.expect(within: nil)
        onBegin()
        note(progress.tracker)
      }
    }
    return nil
  }

  private func note(_ tracker: MatchTracker) {
    guard !session.json else { return }
    let matches = zip(tracker.sets, selectors).map { set, selector in
      "\(set.count) \(set.count == 1 ? "match" : "matches")"
        + (selectors.count > 1 ? " of \(shellWord(selector))" : "")
    }
    printNote("watching from revision \(tracker.revision): \(matches.joined(separator: ", "))")
  }

  private func show(
    _ events: [MatchTracker.Event], _ revision: Revision, _ names: inout [ElementID: String],
    isShown: Bool
  ) {
    var lines: [TerminalText] = []
    for event in events {
      if let element = event.element { names[event.id] = element.shortName }
      lines.append(session.json ? json(event, revision) : text(event, revision, names))
      if event.kind == .leave { names[event.id] = nil }
    }
    if isShown { session.output.write(lines.map { $0 + "\n" }.joined()) }
  }

  private func json(_ event: MatchTracker.Event, _ revision: Revision) -> TerminalText {
    "\(whole: MatchEvent(revision: revision, selector: selectors[event.selector], event: event).json)"
  }

  private func text(
    _ event: MatchTracker.Event, _ revision: Revision, _ names: [ElementID: String]
  ) -> TerminalText {
    let at: TerminalText = "\("[\(revision)]", .dim) \(event.kind.rawValue, .cyan) "
    let set: TerminalText =
      selectors.count > 1 ? " \("in set " + shellWord(selectors[event.selector]), .dim)" : ""
    if let element = event.element {
      return at + OutlinePainter.painted(Outline.line(for: element)) + set
    }
    let name = names[event.id].map { "\($0) " } ?? ""
    return at + "\(name)\(event.id)" + set
  }
}

/// An event as JSON.
private struct MatchEvent: JSONRepresentable {
  let revision: Revision
  let selector: String
  let event: MatchTracker.Event

  func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    writer.field("event", event.kind.rawValue)
    writer.field("selector", selector)
    writer.field("element_id", event.id)
    writer.field("element", event.element)
  }
}
