internal import BridgeProtocol
internal import BridgeTransport

/// Joins a connection, the protocol's state machine and the service: bytes in, calls out, and back.
final class FramedConnection: CallCarrier {
  let number = CarrierNumber.next()
  let connection: Connection
  let session: ServerSession
  let service: BridgeService
  let loop: EventLoop
  private let onClosed: (FramedConnection) -> Void
  private(set) var calls = CallTable<Call>()
  let inputCharge: MemoryCharge
  let baseCharge: MemoryCharge
  /// When something arrived that is not dealt with yet.
  var lastInput = MonotonicTime(nanoseconds: 0)
  private var lastMethod: (path: String, method: Method)?
  private var helloTimer: Timer?
  /// Runs while a client that sends no more is answered.
  var finishTimer: Timer?
  private var flushIsPlanned = false
  private(set) var isReadingPaused = false
  /// What was read waits for its turn; nothing is read meanwhile.
  private(set) var isPutOff = false
  private let requests = ConnectionWork()
  private let streams = ConnectionWork()
  let trees = SerialWork()
  /// Bytes that streams may send before others have had their turn.
  private var streamRoom = FramedConnection.streamQuantum
  /// Where the round of streams goes on.
  private var nextStream = 0
  private var cost = RecentCost()
  /// How many bytes were read in this go.
  private var received = 0
  /// How many calls of each method are kept.
  private var kept: [Method: Int] = [:]
  var isClosingDown = false
  /// How many looks in a row have found that nothing was heard.
  var silentLooks = 0

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
    connection.onFinished = { [unowned self] in inputEnded() }
    connection.onClosed = { [self] reason in closed(reason) }
    requests.body = { [weak self] slice in self?.handlePutOff(slice) ?? false }
    streams.body = { [weak self] _ in self?.continueStreams() ?? false }
    helloTimer = loop.schedule(after: service.configuration.helloTimeout) { [weak self] in
      self?.helloIsOverdue()
    }
  }

  var callCount: Int { calls.count }

  /// Whether it was not ended yet.
  var isOpen: Bool { connection.isOpen }
}

// MARK: Bytes and events

extension FramedConnection {
  private func receive(_ bytes: RawSpan) {
    silentLooks = 0
    received += bytes.byteCount
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    handleEvents()
    chargeInput()
  }

  /// Who is known to ask for what takes little time is served at once. Who asked for much lately takes
  /// turns with its like; all others give way to whoever else is there, so that what one of them asks
  /// keeps the quick ones waiting, but not what each of them asks.
  func handleEvents() {
    guard !isPutOff else { return }
    let began = MonotonicTime.now()
    if cost.isHeavy(at: began) || received >= Self.muchAtOnce { return putOff(.heavy) }
    if service.scheduler.isBehind || loop.hasMoreReady, !cost.isQuick(at: began) {
      return putOff(.light)
    }
    var now = began
    let end = began.advanced(by: Scheduler.slice)
    var isRequest = false
    var wasFull = isFull
    while !wasFull, handleNext(&now, &isRequest) {
      if now >= end {
        count(since: began, until: now, isRequest: isRequest)
        return putOff(.heavy)
      }
      wasFull = isFull
    }
    count(since: began, until: now, isRequest: isRequest)
    flush()
    // What others have to wait for comes after this.
    if service.scheduler.isBehind { connection.flush() }
    // There is room again for what else it asked.
    if wasFull, !isFull { return putOff(.heavy) }
    holdBackWhenFull()
  }

  /// Whoever has sent so many bytes at once probably goes on, and takes turns with its like.
  private static let muchAtOnce = 64 * 1024

  /// Returns whether there was anything to handle. Brings `now` up to date: one look at the clock for
  /// each request.
  private func handleNext(_ now: inout MonotonicTime, _ isRequest: inout Bool) -> Bool {
    guard let event = session.nextEvent() else { return false }
    if case .call = event { isRequest = true }
    handle(event)
    now = .now()
    return true
  }

  /// Counts what one go has cost. What takes long on the clock because the machine is busy is no fault of
  /// the client.
  private func count(since began: MonotonicTime, until now: MonotonicTime, isRequest: Bool) {
    var nanoseconds = now.nanoseconds &- began.nanoseconds
    if nanoseconds > RecentCost.allowance, let spent = loop.takeProcessorTime() {
      nanoseconds = min(nanoseconds, UInt64(max(0, spent.clampedNanoseconds)))
    }
    cost.add(nanoseconds, bytes: received, at: now, isRequest: isRequest)
    received = 0
  }

  /// Other connections, and the sources, are to be served before the rest.
  private func putOff(_ line: Scheduler.Line) {
    flush()
    isPutOff = true
    connection.pauseReading()
    service.scheduler.add(requests, line)
  }

