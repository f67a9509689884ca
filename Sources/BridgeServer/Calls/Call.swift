internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeTransport
internal import Synchronization

/// One call, whatever carries it. Handlers communicate with a client only through calls.
///
/// A call ends exactly once, by `respond`, `finish` or `fail`; later operations have no effect.
/// When the other side ends it (cancelled, deadline passed, connection lost), `onEnd` is called
/// so that the handler releases what it holds.
final class Call {
  let id: CallID
  let method: Method
  /// When the server began to handle the call.
  let began: MonotonicTime
  /// The deadline; `nil` when the caller waits for as long as it takes.
  let deadline: MonotonicTime?
  /// Called when the call ends, however it does.
  var onEnd: (() -> Void)?
  /// Whether the handler itself ends the call when the deadline passes, with a status that describes the
  /// current state.
  var handlesDeadline = false
  /// The application in which a selector is looked for; `nil`: everywhere. Set by the step that the call belongs to.
  var application: ElementID?
  /// The windows and dialogs that were there before the action that the call waits for the end of.
  var formerWindows = FormerWindows()
  /// The maximum number of tokens of an outline's difference; `nil`: any. Set by the run that the call belongs to.
  var differenceBudget: Int?
  /// Whether an action of the call was given to its application, which may perform it after the end of the call.
  var isActing = false
  /// Called when the call may be able to send more than before.
  var onReady: (() -> Void)?
  /// Called when the call should end soon, and with `isOver` when it must: the handler answers with what was done.
  var onBreakOff: ((_ why: Status, _ isOver: Bool) -> Void)?

  /// The call's registration as a watcher, until the call ends.
  var watcherRegistration: WatcherRegistry.Registration?
  /// What the audit log says of the client; `nil`: there is no audit log.
  var audit: ConnectionAudit?
  /// Whether the request is complete.
  var hasRequest = false
  /// The message that arrived, while the client may still send another.
  var message: [UInt8]?
  /// The length of the request, in bytes.
  var requestLength = 0
  /// The series of messages that is being sent on the call, if any.
  var series: MessageSeries? {
    didSet { seriesShare.change(to: isEnded ? nil : series) }
  }
  /// The memory that the handler keeps beside the request, in bytes, such as a compiled pattern.
  var handlerMemory = 0 {
    didSet { charge?.bytes = ownMemory }
  }
  /// Returns the call's share, in bytes, of what its handler shares with other calls, which has a charge of
  /// its own.
  var sharedMemory: (() -> Int)?
  private var seriesShare = SeriesShare()
  private var charge: MemoryCharge?
  /// Whether the carrier keeps the call because it was not answered at once.
  var isPending = false

  /// The carrier, until the call has ended. A carrier ends all its calls before it goes away.
  private var carrier: (any CallCarrier)?
  private var timer: Timer?
  private(set) var isEnded = false

  /// - Parameters:
  ///   - timeout: How long the caller waits; `nil` for as long as it takes.
  ///   - arrival: When the call arrived, which may have waited for its turn since.
  ///   - now: When it is begun.
  init(
    id: CallID, method: Method, timeout: Duration?, since arrival: MonotonicTime = .now(),
    at now: MonotonicTime = .now(), carrier: any CallCarrier, authority: Authority
  ) {
    self.id = id
    self.method = method
    began = now
    deadline = timeout.map(arrival.advanced(by:))
    self.carrier = carrier
    owner = carrier.carrierID
    treeWork = carrier.treeWork
    self.authority = authority
  }

  /// By what right the call is made.
  let authority: Authority
  /// Who makes the call.
  var caller: Caller { authority.caller }

  /// Encodes the trees requested on the call's connection, one after another.
  let treeWork: SerialWork
  /// Identifies the carrier. Calls of one owner share what a connection may take up.
  let owner: CarrierID
  /// What the client may do.
  var rights: Rights { isEnded ? .none : authority.rights }
  /// Counts the client's actions.
  var limiter: ActionLimiter { authority.limiter }
  /// The permit of the call's action, until the call ends.
  var actionPermit: ActionLimiter.Permit?

  /// Whether a message can be sent now: the client has granted credit and reads what it is sent.
  var isReady: Bool { !isEnded && carrier?.isReady(id) == true }

  /// The maximum length of a message or response that the client accepts, in bytes.
  var maxPayloadSize: Int { carrier?.maxPayloadSize ?? 0 }

  /// Identifies the client to sources; 0 unless it subscribes on the same connection, as programs do that
  /// follow what they act on.
  var watchingClient: UInt64 { pendingCalls(of: .subscribe) > 0 ? owner.value : 0 }

  /// Whether the client itself gives the call up at its deadline, and hears nothing that is said then.
  var isGivenUpAtDeadline: Bool { carrier?.clientKeepsDeadlines == true }

  /// Returns the number of pending calls of a method on the call's connection.
  func pendingCalls(of method: Method) -> Int { carrier?.pendingCalls(of: method) ?? 0 }

  /// Throws when the connection already has as many pending calls of the method as a limit allows. Calls that cost
  /// something at every change are limited in number.
  ///
  /// - Parameter calls: What the calls are, for people: "subscriptions".
  func checkLimit(_ limit: Limit, _ limits: Limits, _ calls: String) throws(Status) {
    // A call that waited for its request is already counted itself.
    let others = (carrier?.pendingCalls(of: method) ?? 0) - (isPending ? 1 : 0)
    guard others >= limits[limit] else { return }
    throw limits.refusal(limit, "\(others) concurrent \(calls) on this connection")
  }

  /// Sends one message of a stream. The call must be ready.
  func send(_ payload: [UInt8]) {
    guard !isEnded, let carrier else { return }
    // Otherwise the message is longer than the client accepts; the carrier has told the client so.
    if !carrier.send(payload, on: id) { end { _ in } }
  }

