public import BridgeTransport

/// The server's audit log, as the server's loop sees it: records are collected in a turn, and written together by
/// another thread.
///
/// Confined to the loop.
public final class AuditTrail {
  public let options: AuditOptions
  /// Why the log is not being written; `nil` when it is.
  public private(set) var problem: String?
  /// Whether it is not written because there is no space.
  public private(set) var isFull = false
  /// The number of the last record that is written, about.
  public var written: UInt64 { writer?.written ?? head.number }
  private let loop: EventLoop
  private let log: (String) -> Void
  private var writer: AuditWriter?
  private var pending: [AuditRecord] = []
  private var isAwaited = false
  /// The number of records so far.
  private var count: UInt64 = 0
  private var waiting = Fifo<Waiting>()
  private var timer: Timer?
  private var head = AuditHead.origin
  private var refusals = RefusalRate()

  private struct Waiting {
    let number: UInt64
    let deadline: MonotonicTime
    let body: (_ problem: String?) -> Void
  }

  /// How long an action waits for its record to be written.
  static let patience = Duration.seconds(2)

  /// Opens the log.
  ///
  /// - Parameter log: Called with a line for people.
  public init(
    _ options: AuditOptions, on loop: EventLoop, log: @escaping (String) -> Void
  ) throws(AuditError) {
    self.options = options
    self.loop = loop
    self.log = log
    let file = try AuditFile(options)
    head = file.head
    let handle = loop.handle
    let box = WeakTrail()
    let trail = LoopBound(box, on: loop)
    do throws(SystemError) {
      writer = try AuditWriter(file) { progress in
        handle.submit { loop in trail.value(on: loop).trail?.take(progress) }
      }
    } catch {
      throw AuditError(options.path, error)
    }
    box.trail = self
    log(
      head == .origin
        ? "the audit log \(options.path) begins"
        : "the audit log \(options.path) goes on; its last record is \(head)")
  }

  private final class WeakTrail {
    weak var trail: AuditTrail?
  }

  /// Adds a record, to be written with all others of the turn.
  public func append(_ record: AuditRecord) {
    if pending.isEmpty { loop.atEndOfTurn { [self] in handOver() } }
    pending.append(record)
    count += 1
  }

  /// Adds a record, and calls `body` when it is written, or when it is known that it cannot be.
  ///
  /// - Parameter body: Called once, in a later turn.
  public func append(_ record: AuditRecord, then body: @escaping (_ problem: String?) -> Void) {
    append(record)
    isAwaited = true
    waiting.append(
      Waiting(number: count, deadline: .now().advanced(by: Self.patience), body: body))
    if timer == nil { watchPatience() }
  }

  /// Adds a record of a client that was turned away. Anybody can cause these, so only some are written in a row, and
  /// the number of the others.
  public func append(refusal record: AuditRecord) {
    guard let omitted = refusals.admit(at: .now()) else { return }
    append(record)
    guard omitted > 0 else { return }
    var note = AuditRecord("omitted")
    note.add("refusals", omitted)
    append(note)
  }

  /// Writes what there is, and ends. Waits for the disk, at most two seconds.
  public func stop() {
    handOver()
    guard let writer else { return }
    self.writer = nil
    timer?.cancel()
    if !writer.stop(within: Self.patience) || problem != nil {
      return log("the audit log \(options.path) is not complete: \(problem ?? Self.silence)")
    }
    log("the audit log \(options.path) ends; its last record is \(writer.head)")
  }

  private static let silence = "the disk has not answered for \(patience)"

  private func handOver() {
    guard !pending.isEmpty else { return }
    writer?.append(pending, isAwaited: isAwaited)
    pending = []
    isAwaited = false
  }

  private func take(_ progress: AuditWriter.Progress) {
    head = progress.head
    for line in progress.news { log(line) }
    report(
      progress.problem.map { AuditError.reason(options.path, $0) },
      isFull: progress.problem?.isOfSpace ?? false)
    while let first = waiting.first, first.number <= progress.tried {
      _ = waiting.popFirst()
      first.body(problem)
    }
  }

  /// Tells once that the log cannot be written, and once that it can again.
  private func report(_ now: String?, isFull: Bool = false) {
    guard now != problem else { return }
    problem = now
    self.isFull = isFull
    guard let now else { return log("the audit log \(options.path) is written again") }
    log(
      "the audit log \(options.path) cannot be written: \(now); "
        + (options.continuesWhenFull
          ? "actions go on unrecorded"
          : "actions are refused until \(isFull ? "there is space" : "it can be")"))
  }

  /// Ends the waiting for a disk that does not answer.
  private func watchPatience() {
    guard let first = waiting.first else { return }
    timer = loop.schedule(at: first.deadline) { [weak self] in
      guard let self else { return }
      timer = nil
      let now = MonotonicTime.now()
      while let next = waiting.first, next.deadline <= now {
        _ = waiting.popFirst()
        report(Self.silence)
        next.body(problem)
      }
      watchPatience()
    }
  }
}

/// Lets 20 refusals in a row through, and one a second after that.
private struct RefusalRate {
  private var bucket = TokenBucket()
  private var omitted = 0

  /// Returns how many were omitted before this one; `nil` when it is omitted, too.
  mutating func admit(at now: MonotonicTime) -> Int? {
    guard bucket.take(capacity: 20, perSecond: 1, at: now) else {
      omitted += 1
      return nil
    }
    defer { omitted = 0 }
    return omitted
  }
}
