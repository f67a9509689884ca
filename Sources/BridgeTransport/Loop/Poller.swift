internal import CLinux

/// The epoll set, and the watch of each of its descriptors.
///
/// An event carries a token: the slot of its watch and the slot's generation. Freeing a slot changes
/// its generation, so an event reported for a watch that is gone (or whose descriptor's number has
/// been reused) matches no watch.
@safe final class Poller {
  struct Token {
    let slot: UInt32
    let generation: UInt32

    var packed: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
  }

  private struct Slot {
    var generation: UInt32 = 0
    var watch: Watch?
  }

  private let descriptor: FileDescriptor
  /// The number of events in the last answer, and how many of them have been reported.
  private var count = 0
  private var reportedCount = 0
  /// The time up to which everything that was ready has been reported.
  private(set) var drainedUntil = MonotonicTime(nanoseconds: 0)
  /// When the system was last asked, and when it was asked for the first of its consecutive full answers.
  private var lastPoll = MonotonicTime(nanoseconds: 0)
  private var firstFullPoll = MonotonicTime(nanoseconds: 0)
  private var fullBatches = 0
  /// Whether the last answer was full, so that more may be ready than it says.
  private var isAnswerFull = false
  /// Whether `drainedUntil` already says that the last answer has been reported.
  private var isDrained = true
  /// The number of events that are still to be reported, in this turn or the next.
  var remaining: Int { count - reportedCount }
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private let events: UnsafeMutableBufferPointer<epoll_event>
  /// Room for what the system answers while events are still to be reported.
  private let seen: UnsafeMutableBufferPointer<epoll_event>

  /// The maximum number of events in one answer of the system.
  private var batchSize: Int { unsafe events.count }

  /// - Parameter batch: The maximum number of events per turn.
  init(batch: Int = 256) throws(SystemError) {
    descriptor = try FileDescriptor("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    unsafe events = .allocate(capacity: batch)
    unsafe events.initialize(repeating: epoll_event())
    unsafe seen = .allocate(capacity: 32)
    unsafe seen.initialize(repeating: epoll_event())
  }

  deinit {
    unsafe events.deallocate()
    unsafe seen.deallocate()
  }

  /// Adds a descriptor. `notifiesOnLoopEnd`: the handler is called with `.abandoned` when the loop is closed.
  func add(
    _ fd: Int32, _ interest: Interest, notifiesOnLoopEnd: Bool = true,
    _ handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    let slot = free.popLast() ?? UInt32(slots.count)
    if Int(slot) == slots.count { slots.append(Slot()) }
    let token = Token(slot: slot, generation: slots[Int(slot)].generation)
    do throws(SystemError) {
      try change(fd: fd, token: token, from: [], to: interest)
    } catch {
      free.append(slot)
      throw error
    }
    let watch = Watch(
      fd: fd, interest: interest, notifiesOnLoopEnd: notifiesOnLoopEnd, poller: self, token: token,
      handler: handler)
    slots[Int(slot)].watch = watch
    return watch
  }

  /// Changes the interest in a descriptor. A descriptor with an empty interest is kept out of the set:
  /// otherwise it would wake every turn once it is hung up.
  func change(
    fd: Int32, token: Token, from old: Interest, to new: Interest
  ) throws(SystemError) {
    let operation: Int32
    switch (old.isEmpty, new.isEmpty) {
    case (true, true): return
    case (true, false): operation = EPOLL_CTL_ADD
    case (false, true): operation = EPOLL_CTL_DEL
    case (false, false): operation = EPOLL_CTL_MOD
    }
    _ = try system("epoll_ctl") {
      clinux_epoll_control(descriptor.rawValue, operation, fd, new.events, token.packed)
    }
  }

  func remove(fd: Int32, token: Token, interest: Interest) {
    // A failure means that the descriptor has left the set already, by being closed.
    try? change(fd: fd, token: token, from: interest, to: [])
    slots[Int(token.slot)].generation &+= 1
    slots[Int(token.slot)].watch = nil
    free.append(token.slot)
  }

  /// Waits at most `nanoseconds` (negative: until something happens) from `now` on. Has no effect while events of the last
  /// turn are still to be reported, so that each gets its turn.
  func wait(nanoseconds: Int64, since now: MonotonicTime) {
    guard remaining == 0 else { return }
    lastPoll = now
    let found = unsafe clinux_epoll_wait(
      descriptor.rawValue, events.baseAddress, Int32(events.count), nanoseconds)
    // An interruption is the only possible error: the others are due to arguments that are never passed.
    isDrained = found < 0
    count = max(0, Int(found))
    reportedCount = 0
    isAnswerFull = count == batchSize
  }

  /// Calls the watches of the events, at least one, until no events are left or `isEnough` returns `true`.
  /// Returns how many events it reported.
  ///
  /// - Parameter onConnection: Called before a connection's or listener's watch is.
  func report(until isEnough: () -> Bool, onConnection: () -> Void) -> Int {
    var reported = 0
    while reportedCount < count {
      let event = unsafe events[reportedCount]
      reportedCount += 1
      reported += 1
      guard let watch = unsafe watch(of: event) else { continue }
      if watch.notifiesOnLoopEnd { onConnection() }
      watch.report(Readiness(rawValue: unsafe event.events))
      if reportedCount < count, isEnough() { break }
    }
    if remaining == 0, !isDrained { updateDrainedUntil() }
    return reported
  }

  /// Returns the watch of an event, unless it was cancelled.
  private func watch(of event: epoll_event) -> Watch? {
    let token = unsafe event.data.u64
    let slot = Int(truncatingIfNeeded: token & 0xffff_ffff)
    guard slot < slots.count, slots[slot].generation == UInt32(token >> 32) else { return nil }
    return slots[slot].watch
  }

  /// Whether a connection or listener is ready and not reported yet. Asks the system. What it says of connections is
  /// reported in its turn, because it says so once; of others it will say so again.
  func hasReadyConnection() -> Bool {
    if unsafe events[reportedCount..<count].contains(where: isOfConnection) { return true }
    let left = remaining
    for index in 0..<left { unsafe events[index] = unsafe events[reportedCount + index] }
    (reportedCount, count) = (0, left)
    let found = unsafe clinux_epoll_wait(
      descriptor.rawValue, seen.baseAddress, Int32(min(seen.count, batchSize - left)), 0)
    for index in 0..<Int(max(0, found)) where unsafe isOfConnection(seen[index]) {
      unsafe events[count] = seen[index]
      count += 1
    }
    return count > left
  }

  private func isOfConnection(_ event: epoll_event) -> Bool {
    unsafe watch(of: event)?.notifiesOnLoopEnd == true
  }

  /// Updates `drainedUntil` when all events of an answer have been reported.
  private func updateDrainedUntil() {
    isDrained = true
    guard isAnswerFull else {
      drainedUntil = lastPoll
      fullBatches = 0
      return
    }
    // The system rotates: after this many full answers each descriptor has had its turn.
    if fullBatches == 0 { firstFullPoll = lastPoll }
    fullBatches += 1
    guard fullBatches > (slots.count - free.count) / batchSize else { return }
    drainedUntil = firstFullPoll
    fullBatches = 0
  }

  /// Cancels every watch, so that nothing keeps its handler alive.
  func cancelAll() {
    for watch in slots.compactMap(\.watch) {
      if watch.notifiesOnLoopEnd { watch.report(.abandoned) }
      watch.cancel()
    }
  }
}
