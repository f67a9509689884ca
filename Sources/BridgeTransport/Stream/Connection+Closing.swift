internal import CLinux
internal import Glibc

extension Connection {
  /// Closes at once. Queued bytes are lost. `onClosed` follows at the end of the turn.
  public func close() {
    finish(.closedLocally)
  }

  /// Writes what is queued, shuts down the sending side, and closes when the other end has closed too,
  /// or when `limit` has passed. Bytes that arrive until then are discarded.
  ///
  /// Unlike `close()`, this delivers the last bytes to a peer that is still sending: closing a socket with
  /// unread input resets the connection, which can destroy what was written before.
  public func closeAfterFlush(within limit: Duration = .seconds(2)) {
    guard isOpen else { return }
    if let writeFailure { return finish(.error(writeFailure)) }
    phase = .flushing
    deadline = core.timers.schedule(at: .now().advanced(by: limit)) { [self] in
      finish(.closedLocally)
    }
    updateInterest()
    flushLater()
  }

  /// Shuts down the sending side when everything is written, and waits for the other end.
  func linger() {
    guard sayGoodbye() else { return }
    guard let fd = descriptor?.rawValue, !flags.contains(.peerFinished),
      shutdown(fd, Int32(SHUT_WR)) == 0
    else { return finish(.closedLocally) }
    phase = .lingering
  }

  /// Closes without notifying the owner, because the loop is being closed.
  func abandon() {
    onBytes = nil
    onSecured = nil
    onDrained = nil
    onFinished = nil
    onClosed = nil
    finish(.closedLocally)
  }

  /// Ends the connection; `onClosed` follows at the end of the turn. Only the first reason counts.
  func finish(_ reason: CloseReason) {
    if case .closed = phase { return }
    phase = .closed(refusal.map(CloseReason.tls) ?? reason)
    deadline?.cancel()
    deadline = nil
    endStall()
    watch?.cancel()
    watch = nil
    descriptor = nil
    output.removeAll(scratch)
    if let layer { chargeSealed(layer) }
    scheduleNotification()
  }
}
