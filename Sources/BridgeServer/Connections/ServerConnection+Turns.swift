internal import BridgeProtocol
internal import BridgeTransport

/// The turns in which a connection's input is handled.
extension ServerConnection {
  func receive(_ bytes: RawSpan) {
    guard isCarrierKnown else { return chooseCarrier(bytes) }
    silentChecks = 0
    receivedBytes += bytes.byteCount
    receivedAt = .now()
    // Loaded once: each time costs as much as a small part of a request.
    let session = session
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
    handleEvents(of: session, at: receivedAt)
    chargeInput(of: session)
    if isClosingDown { closeWhenDone() }
  }

  /// Handles the events that were read, now or in a later turn.
  ///
  /// A connection known for cheap requests is served at once. One that made expensive requests lately takes
  /// turns with others like it. All others yield when anything else is waiting, so that quick clients wait
  /// for a request of one of them, not for a request of each.
  func handleEvents() { handleEvents(of: session, at: .now()) }

  private func handleEvents(of session: any CallSession, at began: MonotonicTime) {
    guard !isDeferred else { return }
    if cost.isHeavy(at: began) || receivedBytes >= Self.heavyReadSize { return deferEvents(.heavy) }
    let scheduler = service.scheduler
    if scheduler.isBehind(at: began) || loop.hasMoreReady, !cost.isQuick(at: began) {
      return deferEvents(.light)
    }
    var run = Run(began)
    let end = Scheduler.end(ofSliceFrom: began)
    var wasFull = isFull(session)
    // What is answered here is flushed below.
    isFlushScheduled = true
    while !wasFull, handleNext(session, &run) {
      if run.now >= end {
        recordCost(of: run, until: run.now)
        return deferEvents(.heavy)
      }
      wasFull = isFull(session)
    }
    recordCost(of: run, until: run.now)
    flush(session)
    // Write these answers before the work that waits.
    if scheduler.isBehind(at: run.now) { connection.flush() }
    guard wasFull else { return }
    // Flushing made room for the answers to further requests.
    if !isFull(session) { return deferEvents(.heavy) }
    pauseReadingIfFull()
  }

  /// A client that sends this many bytes at once probably goes on, so it takes turns with heavy ones.
  private static let heavyReadSize = 64 * 1024

  /// A run of handling events, one after another.
  private struct Run {
    let began: MonotonicTime
    /// When the last event was handled, so that the clock is read once per event.
    var now: MonotonicTime
    /// Whether a request was among the events.
    var isRequest = false
    var pace: WritePace

    init(_ began: MonotonicTime) {
      self.began = began
      now = began
      pace = WritePace(since: began)
    }
  }

  /// Handles the next event, if there is one, and returns whether there was. Before it, the answers to those before it are
  /// written if it is time to.
  private func handleNext(_ session: any CallSession, _ run: inout Run) -> Bool {
    guard let event = session.nextEvent() else { return false }
    if run.pace.isDue(at: run.now) {
      moveOutput(of: session)
      connection.flush()
      // Writing may have ended the connection.
      guard connection.isOpen else { return false }
    }
    if handle(event, at: run.now) { run.isRequest = true }
    run.now = .now()
    return true
  }

  /// Counts the cost of one run. Time that passed because the machine is busy is not counted: it is not
  /// the client's fault.
  private func recordCost(of run: Run, until now: MonotonicTime) {
    var nanoseconds = now.nanoseconds &- run.began.nanoseconds
    if nanoseconds > RecentCost.allowance, let spent = loop.takeProcessorTime() {
      nanoseconds = min(nanoseconds, spent.nanoseconds)
    }
    cost.add(nanoseconds, bytes: receivedBytes, at: now, isRequest: run.isRequest)
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
  func handleDeferred(_ slice: Slice) -> Bool {
    guard connection.isOpen else { return false }
    let session = session
    defer { chargeInput(of: session) }
    // Read first, so that a ping does not wait for the requests before it.
    if !isFull(session), session.inputMemory < Self.readAhead { _ = connection.readOnce() }
    guard connection.isOpen else { return false }
    var run = Run(.now())
    var isDone = true
    var wasFull = isFull(session)
    while !wasFull, handleNext(session, &run) || connection.readOnce() {
      wasFull = isFull(session)
      guard slice.isExpired else { continue }
      isDone = false
      break
    }
    // Writing the answers is part of the connection's cost.
    flush(session)
    connection.flush()
    recordCost(of: run, until: .now())
    guard connection.isOpen else { return false }
    // If the queue was full and has room again, there may be more to handle.
    guard isDone, !wasFull || isFull(session) else { return true }
    isDeferred = false
    pauseReadingIfFull()
    if !isReadingPaused { connection.resumeReading() }
    if isClosingDown { closeWhenDone() }
    return false
  }

  /// While less than this many bytes of input are unhandled, more is read.
  private static let readAhead = 64 * 1024
}