  /// Goes on with what was put off, and with what has arrived since. Returns whether more is left.
  private func handlePutOff(_ slice: Slice) -> Bool {
    guard connection.isOpen else { return false }
    defer { chargeInput() }
    // A ping that came meanwhile does not wait for the requests before it.
    if !isFull, session.inputMemory < Self.readAhead { _ = connection.readOnce() }
    guard connection.isOpen else { return false }
    let began = MonotonicTime.now()
    var now = began
    var isRequest = false
    var isAll = true
    var wasFull = isFull
    while !wasFull, handleNext(&now, &isRequest) || connection.readOnce() {
      wasFull = isFull
      guard slice.isOver else { continue }
      isAll = false
      break
    }
    // To write what it is sent is part of what it costs.
    flush()
    connection.flush()
    count(since: began, until: .now(), isRequest: isRequest)
    guard connection.isOpen else { return false }
    // Where there is room again it goes on with what else was asked.
    guard isAll, !wasFull || isFull else { return true }
    isPutOff = false
    holdBackWhenFull()
    if !isReadingPaused { connection.resumeReading() }
    if isClosingDown { closeWhenDone() }
    return false
  }

  /// How much of what was asked may wait while more is read, in bytes.
  private static let readAhead = 64 * 1024

  private func handle(_ event: ServerEvent) {
    switch event {
    case .hello:
      helloTimer?.cancel()
      helloTimer = nil
    case .call(let id, let method, let timeout, let request):
      start(id, method: method, timeout: timeout, request: request)
    case .message(let id, let payload):
      guard let call = calls[id], !call.hasRequest else { return }
      guard call.message == nil else {
        return call.fail(
          Status(
            .extraMessage, "a second message: \(call.method.rawValue) takes one"))
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
          .unknownMethod, "there is no method \(path.excerpt)"))
      return
    }
    let call = Call(
      id: id, method: method, timeout: timeout == 0 ? nil : .milliseconds(Int64(timeout)),
      carrier: self)
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
    if let refusal = memoryRefusal() { return call.fail(refusal) }
    service.handle(call, request)
    if !call.isEnded { keep(call) }
  }

  /// Only a call that is not answered at once is kept, with an eye on its deadline.
  private func keep(_ call: Call) {
    if !call.isKept {
      call.isKept = true
      calls.set(call, for: call.id)
      kept[call.method, default: 0] += 1
    }
    call.charge(service.memory)
    call.watchDeadline(on: loop)
  }

  private func helloIsOverdue() {
    guard !session.hasHello else { return }
    end(
      Status(
        .helloRequired, "no hello within \(service.configuration.helloTimeout) of connecting"))
  }

  private func closed(_ reason: CloseReason) {
    helloTimer?.cancel()
    finishTimer?.cancel()
    switch reason {
    case .error(let error) where error.isTimeout:
      service.log("dropped \(peer): it took nothing for \(service.configuration.stallLimit)")
    case .peerClosed, .error, .closedLocally: break
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
    connection.isOpen && streamRoom > 0 && session.credit(call) > 0
      && waitingBytes < min(service.configuration.maxQueuedBytes / 8, service.memory.allowance)
  }

  /// How many bytes the streams of a connection send before others have their turn.
  private static let streamQuantum = 128 * 1024

  /// Gives every stream that can go on a chance to. Returns whether there is more to send.
  private func continueStreams() -> Bool {
    guard connection.isOpen else { return false }
    streamRoom = Self.streamQuantum
    let calls = Array(self.calls.values)
    // Each time another stream is the first.
    for index in calls.indices {
      let call = calls[(nextStream + index) % calls.count]
      call.onReady?()
      if streamRoom <= 0 {
        nextStream = (nextStream + index + 1) % calls.count
        break
      }
    }
    flush()
    return streamRoom <= 0
  }

  var longestPayload: Int { session.longestPayload }

  func keptCalls(of method: Method) -> Int { kept[method, default: 0] }

  /// What the peer has not taken yet.
  private var waitingBytes: Int { connection.queuedBytes + session.pendingOutput }

  /// Never without the transport telling when there is room again.
  private var isFull: Bool {
    waitingBytes
      > max(
        connection.lowWaterMark,
        min(service.configuration.maxQueuedBytes, service.memory.allowance))
  }

  func send(_ payload: [UInt8], on call: CallID) -> Bool {
    guard session.send(payload, on: call) else { return false }
    takeRoom(payload.count)
    planFlush()
    return true
  }

  func send(_ message: SharedBytes, on call: CallID) -> Bool {
    guard message.bytes.count > Self.smallMessage else { return send(message.bytes, on: call) }
    guard session.beginMessage(of: message.bytes.count, on: call) else { return false }
    connection.send(contentsOf: session.takeOutput(), then: message)
    takeRoom(message.bytes.count)
    return true
  }

  /// What is sent beyond the room waits until others have had their turn.
  private func takeRoom(_ bytes: Int) {
    streamRoom -= bytes + WireSize.frame
    if streamRoom <= 0 { service.scheduler.add(streams, .heavy) }
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
      kept[call.method, default: 1] -= 1
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

  func flush() {
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
    guard connection.isOpen else { return }
    service.scheduler.add(streams, .heavy)
    guard isReadingPaused else { return }
    isReadingPaused = false
    // What was read before comes first; it may fill the queue again.
    handleEvents()
    if !isReadingPaused, !isPutOff { connection.resumeReading() }
  }
}
