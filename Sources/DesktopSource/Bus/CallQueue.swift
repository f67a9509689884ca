internal import BridgeTransport

/// The calls to one destination: a limited number in flight, the important ones first.
///
/// An application that hangs does not affect others: after a few missed deadlines in a row the queue suspends
/// itself, and then sends one call at a time to find out whether the application is back. Confined to the
/// loop's thread.
final class CallQueue {
  /// The priority of a call, the highest first. Within a lane, calls are sent in the order they were queued;
  /// a lane is served when those before it are empty.
  enum Lane: Int, CaseIterable {
    /// A user waits for the call. It is sent even when the queue is full or suspended.
    case urgent
    /// The call is about something on screen.
    case visible
    case normal
    case background
  }

  enum Health: Equatable {
    case responsive
    /// So many calls in a row were not answered in time.
    case suspended(timeouts: Int)
  }

  let destination: String
  let connection: BusConnection
  /// The connection that calls are sent over instead of the bus, while there is one.
  weak var directConnection: BusConnection?
  /// The maximum number of calls in flight, not counting urgent ones, however fast answers arrive.
  var limit: Int
  /// How many calls may be in flight now, by how fast answers arrive.
  private var window = CallWindow()
  /// The number of calls sent so far, over the bus or directly.
  private(set) var callCount = 0
  /// The number of deadlines missed in a row that suspends the queue.
  static let timeoutsBeforeSuspension = 3

  private(set) var health = Health.responsive
  /// Called when `health` changes between responsive and suspended.
  var onHealthChange: ((Health) -> Void)?
  /// Called when nothing is waiting or in flight any more.
  var onIdle: (() -> Void)?

  /// Called when an answer kept the loop busy for long, with the time that it took; see `answerWasCostly`.
  var onCostlyAnswer: ((Duration) -> Void)?
  /// Called when an answer was too large to be read, with its size in bytes.
  var onLargeAnswer: ((Int) -> Void)?
  var pausedUntil: MonotonicTime?
  /// The number of answers that must still arrive before more than one call at a time is sent.
  var cheapAnswersNeeded = 0

  private(set) var inFlight = 0
  private var urgentInFlight = 0
  /// When the latest of the answered calls was sent, in nanoseconds of `MonotonicTime`.
  private var answeredSentAt: UInt64 = 0
  private(set) var answerCount = 0
  private(set) var timeoutCount = 0
  private var consecutiveTimeouts = 0
  /// How long the application took for the last answer, in nanoseconds: since the call was sent, or since the
  /// previous answer, whichever is later.
  private(set) var lastAnswerDuration: UInt64 = 0
  /// When the last answer came, in nanoseconds of `MonotonicTime`; 0 before the first.
  private(set) var lastAnswerAt: UInt64 = 0

  private var lanes = Lane.allCases.map { _ in Fifo<PendingCall>() }
  private var sent: [ObjectIdentifier: PendingCall] = [:]
  private var closeError: BusError?
  private var isPumping = false

  init(_ connection: BusConnection, destination: String, limit: Int = 64) {
    self.connection = connection
    self.destination = destination
    self.limit = max(1, limit)
  }

  /// The number of calls waiting to be sent, including cancelled ones.
  var waiting: Int { lanes.reduce(0) { $0 + $1.count } }
  var isIdle: Bool { inFlight == 0 && waiting == 0 }

  /// Calls `member` of `interface` at `path`.
  @discardableResult
  func call(
    _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    lane: Lane = .normal, timeout: Duration = BusConnection.defaultTimeout,
    reply: @escaping PendingCall.Reply
  ) -> PendingCall {
    enqueue(
      CallRequest(destination, path, interface, member, arguments), lane: lane, timeout: timeout,
      reply: reply)
  }

  /// Whether a call is in flight that was sent after every answered call. When an application has answered a
  /// later call, an earlier one that is still in flight takes long, and does not mean that the application
  /// hangs.
  var hasUnansweredCall: Bool { sent.values.contains { $0.sentAt > answeredSentAt } }

