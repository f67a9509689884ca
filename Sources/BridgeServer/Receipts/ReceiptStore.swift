internal import BridgeProtocol
internal import BridgeTransport

/// The actions that were requested with an id, for clients that lost their connection and request them again.
///
/// Each is kept for `lifetime` after it was requested. None is forgotten earlier, or a repeat would be performed once
/// more: when there are too many, new ids are refused.
final class ReceiptStore {
  private struct Key: Hashable {
    let caller: Caller
    let requestID: String
  }

  private let ledger: MemoryLedger
  private let loop: EventLoop
  private let lifetime: Duration
  private let maxRecords: Int
  private var records: [Key: ActionRecord] = [:]
  /// The records by the time at which they are forgotten.
  private var order = Fifo<(key: Key, end: MonotonicTime)>()
  private var timer: Timer?

  init(_ ledger: MemoryLedger, loop: EventLoop, lifetime: Duration, maxRecords: Int) {
    self.ledger = ledger
    self.loop = loop
    self.lifetime = lifetime
    self.maxRecords = maxRecords
  }

  /// Whether a receipt of that many bytes is kept whole, and not without what happened.
  func keepsWhole(_ length: Int) -> Bool {
    length <= Self.longestReceipt && records.count <= maxRecords / 8
  }

  private static let longestReceipt = 1024

  /// Returns the record of a request that was made before, or `nil` when it is new or has no id.
  func record(of request: PerformRequest, by caller: Caller) throws(Status) -> ActionRecord? {
    guard !request.requestID.isEmpty else { return nil }
    forgetOld()
    guard let known = records[Key(caller: caller, requestID: request.requestID)] else { return nil }
    guard known.request == request.hashValue else {
      throw Status(
        .invalidArgument, "PerformRequest.request_id was used for another request",
        remedy: .newRequestID)
    }
    return known
  }

  /// Makes the record of a new request; `nil` when it has no id.
  func makeRecord(of request: PerformRequest, by caller: Caller) throws(Status) -> ActionRecord? {
    guard !request.requestID.isEmpty else { return nil }
    guard records.count < maxRecords else {
      throw Status(
        .limit,
        "limit of \(maxRecords) actions with a request_id in \(lifetime) reached",
        remedy: .omitRequestID, limit: UInt64(maxRecords))
    }
    let key = Key(caller: caller, requestID: request.requestID)
    let record = ActionRecord(request: request.hashValue, ledger)
    records[key] = record
    order.append((key, MonotonicTime.now().advanced(by: lifetime)))
    schedule()
    return record
  }

  private func forgetOld() {
    let now = MonotonicTime.now()
    while let oldest = order.first, oldest.end <= now {
      _ = order.popFirst()
      records.removeValue(forKey: oldest.key)?.forget()
    }
  }

  private func schedule() {
    guard timer == nil, let oldest = order.first else { return }
    timer = loop.schedule(at: oldest.end) { [weak self] in
      guard let self else { return }
      timer = nil
      forgetOld()
      schedule()
    }
  }
}
