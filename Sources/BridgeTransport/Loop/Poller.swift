internal import CLinux

/// The epoll set, and who is to be told about each of its descriptors.
///
/// An event carries a token: the slot of its watch and the slot's generation. Freeing a slot changes
/// its generation, so an event reported for a watch that is gone (or whose descriptor's number has
/// been given to another) finds nobody.
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
  /// How many events of this turn are still to be told.
  private(set) var remaining = 0
  private var slots: [Slot] = []
  private var free: [UInt32] = []
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// `batch`: how many events one turn takes at most.
  init(batch: Int = 256) throws(SystemError) {
    descriptor = try FileDescriptor("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
    unsafe events = .allocate(capacity: batch)
    unsafe events.initialize(repeating: epoll_event())
  }

  deinit {
    unsafe events.deallocate()
  }

  /// `hearsOfEnd`: the handler is told `.abandoned` when the loop goes.
  func add(
    _ fd: Int32, _ interest: Interest, hearsOfEnd: Bool = true,
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
      fd: fd, interest: interest, hearsOfEnd: hearsOfEnd, poller: self, token: token,
      handler: handler)
    slots[Int(slot)].watch = watch
    return watch
  }

  /// An empty interest is kept out of the set: else a hung-up descriptor would wake every turn.
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
    // Failing means the descriptor has left the set already, by being closed.
    try? change(fd: fd, token: token, from: interest, to: [])
    slots[Int(token.slot)].generation &+= 1
    slots[Int(token.slot)].watch = nil
    free.append(token.slot)
  }

  /// How many descriptors are watched.
  var count: Int { slots.count - free.count }
  /// How many events one answer of the system holds.
  var batch: Int { unsafe events.count }

  /// Waits at most `nanoseconds` (negative: until something happens).
  /// Returns how many events there are to `report`, at most `batch`; `nil` when a signal woke it.
  func wait(nanoseconds: Int64) -> Int? {
    let count = unsafe clinux_epoll_wait(
      descriptor.rawValue, events.baseAddress, Int32(events.count), nanoseconds)
    // The other reasons to fail are arguments that are never given.
    return count < 0 ? nil : Int(count)
  }

  /// Tells the watches of as many events as `wait` said there are.
  func report(_ count: Int) {
    remaining = count
    for index in 0..<count {
      remaining -= 1
      let event = unsafe events[index]
      let token = unsafe event.data.u64
      let slot = Int(truncatingIfNeeded: token & 0xffff_ffff)
      guard slot < slots.count, slots[slot].generation == UInt32(token >> 32),
        let watch = slots[slot].watch
      else { continue }
      watch.report(Readiness(rawValue: unsafe event.events))
    }
  }

  /// Cancels every watch, so that nothing keeps its handler alive.
  func cancelAll() {
    for watch in slots.compactMap(\.watch) {
      if watch.hearsOfEnd { watch.report(.abandoned) }
      watch.cancel()
    }
  }
}
