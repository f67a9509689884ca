internal import Glibc

extension Connection {
  /// Closes at once. What is queued is lost. `onClosed` follows at the end of the turn.
  public func close() {
    finish(.closedLocally)
  }

  /// Writes what is queued, tells the other end that this was all, and closes when it has closed too,
  /// or when `limit` has passed. What arrives meanwhile is thrown away.
  ///
  /// Unlike `close()`, the last words reach a peer that is still sending: closing a socket with unread
  /// input resets the connection, which can destroy what was written before.
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

  /// All is written: says so, and waits for the other end.
  func linger() {
    guard let fd = descriptor?.rawValue, !flags.contains(.peerFinished),
      shutdown(fd, Int32(SHUT_WR)) == 0
    else { return finish(.closedLocally) }
    phase = .lingering
  }

  /// The loop is going: nobody will be told any more.
  func abandon() {
    onBytes = nil
    onDrained = nil
    onFinished = nil
    onClosed = nil
    finish(.closedLocally)
  }

  /// Ends the connection; `onClosed` follows at the end of the turn. The first reason counts.
  func finish(_ reason: CloseReason) {
    if case .closed = phase { return }
    phase = .closed(reason)
    deadline?.cancel()
    deadline = nil
    endStall()
    watch?.cancel()
    watch = nil
    descriptor = nil
    output.removeAll(core.scratch)
    settleLater()
  }
}
