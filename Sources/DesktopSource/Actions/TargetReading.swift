internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Reads the name of an action's target right before and right behind the call that acts.
///
/// The three calls are sent one after the other, without waiting in between, over one connection. An application
/// handles them in that order. Where the action has a connection of its own, the last one is sent over the bus when the
/// application has answered the action, or answers others while it carries it out. The names that it reports by events between the reads count as well: it may be called
/// something else for a moment only.
final class TargetReading {
  private let object: ActionObject
  private let mirrored: ElementIdentity
  private let expected: ExpectedTarget?
  private let events: ReportedNames?
  private let timeout: Duration
  /// The number of names that were reported before the first read.
  private var reported = 0
  /// The answers in the order of the reads; `nil` for those that are missing.
  private var names: [String?] = []
  private var calls: [PendingCall] = []
  private var whenRead: (() -> Void)?
  /// The connection over which the action is sent; `nil`: that of the object's queue.
  private var line: BusConnection?

  /// How long to wait for the answer to the last read after the application has answered the action.
  private static let patience = Duration.milliseconds(100)
  /// The same where the application acts later than it answers, on a busy machine much later.
  private static let patienceWithLateActing = Duration.seconds(1)

  /// - Parameters:
  ///   - mirrored: What the target is in the mirror.
  ///   - expected: What the caller expects.
  ///   - events: What the application's events call it.
  init(
    _ object: ActionObject, mirrored: ElementIdentity, expected: ExpectedTarget?,
    events: ReportedNames?, timeout: Duration
  ) {
    self.object = object
    self.mirrored = mirrored
    self.expected = expected
    self.events = events
    self.timeout = timeout
  }

  /// Sends the first read; to be called right before the action is sent.
  ///
  /// - Parameter line: The connection over which the action will be sent; `nil`: that of the object's queue.
  func readBefore(over line: BusConnection?) {
    self.line = line
    reported = events?.count ?? 0
    read()
  }

  /// Sends the second read; to be called right after the action was sent.
  ///
  /// Nothing is sent behind an action that has a connection of its own: see `ActionLine`. The name
  /// is read over the bus then, once the application is known to have begun.
  func readAfter() { if line == nil { read() } }

  private func read() {
    let index = names.count
    names.append(nil)
    let call = object.queue.enqueue(
      object.nameRequest, lane: .urgent, timeout: timeout, over: line
    ) { [weak self] answer in
      guard let self else { return }
      names[index] = try? BusConnection.read(answer, ActionObject.readName).get()
      if calls.allSatisfy({ !$0.isPending }) { whenRead?() }
    }
    calls.append(call)
  }

  /// Whether the second read is still to be sent.
  var isHalf: Bool { line != nil }

  /// Waits for what was sent, for a short time: an application that is busy with the action answers later.
  func finish(_ host: any ActionHost) async {
    if isHalf {
      // Over the connection by which the application sends its events, behind those that the action caused.
      line = nil
      read()
    }
    await finish(host, within: Self.patience)
  }

  /// Reads the name once more, behind what the application has done since.
  func readAgain(_ host: any ActionHost) async {
    read()
    await finish(host, within: Self.patienceWithLateActing)
  }

  private func finish(_ host: any ActionHost, within patience: Duration) async {
    await host.loop.wait(within: patience) { [self] done in
      if calls.contains(where: { $0.isPending }) { whenRead = done } else { done() }
    }
    whenRead = nil
    // Events come over a connection of their own.
    if events != nil {
      await host.loop.wait(within: Self.patience) { host.whenEventsReceived($0) }
    }
  }

  /// What the target was; `nil` when its name could not be read.
  var sighting: TargetSighting? {
    guard let first = names.first ?? nil else { return nil }
    let before = identity(named: first)
    let others = names.dropFirst().compactMap { $0 } + (events?.since(reported) ?? [])
    let identities = others.map(identity(named:))
    // What nobody expects tells more than a label that may change.
    let other =
      identities.first { expected?.isMet(by: $0) == false && $0 != before }
      ?? identities.first { $0 != before }
    let last = (names.last ?? nil).map(identity(named:))
    return TargetSighting(
      before: before, after: other ?? (names.count > 1 ? last : nil),
      isOfCopy: object.dialect.answersFromCopy)
  }

  private func identity(named name: String) -> ElementIdentity {
    object.identity(named: name, mirrored: mirrored)
  }
}

extension ActionObject {
  var nameRequest: CallRequest {
    .property("Name", of: "org.a11y.atspi.Accessible", queue.destination, path)
  }

  static func readName(_ message: MessageReader) throws(BusError) -> String {
    try message.variant { () throws(BusError) in try message.string() }
  }

  /// Returns what the object is, by the mirror's rules, when the application reports a name, and a role if it was
  /// read. As long as it reports what it reported before, that is what the mirror has.
  func identity(
    named name: String, role: UInt32? = nil, mirrored: ElementIdentity
  ) -> ElementIdentity {
    var live = facts
    live.name = name.bounded(maxName)
    if let role { live.role = role }
    let identity = Self.identity(live)
    return identity == Self.identity(facts) ? mirrored : identity
  }

  private static func identity(_ facts: AtspiFacts) -> ElementIdentity {
    let role = ElementMapping.role(facts)
    return ElementIdentity(role: role, label: NameMapping.label(facts, role: role))
  }
}
