internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Reads the name of an action's target right before and right behind the call that acts.
///
/// The three calls are sent one after the other, without waiting in between, over one connection. An application
/// handles them in that order.
final class TargetReading {
  private let object: ActionObject
  private let mirrored: ElementIdentity
  private let timeout: Duration
  private var before: String?
  private var after: String?
  private var calls: [PendingCall] = []
  private var whenRead: (() -> Void)?

  /// How long to wait for the answer to the last read after the application has answered the action.
  private static let patience = Duration.milliseconds(100)

  /// - Parameter mirrored: What the target is in the mirror.
  init(_ object: ActionObject, mirrored: ElementIdentity, timeout: Duration) {
    self.object = object
    self.mirrored = mirrored
    self.timeout = timeout
  }

  /// Sends the first read; to be called right before the action is sent.
  func readBefore() { read { $0.before = $1 } }

  /// Sends the second read; to be called right after the action was sent.
  func readAfter() { read { $0.after = $1 } }

  private func read(_ take: @escaping (TargetReading, String?) -> Void) {
    let call = object.queue.enqueue(object.nameRequest, lane: .urgent, timeout: timeout) {
      [weak self] answer in
      guard let self else { return }
      take(self, try? BusConnection.read(answer, ActionObject.readName).get())
      if calls.allSatisfy({ !$0.isPending }) { whenRead?() }
    }
    calls.append(call)
  }

  /// Waits for what was sent, for a short time: an application that is busy with the action answers later.
  func finish(on loop: EventLoop) async {
    guard calls.contains(where: { $0.isPending }) else { return }
    _ = await loop.value { (promise: Promise<Bool>) in
      whenRead = { promise.fulfill(true) }
      return loop.schedule(after: Self.patience) { promise.fulfill(false) }
    }
    whenRead = nil
  }

  /// What the target was; `nil` when its name could not be read.
  var sighting: TargetSighting? {
    before.map { TargetSighting(before: identity(named: $0), after: after.map(identity(named:))) }
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
    live.name = name
    if let role { live.role = role }
    let identity = Self.identity(live)
    return identity == Self.identity(facts) ? mirrored : identity
  }

  private static func identity(_ facts: AtspiFacts) -> ElementIdentity {
    let role = ElementMapping.role(facts)
    return ElementIdentity(role: role, label: NameMapping.label(facts, role: role))
  }
}
