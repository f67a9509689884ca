internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// Joins a connection, the protocol's state machine and the service: turns bytes into calls, and back.
final class FramedConnection: CallCarrier {
  let carrierID = CarrierID.next()
  let connection: Connection
  let session: ServerSession
  private let services: ServiceRegistry
  /// What the client may see, in the use of this connection; `nil`: everything.
  private var lease: ServiceRegistry.Lease?
  /// The service of what the client may see.
  private(set) var service: BridgeService
  let access: AccessControl
  /// What the client may do; nothing before its hello.
  var rights = Rights.none
  /// Counts the actions of the client, over all its connections.
  var limiter = ActionLimiter()
  /// Who the client is; `nil` before its hello.
  var identity: Identity?
  /// The pairing or token by which it is let in, if it is one.
  var grant: Grant?
  /// What the audit log says of the client; `nil`: there is no audit log.
  let audit: ConnectionAudit?
  let loop: EventLoop
  private let onClosed: (FramedConnection) -> Void
  var calls = CallTable<Call>()
  let inputCharge: MemoryCharge
  let baseCharge: MemoryCharge
  /// When input that is not handled yet last arrived.
  var lastInput = MonotonicTime(nanoseconds: 0)
  private var lastMethod: (path: String, method: Method)?
  private var helloTimer: Timer?
  /// Called when the client's hello has arrived and it is let in.
  var onHello: (() -> Void)?
  /// Runs while a refusal is held back.
  var refusalTimer: Timer?
  /// The client that introduces itself on this connection.
  var introduced: IntroducedClient?
  /// Limits how long a client that sends no more is answered.
  var finishTimer: Timer?
  var isFlushScheduled = false
  var isReadingPaused = false
  /// Whether input that was read waits for its turn in the scheduler. Reading is paused meanwhile.
  private(set) var isDeferred = false
  private let requests = ConnectionWork()
  let streams = ConnectionWork()
  let treeWork = SerialWork()
  /// The number of bytes that streams may still send before others have their turn.
  var streamRoom = FramedConnection.streamQuantum
  /// The index of the stream that the next round begins with.
  var nextStream = 0
  private var cost = RecentCost()
  /// The number of bytes read in this run.
  private var receivedBytes = 0
  /// The number of kept calls of each method.
  var pendingCounts: [Method: Int] = [:]
  var isClosingDown = false
  /// The number of checks in a row that found that nothing was heard.
  var silentChecks = 0
  /// Why the server ended the connection.
  var endReason: String?

  init(
    _ connection: Connection, services: ServiceRegistry, access: AccessControl, loop: EventLoop,
    onClosed: @escaping (FramedConnection) -> Void
  ) {
    self.connection = connection
    self.services = services
    let service = services.whole
    self.service = service
    self.access = access
    self.loop = loop
    self.onClosed = onClosed
    audit = service.audit.map { ConnectionAudit($0, peer: connection.peerDescription) }
    session = ServerSession(service.sessionConfiguration)
    inputCharge = MemoryCharge(service.memory, .input)
    baseCharge = MemoryCharge(
      service.memory, .connections,
      connection.mayBeEncrypted ? Self.baseMemory + Self.tlsMemory : Self.baseMemory)
    session.admit = { [unowned self] hello throws(Status) in try admit(hello) }
    connection.stallLimit = limits[time: .stallTime]
    session.introduce = { [unowned self] commitment throws(Status) in try introduce(commitment) }
    connection.onBytes = { [unowned self] bytes in receive(bytes) }
    connection.onDrained = { [unowned self] in outputDrained() }
    connection.onFinished = { [unowned self] in inputEnded() }
    connection.onClosed = { [self] reason in closed(reason) }
    requests.body = { [weak self] slice in self?.handleDeferred(slice) ?? false }
    streams.body = { [weak self] _ in self?.continueStreams() ?? false }
    helloTimer = loop.schedule(after: limits[time: .handshakeTime]) { [weak self] in
      self?.helloTimedOut()
    }
  }

  var limits: Limits { service.configuration.limits }

