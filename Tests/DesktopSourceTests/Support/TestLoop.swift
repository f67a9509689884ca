import Glibc

@testable import DesktopSource

/// A loop for tests: turns are taken until what is waited for holds, or its deadline passes.
final class TestLoop: BusReactor {
  private final class Watch: BusWatch {
    var events: Int16 = 0
    let descriptor: Int32
    var handler: (() -> Void)?

    init(_ descriptor: Int32, _ handler: @escaping () -> Void) {
      self.descriptor = descriptor
      self.handler = handler
    }

    func update(read: Bool, write: Bool) {
      events = Int16((read ? POLLIN : 0) | (write ? POLLOUT : 0))
    }

    func cancel() { handler = nil }
  }

  private final class Timer: BusTimer {
    let due: UInt64
    var handler: (() -> Void)?

    init(_ due: UInt64, _ handler: @escaping () -> Void) {
      self.due = due
      self.handler = handler
    }

    func cancel() { handler = nil }
  }

  private var watches: [Watch] = []
  private var timers: [Timer] = []
  private var hooks: [() -> Void] = []

  func watchBus(
    descriptor: Int32, read: Bool, write: Bool, handler: @escaping () -> Void
  ) -> any BusWatch {
    let watch = Watch(descriptor, handler)
    watch.update(read: read, write: write)
    watches.append(watch)
    return watch
  }

  func scheduleBus(
    afterNanoseconds nanoseconds: UInt64, handler: @escaping () -> Void
  ) -> any BusTimer {
    let timer = Timer(BusClock.now() + nanoseconds, handler)
    timers.append(timer)
    return timer
  }

  func atEndOfTurn(_ body: @escaping () -> Void) { hooks.append(body) }

  /// Takes turns until `condition` holds; `false` when it does not within `seconds`.
  func run(for seconds: Double = 10, until condition: () -> Bool) -> Bool {
    let deadline = BusClock.now() + UInt64(seconds * 1e9)
    while !condition() {
      let now = BusClock.now()
      if now >= deadline { return false }
      turn(until: deadline)
    }
    return true
  }

  /// Takes turns for that long.
  func run(for seconds: Double) { _ = run(for: seconds) { false } }

  private func turn(until deadline: UInt64) {
    let deadline = hooks.isEmpty ? deadline : 0
    runHooks()
    watches.removeAll { $0.handler == nil }
    timers.removeAll { $0.handler == nil }
    let due = min(deadline, timers.map(\.due).min() ?? deadline)
    let now = BusClock.now()
    let wait = due > now ? Int32((due - now) / 1_000_000 + 1) : 0
    var polled = watches.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
    unsafe _ = poll(&polled, nfds_t(polled.count), wait)
    for (watch, result) in zip(watches, polled) where result.revents != 0 { watch.handler?() }
    let late = BusClock.now()
    for timer in timers where timer.due <= late {
      let handler = timer.handler
      timer.handler = nil
      handler?()
    }
    runHooks()
  }

  private func runHooks() {
    while !hooks.isEmpty {
      let batch = hooks
      hooks = []
      for hook in batch { hook() }
    }
  }
}
