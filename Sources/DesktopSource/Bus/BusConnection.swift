internal import BridgeTransport
internal import CSDBus
internal import Glibc

/// A client's connection to a message bus, driven by an event loop; no operation blocks.
///
/// Confined to the loop's thread. It lives until `close()` or until the bus goes away: whoever opens a
/// connection closes it. Reply handlers are never called from within `call`; every call is answered exactly
/// once, unless its owner cancels it.
@safe
final class BusConnection {
  enum State: Equatable {
    /// Authenticating. Calls may be made, and are sent once the bus has accepted the connection.
    case connecting
    case ready
    case closed
  }

  private(set) var state = State.connecting
  /// Called when the bus has accepted the connection.
  var onReady: (() -> Void)?
  /// Called when the connection ends by itself, with the reason: once, after every pending call was answered
  /// with `disconnected`; not called after `close()`.
  var onDisconnect: ((BusError) -> Void)?
  /// Called for every signal, before matches are. Returning `true` means that the signal is handled, and
  /// keeps it from them.
  ///
  /// The reader is valid only during the call, unless the handler keeps it and returns `true`.
  var onSignal: ((MessageReader) -> Bool)?
  /// Called for every method call made to us. Returning `true` means that the handler answers it, now or
  /// later.
  var onMethodCall: ((MessageReader) -> Bool)?

  /// Called when a message that answers no call kept the loop busy for more than `costlyNanoseconds`, with
  /// the time that it took.
  var onCostlyMessage: ((Duration) -> Void)?
  /// Called for a message that answers no call and is larger than `MessageLimits.message`, with its size in
  /// bytes, at least. The message is skipped: only its sender and object may be read.
  var onLargeMessage: ((MessageReader, Int) -> Void)?
  /// The queue whose call is answered by the current message.
  weak var answeredQueue: CallQueue?
  /// The time after which a message counts as costly.
  static let costlyNanoseconds: UInt64 = 40_000_000

  /// The maximum number of messages handled before other descriptors of the loop get their turn.
  var messagesPerTurn = 512
  /// The time, in nanoseconds, after which other descriptors of the loop get their turn.
  private static let nanosecondsPerTurn: UInt64 = 2_000_000

  let loop: EventLoop
  private(set) var bus: OpaquePointer?
  var pending = PendingCalls()
  /// Calls held back while too many messages wait to be written.
  var overflow = Fifo<PendingCall>()
  var matches: [ObjectIdentifier: MatchSubscription] = [:]
  private var filter: OpaquePointer?
  private var spareReader: MessageReader?
  private var turnEndActions: [() -> Void] = []

  private var watch: Watch?
  private var timer: Timer?
  /// When the timer fires, in microseconds of the monotonic clock.
  private var timerDeadline = UInt64.max
  private var turnEndRequested = false
  private var isProcessing = false
  private var sizeEstimator = MessageSizeEstimator()
  /// The thread's processor time, in nanoseconds, when the current turn began.
  private var turnProcessorStart: UInt64 = 0

  /// Connects to the bus at `address`, or to a program that is no bus. Returns at once; `onReady` is called
  /// when the connection is up.
  static func open(
    address: String, isBus: Bool = true, on loop: EventLoop
  ) throws(BusError) -> BusConnection {
    let connection = BusConnection(on: loop)
    try connection.start(address: address, isBus: isBus)
    return connection
  }

  /// Connects to the session bus of the environment.
  static func openSession(on loop: EventLoop) throws(BusError) -> BusConnection {
    try open(address: BusAddress.session(), on: loop)
  }

  private init(on loop: EventLoop) {
    self.loop = loop
  }

  deinit {
    watch?.cancel()
    timer?.cancel()
    releaseBus()
  }

