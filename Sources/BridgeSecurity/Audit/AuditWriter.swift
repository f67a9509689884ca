internal import BridgeTransport
internal import Synchronization

/// Writes the audit log on a thread of its own, so that a slow disk does not hold up the server.
final class AuditWriter: Sendable {
  /// What became of the records up to a number.
  struct Progress: Sendable {
    /// How many records were handed over when the disk was tried.
    let tried: UInt64
    /// Why they are not written; `nil` when they are.
    let problem: SystemError?
    let head: AuditHead
    let news: [String]
  }

  private struct Queue: Sendable {
    var records: [AuditRecord] = []
    var accepted: UInt64 = 0
    /// Records that were dropped because the disk does not answer.
    var lost = 0
    var isAwaited = false
  }

  private struct Disk {
    let file: AuditFile
    var problem: SystemError?

    func progress(_ tried: UInt64) -> Progress {
      Progress(tried: tried, problem: problem, head: file.head, news: file.takeNews())
    }
  }

  private let queue = Lock(Queue())
  private let disk: Lock<Disk>
  private let report: @Sendable (Progress) -> Void
  private let worker = Lock<Worker?>(nil)
  private let lastWritten: Atomic<UInt64>
  private let isStopping = Atomic(false)

  /// - Parameter report: Called on the thread: after records that somebody awaits, and when a problem begins or ends.
  init(
    _ file: sending AuditFile, report: @escaping @Sendable (Progress) -> Void
  ) throws(SystemError) {
    lastWritten = Atomic(file.head.number)
    disk = Lock(Disk(file: file))
    self.report = report
    let worker = try Worker(named: "audit") { [weak self] in self?.work() ?? nil }
    self.worker.withLock { $0 = worker }
  }

  /// The last record.
  var head: AuditHead { disk.withLock { $0.file.head } }

  /// The number of the last record that is on the disk. Does not wait for the disk.
  var written: UInt64 { lastWritten.load(ordering: .relaxed) }

  /// Hands records over.
  ///
  /// - Parameter isAwaited: Whether the outcome is to be reported in any case.
  func append(_ records: [AuditRecord], isAwaited: Bool) {
    queue.withLock { queue in
      let kept = records.prefix(max(0, Self.maxQueued - queue.records.count))
      queue.records += kept
      queue.lost += records.count - kept.count
      queue.accepted += UInt64(records.count)
      if isAwaited { queue.isAwaited = true }
    }
    worker.withLock { $0 }?.wake()
  }

  /// How many records wait for a disk that does not answer.
  private static let maxQueued = 8192

  /// Writes what was handed over, and ends the thread. Waits at most `limit` for the disk.
  func stop(within limit: Duration) -> Bool {
    isStopping.store(true, ordering: .relaxed)
    return worker.withLock { $0 }?.stop(within: limit) ?? true
  }

  /// Writes what there is. Returns after what time to look again.
  private func work() -> Duration? {
    let taken = queue.withLock { queue in
      defer { (queue.records, queue.lost, queue.isAwaited) = ([], 0, false) }
      return queue
    }
    let (progress, isNew, delay) = disk.withLock { disk in
      if taken.records.isEmpty, disk.problem == nil, disk.file.isWritten {
        // A second without records: what was written is brought to the disk.
        disk.file.synchronize()
        let delay: Duration? = disk.file.isSettled ? nil : .seconds(1)
        return (disk.progress(taken.accepted), false, delay)
      }
      let before = disk.problem
      do throws(SystemError) {
        try disk.file.append(taken.records, lost: taken.lost)
        disk.problem = nil
        if isStopping.load(ordering: .relaxed) { disk.file.synchronize() }
        lastWritten.store(disk.file.head.number, ordering: .relaxed)
      } catch {
        disk.problem = error
      }
      return (disk.progress(taken.accepted), before != disk.problem, .seconds(1))
    }
    if taken.isAwaited || isNew || !progress.news.isEmpty { report(progress) }
    return delay
  }
}
