internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// Prints which elements enter, leave and change in the sets that selectors match.
struct MatchWatcher: Sendable {
  let session: Session
  let client: BridgeClient
  let selectors: [String]
  /// Whether the first matches are printed.
  let printsFirst: Bool
  /// The number of updates after which to end, counting those of which something was printed.
  let count: Int?

  /// Prints until the number of updates is reached. When the connection is lost, goes on with what differs as soon
  /// as the same run of the server can be reached.
  ///
  /// - Parameter onBegin: Called when the first matches have arrived.
  func run(onBegin: () -> Void) async throws -> ExitCode {
    var tracker = MatchTracker(count: selectors.count)
    var names: [ElementID: String] = [:]
    var printed = 0
    var hasReported = false
    var hasOtherRights = false
    var limits = session
    while true {
      do {
        var parts = client.stream(
          WatchMatchesRequest(selectors: selectors), window: 256,
          epoch: tracker.epoch == 0 ? nil : tracker.epoch
        ).makeAsyncIterator()
        if tracker.epoch == 0 { parts.expect(within: try limits.timeLeft()) }
        while let part = try await parts.next() {
          guard let events = try tracker.take(part) else { continue }
          hasOtherRights = false
          show(events, tracker.revision, &names, isShown: hasReported || printsFirst)
          if hasReported {
            if !events.isEmpty { printed += 1 }
            if printed == count { return .done }
          } else {
            hasReported = true
            parts.expect(within: nil)
            onBegin()
            note(tracker)
          }
        }
        throw ClientError.connectionLost("the server ended the call")
      } catch ClientError.connectionLost(let why) where tracker.epoch != 0 {
        printNote("\(why); trying to resume")
        tracker.restart()
      } catch let error as ClientError
        where error.tellsOfOtherRights && tracker.hasBegun && tracker.epoch != 0
      {
        printNote("\(error.status?.message ?? ""); trying to resume with the new rights")
        hasOtherRights = true
        tracker.restart()
      } catch ClientError.status(let status) where status.reason == .epochChanged && hasOtherRights
      {
        // Which elements there are for this client is another matter now.
        printNote(startingOver(hasOtherRights: true))
        tracker = MatchTracker(count: selectors.count)
        (hasReported, hasOtherRights, limits) = (false, false, session.renewed)
      }
    }
  }

  private func note(_ tracker: MatchTracker) {
    guard !session.json else { return }
    let matches = tracker.sets.map { "\($0.count) \($0.count == 1 ? "match" : "matches")" }
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
      selectors.count > 1 ? " \("in " + selectors[event.selector], .dim)" : ""
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
