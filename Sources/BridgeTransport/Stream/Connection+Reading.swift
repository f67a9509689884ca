internal import CLinux
internal import Glibc

extension Connection {
  /// How many full buffers are read in one turn, so that one busy peer does not starve the others.
  private static let readsPerTurn = 4

  /// Reads and delivers once what is there, although reading is paused: for an owner who paused it to
  /// read when it is this connection's turn. Returns whether there was anything.
  public func readOnce() -> Bool {
    guard flags.contains(.readingPaused), case .open = phase, let fd = descriptor?.rawValue else {
      return false
    }
    do throws(SystemError) {
      guard let count = try receive(fd), count > 0 else { return false }
      return true
    } catch {
      // It is met again, and told, once reading goes on.
      return false
    }
  }

  /// Stops taking bytes from the socket, so that the other end is held back. Takes effect at once:
  /// `onBytes` is not called again before `resumeReading()`.
  public func pauseReading() {
    guard !flags.contains(.readingPaused) else { return }
    flags.insert(.readingPaused)
    updateInterest()
  }

  /// Undoes `pauseReading()`.
  public func resumeReading() {
    guard flags.contains(.readingPaused) else { return }
    flags.remove(.readingPaused)
    // The end is read again where it was only heard of.
    flags.remove(.peerFinished)
    updateInterest()
  }

  /// What the loop reported.
  func handle(_ readiness: Readiness) {
    if readiness.contains(.abandoned) { return abandon() }
    if readiness.contains(.writable), flags.contains(.blocked) {
      flags.remove(.blocked)
      writeQueued()
      updateInterest()
    }
    guard !readiness.isDisjoint(with: [.readable, .hangUp, .closed, .error]) else { return }
    if flags.contains(.readingPaused), case .open = phase {
      endWhilePaused(readiness)
    } else {
      readAvailable(toEnd: !readiness.isDisjoint(with: [.hangUp, .closed, .error]))
      // Others are to be served before the turn ends: this peer can work on its answers meanwhile. Nor is
      // what it asked for to wait for what thousands of others are sent unasked.
      if core.poller.remaining > 0 || core.turnEnd.hasMuchUnsent, !output.isEmpty { flush() }
    }
  }

  /// Nothing is read while paused; but an end must not be reported again in every turn.
  private func endWhilePaused(_ readiness: Readiness) {
    if !readiness.isDisjoint(with: [.closed, .error]) {
      finish(pendingError.map(CloseReason.error) ?? .peerClosed)
    } else if readiness.contains(.hangUp) {
      flags.insert(.peerFinished)
      updateInterest()
    }
  }

  private var pendingError: SystemError? {
    guard let fd = descriptor?.rawValue else { return nil }
    let code = clinux_pending_error(fd)
    return code > 0 ? SystemError(errno: code, call: "poll") : nil
  }

  /// Reads and delivers what is there. A read that does not fill the buffer has emptied the socket;
  /// `toEnd` reads on after it, because the end of the stream is known to follow.
  func readAvailable(toEnd: Bool) {
    var reads = 0
    while reads < Self.readsPerTurn, let fd = descriptor?.rawValue {
      if flags.contains(.readingPaused), case .open = phase { return }
      do throws(SystemError) {
        guard let count = try receive(fd) else { return }
        guard count > 0 else { return peerFinished() }
        if count < Scratch.readSize, !toEnd { return }
        // What is thrown away has no hurry.
        guard case .open = phase else { return }
      } catch {
        if case .lingering = phase { return finish(.closedLocally) }
        return finish(.error(error))
      }
      reads += 1
      // What is left is reported again in the next turn.
      if core.turnIsOld { return }
    }
  }

  /// Reads once into the buffer that all connections share, and delivers what came. Returns how many
  /// bytes that was; zero is the end, `nil`: nothing is there now.
  private func receive(_ fd: Int32) throws(SystemError) -> Int? {
    let buffer = unsafe core.scratch.readBuffer
    let flags = Int32(MSG_DONTWAIT) | (canDiscard ? Int32(MSG_TRUNC) : 0)
    let count = try attempt("recv") {
      unsafe recv(fd, buffer.baseAddress, buffer.count, flags)
    }
    guard let count, count > 0 else { return count.map { Int($0) } }
    bytesReceived &+= UInt64(count)
    deliver(unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes)
    return count
  }

  /// Whether what arrives is thrown away, and TCP can do that without copying it.
  private var canDiscard: Bool {
    guard case .tcp = peerAddress else { return false }
    if case .open = phase { return false }
    return true
  }

  /// Hands bytes from the socket to the owner: here a layer that decrypts would come first.
  private func deliver(_ bytes: RawSpan) {
    guard case .open = phase else { return }
    onBytes?(bytes)
  }

  /// The other end will send no more.
  private func peerFinished() {
    switch phase {
    case .open where onFinished != nil && !flags.contains(.peerFinished):
      flags.insert(.peerFinished)
      updateInterest()
      onFinished?()
    case .open:
      // It may still read: what has been answered so far gets one chance to leave.
      writeQueued(limit: .max)
      finish(.peerClosed)
    case .flushing:
      flags.insert(.peerFinished)
      updateInterest()
    case .lingering:
      finish(.closedLocally)
    case .closed:
      break
    }
  }
}
