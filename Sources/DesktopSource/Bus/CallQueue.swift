internal import BridgeTransport

/// The calls to one destination: a bounded number in flight, the important ones first.
///
/// An application that hangs costs nobody else anything: after a few deadlines in a row the queue
/// suspends itself and lets one call at a time find out whether the application is back.
/// Confined to the loop's thread.
final class CallQueue {
  /// Within a lane calls go out in the order they came; a lane waits for those before it.
  enum Lane: Int, CaseIterable {
    /// What a user waits for. Goes out even when the queue is full or suspended.
    case urgent
    /// What is on screen.
    case visible
    case normal
    case background
  }

  enum Health: Equatable {
    case responsive
    /// That many calls in a row found no answer in time.
    case suspended(timeouts: Int)
  }

  let destination: String
  let connection: BusConnection
  /// Where calls go instead while it is there.
  weak var directLine: BusConnection?
  /// Calls in flight at most, urgent ones aside, however fast the answers come.
  var limit: Int
  /// How many that are now.
  private var window = CallWindow()
  /// Calls sent so far, over the bus or directly.
  private(set) var calls = 0
  /// Deadlines missed in a row that suspend the queue.
  static let timeoutsBeforeSuspension = 3

  private(set) var health = Health.responsive
  /// Called when `health` changes between responsive and suspended.
  var onHealthChange: ((Health) -> Void)?
  /// Called when nothing is waiting or in flight any more.
  var onIdle: (() -> Void)?

  /// Called when an answer took the loop long; see `answerWasCostly`.
  var onCostlyAnswer: ((Duration) -> Void)?
  /// Called when an answer had so many bytes, too many to be read.
  var onLargeAnswer: ((Int) -> Void)?
  var pausedUntil: MonotonicTime?
  /// Until so many more cheap answers came, one call at a time goes out.
  var cheapAnswersMissing = 0

  private(set) var inFlight = 0
  private var urgentInFlight = 0
  /// When the latest call that was answered had been sent, in nanoseconds of `MonotonicTime`.
  private var answeredSentAt: UInt64 = 0
  private(set) var answered = 0
  private(set) var timeouts = 0
  private var timeoutsInARow = 0
  /// How long the application took for the last answer, in nanoseconds: since it was asked, or since
  /// the answer before, where that came later.
  private(set) var lastAnswerTook: UInt64 = 0
  /// When the last answer came, in nanoseconds of `MonotonicTime`; 0 before the first.
  private(set) var lastAnswerAt: UInt64 = 0

  private var lanes = Lane.allCases.map { _ in Fifo<PendingCall>() }
  private var sent: [ObjectIdentifier: PendingCall] = [:]
  private var closedWith: BusError?
  private var isPumping = false

  init(_ connection: BusConnection, destination: String, limit: Int = 64) {
    self.connection = connection
    self.destination = destination
    self.limit = max(1, limit)
  }

  /// Calls waiting for their turn, cancelled ones among them.
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

  /// Whether a call is in flight that was sent after all that were answered. An application that answers what was
  /// sent later than a call is busy with that call, and hangs no more for it.
  var owesAnswer: Bool { sent.values.contains { $0.sentAt > answeredSentAt } }

  /// Queues `request`; `timeout` counts from when it is sent.
  @discardableResult
  func enqueue(
    _ request: CallRequest, lane: Lane = .normal,
    timeout: Duration = BusConnection.defaultTimeout, reply: @escaping PendingCall.Reply
  ) -> PendingCall {
    if let closedWith {
      let call = PendingCall(timeout: timeout, reply: reply)
      connection.later { call.finish(.failure(closedWith)) }
      return call
    }
    let call = PendingCall(timeout: timeout, queue: self, reply: reply)
    call.request = request
    call.isUrgent = lane == .urgent
    lanes[lane.rawValue].append(call)
    pump()
    return call
  }

  /// Answers all calls, waiting and in flight, with `error`, and every later one too: the
  /// destination is gone.
  func close(with error: BusError) {
    guard closedWith == nil else { return }
    closedWith = error
    cancelAll(with: error)
  }

  /// Answers all calls, waiting and in flight, with `error`.
  func cancelAll(with error: BusError = .cancelled) {
    var calls = Array(sent.values)
    for lane in lanes.indices { calls += lanes[lane].removeAll() }
    for call in calls { call.finish(.failure(error)) }
  }

  /// Answers what is in flight with `error`; what waits goes on waiting.
  func failInFlight(with error: BusError) {
    for call in Array(sent.values) { call.finish(.failure(error)) }
  }

  /// Sends what may be sent now.
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
      calls += 1
      sent[ObjectIdentifier(call)] = call
      (directLine ?? connection).send(request, for: call)
    }
  }

  private func next() -> PendingCall? {
    if let call = lanes[Lane.urgent.rawValue].popFirst() { return call }
    let room = health == .responsive && cheapAnswersMissing == 0 ? min(limit, window.size) : 1
    // Urgent calls hold up no others: an action may be answered only when the dialog closes that it opened.
    let waitedFor = inFlight - urgentInFlight
    guard waitedFor < room, !isPaused else { return nil }
    if waitedFor > 0, window.mustDrain(at: MonotonicTime.now().nanoseconds) { return nil }
    for lane in lanes.indices.dropFirst() {
      if let call = lanes[lane].popFirst() { return call }
    }
    return nil
  }

  /// A call has ended: with an answer, a failure, or `nil` when its owner gave it up.
  func finished(_ call: PendingCall, _ result: Result<MessageReader, BusError>?) {
    guard sent.removeValue(forKey: ObjectIdentifier(call)) != nil else { return }
    inFlight -= 1
    if call.isUrgent { urgentInFlight -= 1 }
    switch result {
    case .success: answerArrived(to: call)
    case .failure(let error) where error.isAnswer: answerArrived(to: call)
    case .failure(.timeout):
      timeouts += 1
      timeoutsInARow += 1
      if timeoutsInARow >= Self.timeoutsBeforeSuspension {
        setHealth(.suspended(timeouts: timeoutsInARow))
      }
    case .failure, nil: break
    }
    if isIdle, let onIdle {
      connection.later { [weak self] in if self?.isIdle == true { onIdle() } }
    }
  }

  private func answerArrived(to call: PendingCall) {
    answered += 1
    if cheapAnswersMissing > 0 { cheapAnswersMissing -= 1 }
    timeoutsInARow = 0
    answeredSentAt = max(answeredSentAt, call.sentAt)
    let now = MonotonicTime.now().nanoseconds
    lastAnswerTook = now &- max(call.sentAt, lastAnswerAt)
    lastAnswerAt = now
    window.answered(after: lastAnswerAt &- call.sentAt, at: lastAnswerAt)
    setHealth(.responsive)
  }

  private func setHealth(_ new: Health) {
    let old = health
    health = new
    if (old == .responsive) != (new == .responsive) { onHealthChange?(new) }
  }
}
