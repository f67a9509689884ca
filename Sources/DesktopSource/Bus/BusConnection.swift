internal import BridgeTransport
internal import CSDBus
internal import Glibc

/// A client's connection to a message bus, driven by an event loop; nothing in it ever blocks.
///
/// Confined to the loop's thread. It lives until `close()` or until the bus goes away: whoever
/// opens one closes it. Reply handlers are never called from within `call`; every call handed in
/// is answered exactly once, unless its owner cancels it.
@safe
final class BusConnection {
  enum State: Equatable {
    /// Shaking hands; calls may be made, and are sent once the bus has let us in.
    case connecting
    case ready
    case closed
  }

  private(set) var state = State.connecting
  /// The bus has let us in.
  var onReady: (() -> Void)?
  /// The connection ended by itself, and why. Called once, after every pending call was answered
  /// with `disconnected`; not called after `close()`.
  var onDisconnect: ((BusError) -> Void)?
  /// Sees every signal, before matches do; `true` says that it is dealt with, and ends it there.
  ///
  /// The reader is good for the call only, unless the handler keeps it and says `true`.
  var onSignal: ((MessageReader) -> Bool)?
  /// Sees every method call made to us; `true` says that it is, or will be, answered.
  var onMethodCall: ((MessageReader) -> Bool)?

  /// A message that answers no call took the loop so long.
  var onCostlyMessage: ((Duration) -> Void)?
  /// A message that answers no call has so many bytes at least, more than `MessageLimits.message`. It is
  /// passed over: nothing but who sent it, and of which object, may be read.
  var onLargeMessage: ((MessageReader, Int) -> Void)?
  /// The queue whose call was answered by the message at hand.
  weak var answeredQueue: CallQueue?
  /// A message that takes longer is costly.
  static let costlyNanoseconds: UInt64 = 40_000_000

  /// How many messages are handled before other descriptors of the loop get their turn.
  var messagesPerTurn = 512
  /// For how long, in nanoseconds, messages are handled before others get their turn.
  var nanosecondsPerTurn: UInt64 = 2_000_000

  let loop: EventLoop
  private(set) var bus: OpaquePointer?
  var pending = PendingCalls()
  /// Calls held back while too much waits to be written.
  var overflow = Fifo<PendingCall>()
  var matches: [ObjectIdentifier: MatchSubscription] = [:]
  private var filter: OpaquePointer?
  private var spareReader: MessageReader?
  private var deferred: [() -> Void] = []

  private var watch: Watch?
  private var timer: Timer?
  /// When the timer fires, in microseconds of the monotonic clock.
  private var timerDeadline = UInt64.max
  private var turnEndRequested = false
  private var isProcessing = false
  private var gauge = ReceiveGauge()
  /// Processor time, in nanoseconds, when the present turn began.
  private var processorBegan: UInt64 = 0

  /// Connects to the bus at `address`, or to a program that is no bus; returns at once, and `onReady`
  /// says when it is up.
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

  /// Our unique name on the bus, once it is `ready`.
  var uniqueName: String? {
    var name: UnsafePointer<CChar>?
    guard let bus = unsafe bus, state == .ready, unsafe sd_bus_get_unique_name(bus, &name) >= 0,
      let name = unsafe name
    else { return nil }
    return unsafe String(cString: name)
  }

  /// Ends the connection; pending calls are answered with `disconnected`, later ones as well.
  func close() {
    end()
  }

  // MARK: Start

  private func start(address: String, isBus: Bool) throws(BusError) {
    guard BusAddress.connectsAtOnce(address) else {
      throw .system(
        operation: "using \(address): a unix socket or a numeric TCP host is needed",
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

  /// Handles what has arrived, within the bounds of a turn.
  func process() {
    guard state != .closed, !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    let start = MonotonicTime.now().nanoseconds
    let processor = Self.processorNanoseconds()
    processorBegan = processor
    if let bus = unsafe bus { gauge.beginTurn(unsafe sd_bus_get_fd(bus)) }
    var last = start
    var left = messagesPerTurn
    while left > 0, let bus = unsafe bus {
      answeredQueue = nil
      gauge.beginStep(at: last)
      // What comes from now on is looked at before it is received.
      if gauge.isDry, left < messagesPerTurn { break }
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
        gauge.ranDry(at: MonotonicTime.now().nanoseconds, processor: processorOfTurn)
        break
      }
      gauge.endStep()
      left -= 1
      loop.runTasks()
      if state == .closed { return }
      // After each message: one may be of many megabytes.
      let now = MonotonicTime.now().nanoseconds
      if now &- last > Self.costlyNanoseconds { charge(now &- last, since: processor) }
      last = now
      if now &- start > nanosecondsPerTurn { break }
    }
    if state == .connecting, let bus = unsafe bus, unsafe sd_bus_is_ready(bus) > 0 {
      state = .ready
      onReady?()
    }
    requestTurnEnd()
  }

  /// A message kept the loop for long: whoever sent it is to send fewer. Unless this process just had to
  /// wait for the processor, of which all it did in this turn took no more than `used` and now.
  private func charge(_ nanoseconds: UInt64, since used: UInt64) {
    let spent = min(nanoseconds, Self.processorNanoseconds() &- used)
    guard spent > Self.costlyNanoseconds else { return }
    let cost = Duration.nanoseconds(Int64(clamping: spent))
    if let queue = answeredQueue {
      queue.answerWasCostly(cost)
    } else {
      onCostlyMessage?(cost)
    }
  }

  /// How many bytes the message at hand has, at least. To be asked once for each, before it is read.
  func takeMessageSize() -> Int {
    defer { gauge.handOver() }
    return gauge.size(at: MonotonicTime.now().nanoseconds, processor: processorOfTurn)
  }

  private func processorOfTurn() -> UInt64 { Self.processorNanoseconds() &- processorBegan }

  private static func processorNanoseconds() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// Asks for `finishTurn` before the loop waits again.
  func requestTurnEnd() {
    guard !turnEndRequested, state != .closed || !deferred.isEmpty else { return }
    turnEndRequested = true
    loop.atEndOfTurn { self.finishTurn() }
  }

  /// Runs `body` at the end of the turn: how a failure is told without calling back at once.
  func later(_ body: @escaping () -> Void) {
    deferred.append(body)
    requestTurnEnd()
  }

  private func finishTurn() {
    turnEndRequested = false
    let bodies = deferred
    deferred.removeAll(keepingCapacity: bodies.count < 64)
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
    // A timer that fires too early does no harm, so it is set anew only to fire sooner.
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
    end()
    later { handler?(error) }
  }

  private func end() {
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
      later { for call in calls { call.finish(.failure(.disconnected)) } }
    }
  }

  private func releaseBus() {
    if let slot = unsafe filter { unsafe _ = sd_bus_slot_unref(slot) }
    unsafe filter = nil
    if let held = unsafe bus { unsafe _ = sd_bus_close_unref(held) }
    unsafe bus = nil
  }

  // MARK: Incoming

  /// sd-bus answers calls that nobody takes by an error, and gives the connection up when too many answers
  /// wait to be written: whoever floods us with calls gets none.
  private var isAnswerTooMuch: Bool {
    var count: UInt64 = 0
    guard let bus = unsafe bus, unsafe sd_bus_get_n_queued_write(bus, &count) >= 0 else {
      return false
    }
    return count >= BusConnection.answerQueueLimit
  }

  /// A message that answers none of our calls; returns whether it is dealt with.
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
      isHandled = onMethodCall?(reader) ?? isAnswerTooMuch
    } else {
      isHandled = false
    }
    // Almost no handler keeps its reader: the next message has it.
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