  /// Sends the messages that `next` makes for as long as there are any and the call is ready.
  func send(whileReady next: () -> [UInt8]?) {
    guard !isEnded, let carrier else { return }
    if !carrier.send(on: id, whileReady: next) { end { _ in } }
  }

  /// Sends a message that other calls are sent as well. The call must be ready.
  func send(_ message: SharedBytes) {
    guard !isEnded, let carrier else { return }
    if !carrier.send(message, on: id) { end { _ in } }
  }

  /// About how much memory the call takes, in bytes: its request, its handler, and its share of the messages
  /// that are being sent.
  var memory: Int { ownMemory + seriesShare.memory + (sharedMemory?() ?? 0) }

  /// The same without messages that are being sent and without shared memory.
  private var ownMemory: Int { Self.baseMemory + 4 * requestLength + handlerMemory }

  /// Charges the call's memory to a ledger until the call ends.
  func charge(_ ledger: MemoryLedger) {
    guard !isEnded else { return }
    charge = charge ?? MemoryCharge(ledger, .calls)
    charge?.bytes = ownMemory
  }

  /// About the memory of a call of WaitFor, in bytes.
  private static let baseMemory = 2048

  /// Ends a unary call with its response.
  func respond(_ response: some WireMessage) {
    respond(encoded: response.encoded())
  }

  func respond(encoded response: [UInt8]) {
    end { $0.finish(self.id, status: .ok, response: response) }
  }

  /// Ends a stream.
  func finish() {
    end { $0.finish(self.id, status: .ok, response: nil) }
  }

  func fail(_ status: Status) {
    end { $0.finish(self.id, status: status, response: nil) }
  }

  /// Returns the time by which a source must answer: a little before the call's own deadline, so that
  /// the answer still reaches the client.
  ///
  /// - Parameter limit: The time allowed for a call without a deadline.
  func sourceDeadline(since began: MonotonicTime, defaultLimit limit: Duration) -> MonotonicTime {
    guard let deadline else { return began.advanced(by: limit) }
    let left = deadline.since(began)
    return began.advanced(by: max(left - max(left / 20, .milliseconds(10)), .milliseconds(1)))
  }

  /// Makes the call fail when its deadline passes. Needed only for calls that are not answered at once.
  func watchDeadline(on loop: EventLoop) {
    guard !isEnded, !handlesDeadline, timer == nil, let deadline else { return }
    timer = loop.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      fail(deadlineStatus)
    }
  }

  /// Fails a call whose deadline has passed before it was begun, so that nothing is done for a caller who has given up.
  /// Returns whether it was.
  func failsAsOverdue() -> Bool {
    guard let deadline, deadline <= .now() else { return false }
    fail(
      Status(
        .timedOut, "the deadline of the call of \(method.rawValue) passed before it was begun",
        remedy: .serverIsSlow))
    return true
  }

  private var deadlineStatus: Status {
    overdue(Status(.timedOut, "the call of \(method.rawValue) exceeded its deadline"))
  }

  /// Ends the call because nobody waits for it any longer, with what was done where the handler can say that.
  func breakOff(_ why: Status) {
    if let onBreakOff { onBreakOff(why, true) } else { fail(overdue(why)) }
  }

  /// Returns what a call fails with that is not waited for. The client of an action that was sent is to know that.
  private func overdue(_ why: Status) -> Status {
    guard isActing else { return why }
    return Status(
      .timedOut, "\(why.message); the action may still be performed", remedy: .lookBeforeRepeating)
  }

  /// Ends the call because its client no longer wants it, or is gone.
  func cancel() {
    end { $0.finish(self.id, status: Status(.cancelled, "cancelled by the client"), response: nil) }
  }

  private func end(_ report: (any CallCarrier) -> Void) {
    guard !isEnded else { return }
    isEnded = true
    series = nil
    charge = nil
    timer?.cancel()
    timer = nil
    if let carrier = carrier.take() {
      report(carrier)
      carrier.callEnded(self)
    }
    watcherRegistration = nil
    actionPermit = nil
    let onEnd = self.onEnd
    self.onEnd = nil
    onReady = nil
    onBreakOff = nil
    sharedMemory = nil
    onEnd?()
  }
}

/// Identifies a carrier of calls. Unlike an address in memory, a number is never used again.
struct CarrierID: Hashable {
  private static let last = Atomic<UInt64>(0)
  let value: UInt64

  static func next() -> CarrierID {
    CarrierID(value: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

/// Carries calls: a connection, whichever protocol it speaks.
protocol CallCarrier: AnyObject {
  var carrierID: CarrierID { get }
  var treeWork: SerialWork { get }
  func isReady(_ call: CallID) -> Bool
  var maxPayloadSize: Int { get }
  /// Whether the client ends calls at their deadlines itself, as gRPC's libraries do.
  var clientKeepsDeadlines: Bool { get }
  /// Returns the number of calls of a method that are under way and were not answered at once.
  func pendingCalls(of method: Method) -> Int
  /// Sends a message on a call, which must be ready. Returns `false` when the message is longer than the
  /// client accepts; the call has then been ended with a status that says so.
  func send(_ payload: [UInt8], on call: CallID) -> Bool
  func send(_ message: SharedBytes, on call: CallID) -> Bool
  /// Sends the messages that `next` makes, for as long as there are any and the call is ready.
  func send(on call: CallID, whileReady next: () -> [UInt8]?) -> Bool
  func finish(_ call: CallID, status: Status, response: [UInt8]?)
  /// Tells the carrier that a call has ended. The carrier is not asked to do anything more for it.
  func callEnded(_ call: Call)
}
