internal import BridgeProtocol
internal import BridgeTransport

/// Joins a connection, the protocol's state machine and the service: bytes in, calls out, and back.
final class FramedConnection: CallCarrier {
  let connection: Connection
  let session: ServerSession
  let service: BridgeService
  private let loop: EventLoop
  private let onClosed: (FramedConnection) -> Void
  private(set) var calls = CallTable<Call>()
  let inputCharge: MemoryCharge
  let baseCharge: MemoryCharge
  /// When something arrived that is not dealt with yet.
  var lastInput = MonotonicTime(nanoseconds: 0)
  private var lastMethod: (path: String, method: Method)?
  private var helloTimer: Timer?
  private var flushIsPlanned = false
  private var isReadingPaused = false
  /// What was read waits in `overdue`; nothing is read meanwhile.
  private var isOverdue = false
  private var subscriptions = 0
  private var waiters = 0
  private var isClosingDown = false
  /// How many looks in a row have found that nothing was heard.
  private var silentLooks = 0

  init(
    _ connection: Connection, service: BridgeService, loop: EventLoop,
    onClosed: @escaping (FramedConnection) -> Void
  ) {
    self.connection = connection
    self.service = service
    self.loop = loop
    self.onClosed = onClosed
    session = ServerSession(service.sessionConfiguration)
    inputCharge = MemoryCharge(service.memory, .input)
    baseCharge = MemoryCharge(service.memory, .connections, Self.baseMemory)
    connection.stallLimit = service.configuration.stallLimit
    connection.onBytes = { [unowned self] bytes in receive(bytes) }
    connection.onDrained = { [unowned self] in drained() }
    connection.onClosed = { [self] reason in closed(reason) }
    helloTimer = loop.schedule(after: service.configuration.helloTimeout) { [weak self] in
      self?.helloIsOverdue()
    }
  }

  /// No new calls; what would not end by itself ends now; closes when the rest has ended.
  func drain(_ status: Status) {
    guard session.hasHello else { return end(status) }
    session.goAway(status)
    for call in calls.values where call.method == .subscribe || call.method == .waitFor {
      call.fail(status)
    }
    flush()
    closeWhenDone()
  }

  /// Says why and closes, whatever is under way.
  func end(_ status: Status) {
    session.fail(status)
    inputCharge.bytes = session.inputMemory
    for call in calls.values { call.fail(status) }
    flush()
    connection.closeAfterFlush()
  }

  var callCount: Int { calls.count }

  /// Whether it was not ended yet.
  var isOpen: Bool { connection.isOpen }

  /// To be called every `pingAfter`: asks a peer that says nothing for a sign of life, and gives it up
  /// when there is none for too long.
  func breakSilence() {
    // While nothing is read from it nothing can be heard; that it takes what is sent is TCP's to see.
    guard session.hasHello, !isReadingPaused, !isOverdue else { return }
    silentLooks += 1
    // The look that follows the last byte comes too early by up to the whole time between looks.
    guard silentLooks > 1 else { return }
    if service.configuration.pingAfter * (silentLooks - 1) >= service.configuration.silenceLimit {
      service.log("giving up \(peer): nothing was heard for \(service.configuration.silenceLimit)")
      return end(
        Status(
          .timedOut, "nothing was heard for \(service.configuration.silenceLimit)",
          remedy: "Answer pings."))
    }
    session.ping()
    flush()
  }
}

// MARK: Bytes and events

extension FramedConnection {
  private func receive(_ bytes: RawSpan) {
    silentLooks = 0
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    handleEvents()
    chargeInput()
  }

  /// How old a turn may be for more requests to be begun in it.
  private static let longestTurn = Duration.milliseconds(20)
  /// How many requests are begun without looking at the clock.
  private static let batch = 4

  private func handleEvents() {
    guard !isOverdue else { return }
    while !isFull {
      guard loop.turnAge < Self.longestTurn else { return putOff() }
      guard handleBatch() else { break }
    }
    flush()
    holdBackWhenFull()
  }

  /// Returns whether there may be more.
  private func handleBatch() -> Bool {
    for _ in 0..<Self.batch {
      guard !isFull, let event = session.nextEvent() else { return false }
      handle(event)
    }
    return true
  }

  /// Other connections, and the sources, are to be served before the rest.
  private func putOff() {
    flush()
    isOverdue = true
    connection.pauseReading()
    service.overdue.add { [weak self] in
      guard let self else { return }
      isOverdue = false
      guard connection.isOpen else { return }
      if handleBatch(), !isFull { return putOff() }
      flush()
      holdBackWhenFull()
      chargeInput()
      if !isReadingPaused { connection.resumeReading() }
    }
  }

  private func handle(_ event: ServerEvent) {
    switch event {
    case .hello:
      helloTimer?.cancel()
      helloTimer = nil
    case .call(let id, let method, let timeout, let request):
      start(id, method: method, timeout: timeout, request: request)
    case .message(let id, let payload):
      // Every method of this service takes one request, so the first message is all of it.
      guard let call = calls[id], !call.hasRequest else { return }
      begin(call, payload)
    case .halfClosed(let id):
      guard let call = calls[id], !call.hasRequest else { return }
      call.fail(Status(.invalidArgument, "the call ended without a request"))
    case .cancelled(let id):
      calls[id]?.cancel()
    case .credit(let id):
      calls[id]?.onReady?()
    case .goAway:
      closeWhenDone()
    case .failed(let status):
      service.log("closing \(peer): \(status.message)")
      for call in calls.values { call.cancel() }
      flush()
      connection.closeAfterFlush()
    }
  }