  /// Gives the client what it may see, before its first call.
  func show(_ filter: ApplicationFilter) throws(Status) {
    guard let lease = try services.service(for: filter) else { return }
    self.lease = lease
    service = lease.service
    session.epoch = service.store.epoch
  }

  /// Whether the connection has not ended yet.
  var isOpen: Bool { connection.isOpen }
}

// MARK: Bytes and events

extension FramedConnection {
  private func receive(_ bytes: RawSpan) {
    silentChecks = 0
    receivedBytes += bytes.byteCount
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    handleEvents()
    chargeInput()
  }

  /// Handles the events that were read, now or in a later turn.
  ///
  /// A connection known for cheap requests is served at once. One that made expensive requests lately takes
  /// turns with others like it. All others yield when anything else is waiting, so that quick clients wait
  /// for a request of one of them, not for a request of each.
  func handleEvents() {
    guard !isDeferred else { return }
    let began = MonotonicTime.now()
    if cost.isHeavy(at: began) || receivedBytes >= Self.heavyReadSize { return deferEvents(.heavy) }
    if service.scheduler.isBehind || loop.hasMoreReady, !cost.isQuick(at: began) {
      return deferEvents(.light)
    }
    var now = began
    let end = began.advanced(by: Scheduler.slice)
    var isRequest = false
    var wasFull = isFull
    while !wasFull, handleNext(&now, &isRequest) {
      if now >= end {
        recordCost(since: began, until: now, isRequest: isRequest)
        return deferEvents(.heavy)
      }
      wasFull = isFull
    }
    recordCost(since: began, until: now, isRequest: isRequest)
    flush()
    // Write these answers before the work that waits.
    if service.scheduler.isBehind { connection.flush() }
    // Flushing made room for the answers to further requests.
    if wasFull, !isFull { return deferEvents(.heavy) }
    pauseReadingIfFull()
  }

  /// A client that sends this many bytes at once probably goes on, so it takes turns with heavy ones.
  private static let heavyReadSize = 64 * 1024

  /// Handles the next event, if there is one, and returns whether there was. Updates `now`, so that the
  /// clock is read once per event.
  private func handleNext(_ now: inout MonotonicTime, _ isRequest: inout Bool) -> Bool {
    guard let event = session.nextEvent() else { return false }
    if case .call = event { isRequest = true }
    handle(event)
    now = .now()
    return true
  }

  /// Counts the cost of one run. Time that passed because the machine is busy is not counted: it is not
  /// the client's fault.
  private func recordCost(since began: MonotonicTime, until now: MonotonicTime, isRequest: Bool) {
    var nanoseconds = now.nanoseconds &- began.nanoseconds
    if nanoseconds > RecentCost.allowance, let spent = loop.takeProcessorTime() {
      nanoseconds = min(nanoseconds, UInt64(max(0, spent.clampedNanoseconds)))
    }
    cost.add(nanoseconds, bytes: receivedBytes, at: now, isRequest: isRequest)
    receivedBytes = 0
  }

  /// Defers the remaining events, so that other connections and the sources are served first.
  private func deferEvents(_ priority: Scheduler.Priority) {
    flush()
    isDeferred = true
    connection.pauseReading()
    service.scheduler.add(requests, priority)
  }

  /// Handles deferred events, and input that has arrived since. Returns whether more is left.
  private func handleDeferred(_ slice: Slice) -> Bool {
    guard connection.isOpen else { return false }
    defer { chargeInput() }
    // Read first, so that a ping does not wait for the requests before it.
    if !isFull, session.inputMemory < Self.readAhead { _ = connection.readOnce() }
    guard connection.isOpen else { return false }
    let began = MonotonicTime.now()
    var now = began
    var isRequest = false
    var isDone = true
    var wasFull = isFull
    while !wasFull, handleNext(&now, &isRequest) || connection.readOnce() {
      wasFull = isFull
      guard slice.isExpired else { continue }
      isDone = false
      break
    }
    // Writing the answers is part of the connection's cost.
    flush()
    connection.flush()
    recordCost(since: began, until: .now(), isRequest: isRequest)
    guard connection.isOpen else { return false }
    // If the queue was full and has room again, there may be more to handle.
    guard isDone, !wasFull || isFull else { return true }
    isDeferred = false
    pauseReadingIfFull()
    if !isReadingPaused { connection.resumeReading() }
    if isClosingDown { closeWhenDone() }
    return false
  }

