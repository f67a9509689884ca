internal import CLinux

/// A descriptor that the loop watches, from `EventLoop.watch` to `cancel()`.
///
/// The loop keeps the watch and its handler alive until it is cancelled. Cancel it before the
/// descriptor is closed.
public final class Watch {
  /// The descriptor. Borrowed: the watch never closes it.
  public let fd: Int32
  /// The events that are waited for now. With the empty set nothing is reported at all.
  public private(set) var interest: Interest

  private var poller: Poller?
  private var handler: ((Readiness) -> Void)?
  let token: Poller.Token
  let notifiesOnLoopEnd: Bool

  init(
    fd: Int32, interest: Interest, notifiesOnLoopEnd: Bool, poller: Poller, token: Poller.Token,
    handler: @escaping (Readiness) -> Void
  ) {
    self.fd = fd
    self.interest = interest
    self.notifiesOnLoopEnd = notifiesOnLoopEnd
    self.poller = poller
    self.token = token
    self.handler = handler
  }

  /// Whether `cancel()` has been called.
  public var isCancelled: Bool { poller == nil }

  /// Changes what is waited for. Costs nothing when nothing changes; has no effect once cancelled.
  public func update(_ interest: Interest) throws(SystemError) {
    guard let poller, interest != self.interest else { return }
    try poller.change(fd: fd, token: token, from: self.interest, to: interest)
    self.interest = interest
  }

  /// Asks for what the descriptor is ready for once more. For a handler of an edge that leaves something for a later turn.
  func renew() throws(SystemError) {
    try poller?.change(fd: fd, token: token, from: interest, to: interest)
  }

  /// Ends the watch: the handler is never called again, not even for events that the system has already
  /// reported in this turn. May be called from the handler, and more than once.
  public func cancel() {
    guard let poller else { return }
    self.poller = nil
    handler = nil
    poller.remove(fd: fd, token: token, interest: interest)
  }

  @inline(__always)
  func report(_ readiness: Readiness) {
    handler?(readiness)
  }
}
