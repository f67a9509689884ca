internal import CLinux
internal import Glibc

/// A thread that works whenever it is woken, and when a time that it asked for has passed: for what may block.
public final class Worker: Sendable {
  private struct State: Sendable {
    var isStopping = false
    var hasEnded = false
  }

  private let wakeDescriptor: FileDescriptor
  private let state = Lock(State())

  /// - Parameter body: Called on the thread. Returns after what time it is to be called again, or `nil`: when it is
  ///   woken.
  public init(named name: String, _ body: @escaping @Sendable () -> Duration?) throws(SystemError) {
    wakeDescriptor = try FileDescriptor("eventfd") {
      eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC))
    }
    try startThread(named: name) { [self] in run(body) }
  }

  /// Makes the thread work, now or after what it is doing.
  public func wake() {
    _ = eventfd_write(wakeDescriptor.rawValue, 1)
  }

  /// Lets the thread work once more and end. Waits for that, but not longer than `limit`: it may be blocked.
  ///
  /// - Returns: Whether it has ended.
  @discardableResult
  public func stop(within limit: Duration) -> Bool {
    state.withLock { $0.isStopping = true }
    wake()
    let end = MonotonicTime.now().advanced(by: limit)
    while !state.withLock({ $0.hasEnded }) {
      guard .now() < end else { return false }
      usleep(500)
    }
    return true
  }

  private func run(_ body: () -> Duration?) {
    while true {
      let isLast = state.withLock { $0.isStopping }
      let delay = body()
      if isLast { break }
      let milliseconds =
        delay.map { Int32(clamping: max(1, $0.clampedNanoseconds / 1_000_000)) } ?? -1
      var wait = pollfd(fd: wakeDescriptor.rawValue, events: Int16(POLLIN), revents: 0)
      _ = unsafe poll(&wait, 1, milliseconds)
      var count: eventfd_t = 0
      _ = unsafe eventfd_read(wakeDescriptor.rawValue, &count)
    }
    state.withLock { $0.hasEnded = true }
  }
}
