internal import BridgeProtocol
internal import BridgeTransport

extension ServerConnection {
  /// About how much memory an idle connection takes, in bytes.
  static let baseMemory = 3 * 1024

  /// About how much more an encrypted one takes.
  static let tlsMemory = 44 * 1024

  /// Accounts for what the connection takes while it is idle, when the first bytes have said what it carries: before,
  /// they may be those of an encrypted connection.
  func chargeCarrier(_ session: Int) {
    baseCharge.bytes = Self.baseMemory + session + (connection.tls == nil ? 0 : Self.tlsMemory)
  }

  /// About how much memory the server uses for this connection, in bytes. Memory shared with other
  /// connections is divided among them.
  var memory: Int { baseCharge.bytes + heldMemory }

  /// The same without what every connection takes.
  var heldMemory: Int {
    let output = connection.queuedBytes == 0 ? 0 : connection.queuedMemory
    let bytes = session.inputMemory + output + session.heldOutput
    // All connections are asked in a row, and most have no calls.
    return calls.isEmpty ? bytes : calls.values.reduce(bytes) { $0 + $1.memory }
  }

  /// Returns the longer of two times: since the client last took any of its queued output, and since input
  /// that is not handled yet last arrived.
  func idleTime(at now: MonotonicTime) -> Duration {
    let isWaiting = session.inputMemory > 0 || session.heldOutput > 0
    return max(connection.stalled(at: now), isWaiting ? now.since(lastInput) : .zero)
  }

  /// Accounts for input that has arrived but is not handled yet. Must be called when that may have changed.
  func chargeInput(of session: any CallSession) {
    inputCharge.bytes = session.inputMemory
    if inputCharge.bytes > 0 || http2 != nil { lastInput = .now() }
    // Hundreds of connections may be read from in one turn, a megabyte each.
    service.memory.check(atOnce: true)
  }

  /// Returns why there is no memory for one more call, or `nil` when there is.
  func memoryRefusal() -> Status? {
    // Most connections are far below any allowance; only the others need to be added up.
    guard calls.count >= Self.uncountedCalls || http2.map({ $0.heldOutput > 0 }) == true else {
      return nil
    }
    let ledger = service.memory
    let held = memory
    guard held > ledger.allowance else { return nil }
    ledger.refusedCalls += 1
    return limits.refusal(
      .memory,
      "this connection uses \(held) bytes, limit now \(ledger.allowance); the server uses "
        + "\(ledger.used) of \(ledger.limit) bytes")
  }

  /// Up to this many calls are begun without adding up their memory.
  private static let uncountedCalls = 16

  /// Ends the connection because the server's memory is needed. Discards the queued output where there
  /// is much of it: a client that does not read could not be told.
  func endToFreeMemory() {
    let ledger = service.memory
    let status = limits.refusal(
      .memory,
      "the server uses \(ledger.used) of \(ledger.limit) bytes; this connection uses \(memory)",
      remedy: .readAsItComes)
    service.log("closing \(peer): \(status.message)")
    if connection.queuedBytes > Self.maxFinalOutput {
      connection.close()
      for call in calls.values { call.cancel() }
    } else {
      end(status)
    }
    inputCharge.bytes = 0
    heldCharge.bytes = 0
    baseCharge.bytes = 0
  }

  /// The maximum number of bytes queued in front of the status that ends a connection.
  private static let maxFinalOutput = 64 * 1024
}
