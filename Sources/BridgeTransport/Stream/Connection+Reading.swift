internal import CLinux
internal import Glibc

extension Connection {
  /// The number of full buffers read in one turn, limited so that one busy peer does not starve the others.
  private static let readsPerTurn = 4

  /// Reads and delivers available bytes once, although reading is paused. For an owner that paused reading
  /// and reads when it is this connection's turn. Returns whether there was anything.
  public func readOnce() -> Bool {
    guard flags.contains(.readingPaused), case .open = phase, let fd = descriptor?.rawValue else {
      return false
    }
    do throws(SystemError) {
      if deliverHeld(evenPaused: true) { return true }
      guard let count = try receive(fd), count > 0 else { return false }
      return true
    } catch {
      // The error occurs again, and is reported, once reading resumes.
      return false
    }
  }

  /// Stops reading from the socket, which holds back the other end. Takes effect at once:
  /// `onBytes` is not called again before `resumeReading()`.
  public func pauseReading() {
    guard !flags.contains(.readingPaused) else { return }
    flags.insert(.readingPaused)
    updateInterest()
  }

  /// Resumes reading after `pauseReading()`.
  public func resumeReading() {
    guard flags.contains(.readingPaused) else { return }
    flags.remove(.readingPaused)
    // The end of the stream may have been reported without being read: read it again.
    flags.remove(.peerFinished)
    updateInterest()
    // No event of the socket reports what was read from it already.
    if let layer, !layer.held.isEmpty { core.turnEnd.hooks.append { [self] in deliverHeld() } }
  }

  /// Handles the events that the loop reported.
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
      flags.insert(.isReading)
      readAvailable(toEnd: !readiness.isDisjoint(with: [.hangUp, .closed, .error]))
      flags.remove(.isReading)
      if flags.contains(.hasToWrite) { writeAnswers() }
    }
  }

  /// Writes what was queued while bytes were handled, or plans it for the end of the turn.
  private func writeAnswers() {
    // Others are served before the turn ends, and this peer can work on its answers until then. Nor should
    // its answers wait for what thousands of others are sent unasked. Only work that is left for the end of the turn may
    // add to them.
    let turnEnd = core.turnEnd
    let own = flags.contains(.isWriteScheduled) ? 1 : 0
    if isOpen, core.poller.remaining > 0 || turnEnd.unsentCount > own || turnEnd.isEmpty {
      flush()
    } else {
      flushLater()
    }
  }

  /// Ends a connection that is closed while reading is paused, and keeps the loop from reporting the end of
  /// the stream again in every turn.
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

  /// Reads and delivers available bytes. A read that does not fill the buffer has emptied the socket; with
  /// `toEnd` reading goes on after it, because the end of the stream is known to follow.
  func readAvailable(toEnd: Bool) {
    var reads = 0
    while reads < Self.readsPerTurn, let fd = descriptor?.rawValue {
      if flags.contains(.readingPaused), case .open = phase { return }
      if deliverHeld() {
        reads += 1
        continue
      }
      // TLS may have announced the end of the stream.
      if layer != nil, flags.contains(.peerFinished) { return }
      do throws(SystemError) {
        guard let count = try receive(fd) else { return }
        guard count > 0 else { return peerFinished() }
        if count < Scratch.readSize, !toEnd { return }
        // Bytes that are discarded are not urgent.
        guard case .open = phase else { return }
      } catch {
        if case .lingering = phase { return finish(.closedLocally) }
        return finish(.error(error))
      }
      reads += 1
      if core.turnIsOld { break }
    }
    readLater()
  }

  /// Makes the loop report in the next turn what is left.
  private func readLater() {
    guard let watch, watch.interest.contains(.edge) else { return }
    do throws(SystemError) {
      try watch.renew()
    } catch {
      finish(.error(error))
    }
  }

  /// Reads once into the buffer that all connections share, and delivers the bytes. Returns how many there
  /// were: zero at the end of the stream, `nil` when nothing is available now.
  private func receive(_ fd: Int32) throws(SystemError) -> Int? {
    let buffer = unsafe scratch.readBuffer
    let flags = canDiscard ? Int32(MSG_TRUNC) : 0
    let count = try attempt("recv") {
      unsafe clinux_receive(fd, buffer.baseAddress, buffer.count, flags)
    }
    guard let count, count > 0 else { return count.map { Int($0) } }
    bytesReceived &+= UInt64(count)
    deliver(unsafe UnsafeRawBufferPointer(rebasing: buffer[..<count]).bytes)
    return count
  }

  /// Whether bytes that arrive are discarded, and TCP can do that without copying them.
  private var canDiscard: Bool {
    guard case .tcp = peerAddress else { return false }
    if case .open = phase { return false }
    // A handshake goes on, so that what is queued can be sent.
    return layer == nil || layer?.engine?.canSend == true
  }

  /// Passes bytes from the socket to the owner.
  func deliver(_ bytes: RawSpan) {
    if let layer { return unsafe bytes.withUnsafeBytes { unsafe receive($0, through: layer) } }
    guard case .open = phase else { return }
    onBytes?(bytes)
  }

  /// Handles the end of what the other end sends.
  func peerFinished() {
    // A stream that was cut off is no good end.
    if let tls, tls.state != .finished, isOpen { return finish(.peerClosed) }
    switch phase {
    case .open where onFinished != nil && !flags.contains(.peerFinished):
      flags.insert(.peerFinished)
      updateInterest()
      onFinished?()
    case .open:
      // The other end may still read: give the answers queued so far one chance to leave.
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