  /// Our unique name on the bus; `nil` unless the connection is `ready`.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard let bus = unsafe bus, state == .ready, unsafe sd_bus_get_unique_name(bus, &name) >= 0,
      let name = unsafe name
    else { return nil }
    return unsafe String(cString: name)
  }

  // MARK: Start

  private func start(address: String, isBus: Bool) throws(BusError) {
    guard BusAddress.connectsWithoutBlocking(address) else {
      throw .system(
        operation: "connecting to \(address), which is not a unix socket or numeric TCP host,",
        errno: EPROTONOSUPPORT)
    }
    var made: OpaquePointer?
    try BusConnection.check("sd_bus_new", unsafe sd_bus_new(&made))
    unsafe bus = unsafe made
    let bus = unsafe made
    try BusConnection.check("bus address", unsafe sd_bus_set_address(bus, address))
    try BusConnection.check("bus client", unsafe sd_bus_set_bus_client(bus, isBus ? 1 : 0))
    try BusConnection.check("bus fds", unsafe sd_bus_negotiate_fds(bus, 0))
    try BusConnection.check("bus time", unsafe sd_bus_negotiate_timestamp(bus, 0))
    try BusConnection.check(
      "bus options", unsafe sd_bus_set_allow_interactive_authorization(bus, 0))
    try BusConnection.check("connecting", unsafe sd_bus_start(bus))
    var slot: OpaquePointer?
    try BusConnection.check(
      "bus filter",
      unsafe sd_bus_add_filter(bus, &slot, busFilter, Unmanaged.passUnretained(self).toOpaque()))
    unsafe filter = unsafe slot
    try updateInterest()

  }

  static func check(_ operation: String, _ result: Int32) throws(BusError) {
    if result < 0 { throw .system(operation: operation, errno: -result) }
  }

  // MARK: Turns

  /// Handles messages that have arrived, within the limits of a turn.
  func process() {
    guard state != .closed, !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    let start = MonotonicTime.now().nanoseconds
    let processor = Self.processorNanoseconds()
    turnProcessorStart = processor
    if let bus = unsafe bus { sizeEstimator.beginTurn(unsafe sd_bus_get_fd(bus)) }
    var last = start
    var left = messagesPerTurn
    while left > 0, let bus = unsafe bus {
      answeredQueue = nil
      sizeEstimator.beginStep(at: last)
      // Nothing waits: stop, so that the next message can be peeked at before sd-bus receives it.
      if sizeEstimator.isSocketEmpty, left < messagesPerTurn { break }
      let result = unsafe sd_bus_process(bus, nil)
      if state == .closed { return }
      if result < 0 {
        fail(.system(operation: "reading messages", errno: -result))
        return
      }
      if unsafe sd_bus_is_open(bus) <= 0 {
        fail(.disconnected)
        return
      }
      if result == 0 {
        sizeEstimator.didDrain(at: MonotonicTime.now().nanoseconds, processor: turnProcessorTime)
        break
      }
      sizeEstimator.endStep()
      left -= 1
      loop.runTasks()
      if state == .closed { return }
      // The time is checked after each message, because one may have many megabytes.
      let now = MonotonicTime.now().nanoseconds
      if now &- last > Self.costlyNanoseconds { chargeSender(now &- last, since: processor) }
      last = now
      if now &- start > Self.nanosecondsPerTurn || loop.isTurnAwaited { break }
    }
    if state == .connecting, let bus = unsafe bus, unsafe sd_bus_is_ready(bus) > 0 {
      state = .ready
      onReady?()
    }
    requestTurnEnd()
  }

  /// Slows down the sender of a message that kept the loop busy for long. The cost is at most the processor
  /// time that the turn has used since `used`, because the process may only have waited for the processor.
  private func chargeSender(_ nanoseconds: UInt64, since used: UInt64) {
    let spent = min(nanoseconds, Self.processorNanoseconds() &- used)
    guard spent > Self.costlyNanoseconds else { return }
    let cost = Duration.nanoseconds(Int64(clamping: spent))
    if let queue = answeredQueue {
      queue.answerWasCostly(cost)
    } else {
      onCostlyMessage?(cost)
    }
  }

  /// Returns the size of the current message in bytes, at least. To be called once for each message, before
  /// it is read.
  func takeMessageSize() -> Int {
    defer { sizeEstimator.didDeliver() }
    return sizeEstimator.size(at: MonotonicTime.now().nanoseconds, processor: turnProcessorTime)
  }

  private func turnProcessorTime() -> UInt64 { Self.processorNanoseconds() &- turnProcessorStart }

  private static func processorNanoseconds() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Has `finishTurn` called before the loop waits again.
  func requestTurnEnd() {
    guard !turnEndRequested, state != .closed || !turnEndActions.isEmpty else { return }
    turnEndRequested = true
    loop.atEndOfTurn { self.finishTurn() }
  }

  /// Runs `body` at the end of the turn, to report a failure without calling back at once.
  func runAtTurnEnd(_ body: @escaping () -> Void) {
    turnEndActions.append(body)
    requestTurnEnd()
  }

  private func finishTurn() {
    turnEndRequested = false
    let bodies = turnEndActions
    turnEndActions.removeAll(keepingCapacity: bodies.count < 64)
    for body in bodies { body() }
    guard state != .closed, let bus = unsafe bus else { return }
    if unsafe sd_bus_is_open(bus) <= 0 {
      fail(.disconnected)
      return
    }
    sendOverflow()
    do throws(BusError) {
      try updateInterest()
    } catch {
      fail(error)
    }
  }

  /// Tells the loop what the bus waits for: its descriptor's events and its next deadline.
  private func updateInterest() throws(BusError) {
    guard let bus = unsafe bus else { return }
    let events = unsafe sd_bus_get_events(bus)
    try BusConnection.check("bus events", events)
    var interest: Interest = []
    if events & Int32(POLLIN) != 0 { interest.insert(.read) }
    if events & Int32(POLLOUT) != 0 { interest.insert(.write) }
    do throws(SystemError) {
      if let watch {
        try watch.update(interest)
      } else {
        let descriptor = unsafe sd_bus_get_fd(bus)
        watch = try loop.watch(descriptor, interest) { [weak self] _ in self?.process() }
      }
    } catch {
      throw .system(operation: "watching the bus", errno: error.errno)
    }

    var deadline = UInt64.max
    try BusConnection.check("bus deadline", unsafe sd_bus_get_timeout(bus, &deadline))
    // A timer that fires too early does no harm, so it is rescheduled only to fire sooner.
    guard deadline < timerDeadline else { return }
    timer?.cancel()
    timerDeadline = deadline
    let now = MonotonicTime.now().nanoseconds / 1000
    let wait = deadline > now ? min(deadline - now, 3_600_000_000) : 0
    timer = loop.schedule(after: .microseconds(Int64(wait))) { [weak self] in
      self?.timer = nil
      self?.timerDeadline = .max
      self?.process()
    }
  }

  // MARK: End

  private func fail(_ error: BusError) {
    guard state != .closed else { return }
    let handler = onDisconnect
    close()
    runAtTurnEnd { handler?(error) }
  }

  /// Ends the connection. Pending calls and later ones are answered with `disconnected`.
  func close() {
    guard state != .closed else { return }
    state = .closed
    watch?.cancel()
    watch = nil
    timer?.cancel()
    timer = nil
    for match in matches.values { match.ended() }
    matches.removeAll()
    let calls = pending.removeAll() + overflow.removeAll()
    for call in calls { call.detach() }
    releaseBus()
    (onReady, onDisconnect, onSignal, onMethodCall) = (nil, nil, nil, nil)
    (onCostlyMessage, onLargeMessage) = (nil, nil)
    if !calls.isEmpty {
      runAtTurnEnd { for call in calls { call.finish(.failure(.disconnected)) } }
    }
  }

  private func releaseBus() {
    if let slot = unsafe filter { unsafe _ = sd_bus_slot_unref(slot) }
    unsafe filter = nil
    if let held = unsafe bus { unsafe _ = sd_bus_close_unref(held) }
    unsafe bus = nil
  }

  // MARK: Incoming

  /// Whether so many answers wait to be written that calls are left unanswered.
  ///
  /// sd-bus answers unhandled calls with an error, and ends the connection when too many answers wait to be
  /// written. Leaving calls unanswered keeps a peer that floods us with calls from causing that.
  private var isAnswerQueueFull: Bool {
    var count: UInt64 = 0
    guard let bus = unsafe bus, unsafe sd_bus_get_n_queued_write(bus, &count) >= 0 else {
      return false
    }
    return count >= BusConnection.answerQueueLimit
  }

  /// Handles a message that answers none of our calls; returns whether it was handled.
  fileprivate func receive(_ message: OpaquePointer?) -> Bool {
    var reader: MessageReader
    if let spare = spareReader {
      spareReader = nil
      unsafe spare.rebind(to: message)
      reader = spare
    } else {
      reader = unsafe MessageReader(message)
    }
    let isHandled: Bool
    let size = takeMessageSize()
    if size > MessageLimits.message {
      onLargeMessage?(reader, size)
      isHandled = true
    } else if reader.isSignal {
      isHandled = onSignal?(reader) ?? false
    } else if reader.isMethodCall {
      isHandled = onMethodCall?(reader) ?? isAnswerQueueFull
    } else {
      isHandled = false
    }
    // Handlers rarely keep their reader: it is reused for the next message.
    if isKnownUniquelyReferenced(&reader) {
      reader.release()
      spareReader = reader
    }
    return isHandled
  }
}

/// sd-bus calls this for every message that is not a reply. The connection outlives its filter.
private let busFilter: sd_bus_message_handler_t = { message, userdata, _ in
  guard let userdata = unsafe userdata else { return 0 }
  let connection = unsafe Unmanaged<BusConnection>.fromOpaque(userdata).takeUnretainedValue()
  return unsafe connection.receive(message) ? 1 : 0
}