  /// Queues `request`.
  ///
  /// - Parameters:
  ///   - timeout: Counts from when it is sent.
  ///   - line: The connection to send it over; `nil`: the queue's.
  @discardableResult
  func enqueue(
    _ request: CallRequest, lane: Lane = .normal,
    timeout: Duration = BusConnection.defaultTimeout, over line: BusConnection? = nil,
    reply: @escaping PendingCall.Reply
  ) -> PendingCall {
    if let closeError {
      let call = PendingCall(timeout: timeout, reply: reply)
      connection.runAtTurnEnd { call.finish(.failure(closeError)) }
      return call
    }
    let call = PendingCall(timeout: timeout, queue: self, reply: reply)
    call.request = request
    call.line = line
    call.isUrgent = lane == .urgent
    lanes[lane.rawValue].append(call)
    pump()
    return call
  }

  /// Answers all calls, waiting and in flight, with `error`, and every later one too, because the destination
  /// is gone.
  func close(with error: BusError) {
    guard closeError == nil else { return }
    closeError = error
    cancelAll(with: error)
  }

  /// Answers all calls, waiting and in flight, with `error`.
  func cancelAll(with error: BusError = .cancelled) {
    var calls = Array(sent.values)
    for lane in lanes.indices { calls += lanes[lane].removeAll() }
    for call in calls { call.finish(.failure(error)) }
  }

  /// Answers the calls in flight with `error`; waiting calls are kept.
  func failInFlight(with error: BusError) {
    for call in Array(sent.values) { call.finish(.failure(error)) }
  }

  /// Sends the calls that may be sent now.
  func pump() {
    guard !isPumping else { return }
    isPumping = true
    defer { isPumping = false }
    while let call = next() {
      guard let request = call.request else { continue }
      call.request = nil
      if inFlight == urgentInFlight { window.begin(at: MonotonicTime.now().nanoseconds) }
      inFlight += 1
      if call.isUrgent { urgentInFlight += 1 }
      callCount += 1
      sent[ObjectIdentifier(call)] = call
      (call.line ?? directConnection ?? connection).send(request, for: call)
    }
  }

  private func next() -> PendingCall? {
    if let call = lanes[Lane.urgent.rawValue].popFirst() { return call }
    let available = health == .responsive && cheapAnswersNeeded == 0 ? min(limit, window.size) : 1
    // Urgent calls do not delay others: an action may be answered only when the dialog that it opened is
    // closed.
    let nonUrgentInFlight = inFlight - urgentInFlight
    guard nonUrgentInFlight < available, !isPaused else { return nil }
    if nonUrgentInFlight > 0, window.mustDrain(at: MonotonicTime.now().nanoseconds) { return nil }
    for lane in lanes.indices.dropFirst() {
      if let call = lanes[lane].popFirst() { return call }
    }
    return nil
  }

  /// Handles the end of a call: an answer, a failure, or `nil` when its owner cancelled it.
  func finished(_ call: PendingCall, _ result: Result<MessageReader, BusError>?) {
    guard sent.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
    inFlight -= 1
    if call.isUrgent { urgentInFlight -= 1 }
    switch result {
    case .success: recordAnswer(to: call)
    case .failure(let error) where error.isAnswer: recordAnswer(to: call)
    case .failure(.timeout):
      timeoutCount += 1
      consecutiveTimeouts += 1
      if consecutiveTimeouts >= Self.timeoutsBeforeSuspension {
        setHealth(.suspended(timeouts: consecutiveTimeouts))
      }
    case .failure, nil: break
    }
    if isIdle, let onIdle {
      connection.runAtTurnEnd { [weak self] in if self?.isIdle == true { onIdle() } }
    }
  }

  private func recordAnswer(to call: PendingCall) {
    answerCount += 1
    if cheapAnswersNeeded > 0 { cheapAnswersNeeded -= 1 }
    consecutiveTimeouts = 0
    answeredSentAt = max(answeredSentAt, call.sentAt)
    let now = MonotonicTime.now().nanoseconds
    lastAnswerDuration = now &- max(call.sentAt, lastAnswerAt)
    lastAnswerAt = now
    window.recordAnswer(after: lastAnswerAt &- call.sentAt, at: lastAnswerAt)
    setHealth(.responsive)
  }

  private func setHealth(_ new: Health) {
    let old = health
    health = new
    if (old == .responsive) != (new == .responsive) { onHealthChange?(new) }
  }
}