  /// While less than this many bytes of input are unhandled, more is read.
  private static let readAhead = 64 * 1024

  private func handle(_ event: ServerEvent) {
    switch event {
    case .hello:
      helloTimer?.cancel()
      helloTimer = nil
      onHello?()
      onHello = nil
    case .call(let id, let method, let timeout, let request):
      start(id, method: method, timeout: timeout, request: request)
    case .message(let id, let payload):
      guard let call = calls[id], !call.hasRequest else { return }
      guard call.message == nil else {
        return call.fail(
          Status(
            .extraMessage, "received a second message: \(call.method.rawValue) takes one"))
      }
      call.message = payload
      call.requestLength = payload.count
      call.charge(service.memory)
    case .halfClosed(let id):
      guard let call = calls[id], !call.hasRequest else { return }
      guard let message = call.message.take() else {
        return call.fail(
          Status(.invalidArgument, "the call ended without a request", remedy: .sendRequest))
      }
      begin(call, message)
    case .cancelled(let id):
      calls[id]?.cancel()
    case .credit(let id):
      calls[id]?.onReady?()
    case .revealed(let nonce): revealed(nonce)
    case .goAway:
      closeWhenDone()
    case .failed(let status):
      service.log("closing \(peer): \(status.message)")
      for call in calls.values { call.cancel() }
      guard refusalTimer == nil else { return connection.pauseReading() }
      flush()
      connection.closeAfterFlush()
    }
  }

  private func start(_ id: CallID, method path: String, timeout: UInt32, request: [UInt8]?) {
    guard let method = method(path) else {
      session.finish(
        id,
        status: Status(
          .unknownMethod, "unknown method \(path.excerpt)"))
      return
    }
    let call = Call(
      id: id, method: method, timeout: timeout == 0 ? nil : .milliseconds(Int64(timeout)),
      carrier: self)
    if let request { begin(call, request) } else { track(call) }
  }

  /// Returns the method of a path. Remembers the last one: most clients call one method again and again.
  private func method(_ path: String) -> Method? {
    if let lastMethod, lastMethod.path == path { return lastMethod.method }
    lastMethod = Method(rawValue: path).map { (path, $0) }
    return lastMethod?.method
  }

  private func begin(_ call: Call, _ request: [UInt8]) {
    call.hasRequest = true
    call.requestLength = request.count
    call.audit = audit
    if let refusal = refusal(of: call.method) ?? memoryRefusal() { return call.fail(refusal) }
    service.handle(call, request)
    if !call.isEnded { track(call) }
  }

  /// Keeps a call that was not answered at once, charges its memory, and watches its deadline.
  private func track(_ call: Call) {
    if !call.isPending {
      call.isPending = true
      calls.set(call, for: call.id)
      pendingCounts[call.method, default: 0] += 1
    }
    call.charge(service.memory)
    call.watchDeadline(on: loop)
  }

  private func helloTimedOut() {
    guard !session.hasHello else { return }
    end(limits.refusal(.handshakeTime, "no hello since connecting"))
  }

  private func closed(_ reason: CloseReason) {
    helloTimer?.cancel()
    finishTimer?.cancel()
    refusalTimer?.cancel()
    leaveIntroduction()
    switch reason {
    case .error(let error) where error.isTimeout:
      // No status reaches a client that reads nothing.
      service.log(
        "disconnecting stalled \(peer): \(limits.refusal(.stallTime, "it read nothing").message)")
    case .tls(let error):
      service.log("closing \(peer): \(error.message)")
      if identity == nil {
        audit?.refused(Status(.unauthenticated, error.message), transport: "tls")
      }
    case .peerClosed, .error, .closedLocally: break
    }
    for call in calls.values { call.cancel() }
    service.clientLeft(carrierID)
    audit?.disconnected(endReason ?? reason.shortText)
    service.memory.check()
    onClosed(self)
  }

  var peer: String { connection.peerDescription }
}
