internal import CLinux
internal import Glibc

extension Connection {
  /// Queues bytes. All bytes queued in a turn are written together: at the end of the turn, or, while other
  /// descriptors are waiting, when `onBytes` has handled all input that arrived here. Big chunks are not
  /// copied, so the same chunk may go to many connections. Has no effect when the connection is not open.
  public func send(_ chunk: [UInt8]) {
    guard canSend, !chunk.isEmpty else { return }
    output.append(chunk, scratch)
    queued()
  }

  /// Queues several chunks in order.
  public func send(contentsOf chunks: [[UInt8]]) {
    guard canSend else { return }
    for chunk in chunks where !chunk.isEmpty { output.append(chunk, scratch) }
    queued()
  }

  /// Queues several chunks in order, and then bytes that other connections send as well.
  public func send(contentsOf chunks: [[UInt8]], then shared: SharedBytes) {
    guard canSend else { return }
    for chunk in chunks.dropLast() where !chunk.isEmpty { output.append(chunk, scratch) }
    if let last = chunks.last { output.append(last, before: shared, scratch) }
    queued()
  }

  /// Queues what `body` appends directly to the buffer that will be written: for small messages, without
  /// an array of their own. `body` must only append. `size` is a hint in bytes.
  public func send(upTo size: Int, _ body: (inout [UInt8]) -> Void) {
    guard canSend else { return }
    output.collect(size, scratch, body)
    queued()
  }

  /// Writes what is queued now instead of at the end of the turn.
  public func flush() {
    guard canSend else { return }
    writeQueued()
    if flags.contains(.blocked) { updateInterest() }
  }

  private var canSend: Bool { isOpen && writeFailure == nil }

  private func queued() {
    if output.count > lowWaterMark { flags.insert(.aboveLowWater) }
    flushLater()
  }

  /// Schedules the queue to be written at the end of the turn, unless the loop is to report when there is
  /// room. Long queues are written after the short ones of all other connections.
  func flushLater() {
    if flags.contains(.isReading) { return flags.formUnion(.hasToWrite) }
    flags.remove(.hasToWrite)
    guard flags.isDisjoint(with: [.isWriteScheduled, .blocked]) else { return }
    flags.insert(.isWriteScheduled)
    core.turnEnd.add(unsent: self, isLong: output.count > Self.shortQueue)
  }

  /// The maximum length of a short queue, in bytes.
  private static let shortQueue = 64 * 1024

  func flushAtEndOfTurn() {
    flags.remove(.isWriteScheduled)
    writeQueued()
    if flags.contains(.blocked) { updateInterest() }
  }

  /// Writes as much as the socket takes, and at most about `limit` bytes: the rest follows when others
  /// have had their turn. Sets `.blocked` when the socket takes no more.
  func writeQueued(limit: Int = Scratch.maxBytesPerTurn) {
    flags.remove(.hasToWrite)
    guard let fd = descriptor?.rawValue, writeFailure == nil, !flags.contains(.blocked) else {
      return
    }
    if let layer { return writeSealed(layer, limit: limit) }
    var total = 0
    while !output.isEmpty, total < limit {
      do throws(SystemError) {
        let (written, tried) = try output.write(to: fd, scratch)
        bytesSent &+= UInt64(written)
        total += written
        if written < tried {
          flags.insert(.blocked)
          break
        }
      } catch {
        return failWriting(error)
      }
    }
    wrote(total, canContinue: !output.isEmpty)
  }

  /// Notes how much was written.
  func wrote(_ total: Int, canContinue: Bool) {
    watchProgress(written: total)
    if canContinue { flushLater() }
    if flags.contains(.aboveLowWater), output.count <= lowWaterMark {
      flags.remove(.aboveLowWater)
      flags.insert(.drained)
      scheduleNotification()
    }
    if !hasUnsent, case .flushing = phase { linger() }
  }

  /// Handles a failed write. Nothing more can be written; an open connection ends after its input is read.
  func failWriting(_ error: SystemError) {
    output.removeAll(scratch)
    switch phase {
    case .open:
      writeFailure = error
      scheduleNotification()
    case .flushing, .lingering: finish(.closedLocally)
    case .closed: break
    }
  }
}
