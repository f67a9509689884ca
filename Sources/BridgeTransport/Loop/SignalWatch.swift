internal import CLinux
internal import Glibc

extension EventLoop {
  /// Calls `handler` with the number of each of `signals` that arrives, in a turn of the loop.
  ///
  /// The signals are blocked in this thread and in threads that it starts later. Call this early in `main`,
  /// before other threads exist: otherwise the system interrupts one of those with the default action.
  public func onSignal(
    _ signals: [Int32], handler: @escaping (Int32) -> Void
  ) throws(SystemError) -> SignalWatch {
    let descriptor = try FileDescriptor("signalfd") {
      unsafe clinux_signal_open(signals, Int32(signals.count))
    }
    let fd = descriptor.rawValue
    let watch = try watch(fd, .read) { _ in
      while let signal = try? attempt("read", { clinux_signal_next(fd) }) { handler(signal) }
    }
    return SignalWatch(descriptor, watch, signals)
  }
}

/// Signals that arrive as events, until `cancel()`.
public final class SignalWatch {
  private let signals: [Int32]
  private let watch: Watch
  private var descriptor: FileDescriptor?

  init(_ descriptor: consuming FileDescriptor, _ watch: Watch, _ signals: [Int32]) {
    self.descriptor = consume descriptor
    self.watch = watch
    self.signals = signals
  }

  /// Stops, and restores the signals' usual effect in this thread, on which it must be called.
  public func cancel() {
    guard descriptor != nil else { return }
    watch.cancel()
    descriptor = nil
    _ = unsafe clinux_signal_unblock(signals, Int32(signals.count))
  }
}