  private func start(_ id: CallID, method path: String, timeout: UInt32, request: [UInt8]?) {
    guard let method = method(path) else {
      session.finish(
        id,
        status: Status(
          .unknownMethod, "there is no method \(path)",
          remedy: "The methods are those of a11y.bridge.v1.Bridge."))
      return
    }
    let deadline =
      timeout == 0 ? nil : MonotonicTime.now().advanced(by: .milliseconds(Int64(timeout)))
    let call = Call(id: id, method: method, deadline: deadline, carrier: self)
    if let request { begin(call, request) } else { keep(call) }
  }

  /// Most clients call the same method again and again.
  private func method(_ path: String) -> Method? {
    if let lastMethod, lastMethod.path == path { return lastMethod.method }
    lastMethod = Method(rawValue: path).map { (path, $0) }
    return lastMethod?.method
  }

  private func begin(_ call: Call, _ request: [UInt8]) {
    call.hasRequest = true
    call.requestLength = request.count
    if let refusal = refusal(of: call) ?? memoryRefusal() { return call.fail(refusal) }
    service.handle(call, request)
    if !call.isEnded { keep(call) }
  }

  /// What costs something at every change is limited in number.
  private func refusal(of call: Call) -> Status? {
    let (count, most, what) =
      switch call.method {
      case .subscribe: (subscriptions, service.configuration.maxSubscriptions, "subscriptions")
      case .waitFor: (waiters, service.configuration.maxWaiters, "calls of WaitFor")
      default: (0, 1, "")
      }
    // A call that waited for its request counts itself.
    guard count - (call.isKept ? 1 : 0) >= most else { return nil }
    return Status(
      .limit, "\(most) \(what) are under way, which is all that a connection may have",
      remedy: "End one of them, or subscribe to more at once.", limit: UInt64(most))
  }

  private func count(_ call: Call, _ change: Int) {
    switch call.method {
    case .subscribe: subscriptions += change
    case .waitFor: waiters += change
    default: break
    }
  }

  /// Only a call that is not answered at once is kept, with an eye on its deadline.
  private func keep(_ call: Call) {
    if !call.isKept {
      call.isKept = true
      calls.set(call, for: call.id)
      count(call, 1)
    }
    call.charge(service.memory)
    call.watchDeadline(on: loop)
  }

  private func helloIsOverdue() {
    guard !session.hasHello else { return }
    end(
      Status(
        .helloRequired, "no hello within \(service.configuration.helloTimeout) of connecting",
        remedy: "Send a Hello frame first."))
  }

  private func closed(_ reason: CloseReason) {
    helloTimer?.cancel()
    switch reason {
    case .peerClosed: session.endOfInput()
    case .error(let error) where error.isTimeout:
      service.log("dropped \(peer): it took nothing for \(service.configuration.stallLimit)")
    case .error, .closedLocally: break
    }
    for call in calls.values { call.cancel() }
    service.memory.check()
    onClosed(self)
  }

  var peer: String { connection.peerDescription }
}

// MARK: Carrying calls

extension FramedConnection {
  func isReady(_ call: CallID) -> Bool {
    connection.isOpen && session.credit(call) > 0
      && waitingBytes < min(service.configuration.maxQueuedBytes / 8, service.memory.allowance)
  }

  var longestPayload: Int { session.longestPayload }

  /// What the peer has not taken yet.
  private var waitingBytes: Int { connection.queuedBytes + session.pendingOutput }

  private var isFull: Bool {
    waitingBytes > min(service.configuration.maxQueuedBytes, service.memory.allowance)
  }

  func send(_ payload: [UInt8], on call: CallID) -> Bool {
    guard session.send(payload, on: call) else { return false }
    planFlush()
    return true
  }

  func send(_ message: SharedBytes, on call: CallID) -> Bool {
    guard message.bytes.count > Self.smallMessage else { return send(message.bytes, on: call) }
    guard session.beginMessage(of: message.bytes.count, on: call) else { return false }
    connection.send(contentsOf: session.takeOutput(), then: message)
    return true
  }

  /// Copying a message of so many bytes costs less than sharing it.
  private static let smallMessage = 2048

  func finish(_ call: CallID, status: Status, response: [UInt8]?) {
    session.finish(call, status: status, response: response)
    planFlush()
  }

  func ended(_ call: Call) {
    if call.isKept {
      calls.remove(call.id)
      count(call, -1)
    }
    if isClosingDown { closeWhenDone() }
  }

  /// What several calls send in one turn leaves together.
  private func planFlush() {
    // Only what the transport has is counted against the server's limit.
    if session.pendingOutput > Self.uncountedOutput { moveOutput() }
    guard !flushIsPlanned else { return }
    flushIsPlanned = true
    loop.atEndOfTurn { [weak self] in self?.flush() }
  }

  private func flush() {
    flushIsPlanned = false
    moveOutput()
    service.memory.check()
  }

  /// Has the transport send what the session has made, and count it.
  private func moveOutput() {
    connection.send(contentsOf: session.takeOutput())
  }

  /// How much output may wait in the session, in bytes.
  private static let uncountedOutput = 64 * 1024

  /// A peer that asks and does not read is not read from either.
  private func holdBackWhenFull() {
    guard !isReadingPaused, isFull else { return }
    isReadingPaused = true
    connection.pauseReading()
  }

  private func drained() {
    for call in calls.values { call.onReady?() }
    guard isReadingPaused else { return }
    isReadingPaused = false
    // What was read before comes first; it may fill the queue again.
    handleEvents()
    if !isReadingPaused, !isOverdue { connection.resumeReading() }
  }

  private func closeWhenDone() {
    isClosingDown = true
    guard calls.isEmpty else { return }
    flush()
    connection.closeAfterFlush()
  }
}
