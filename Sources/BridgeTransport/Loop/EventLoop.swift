internal import CLinux

/// The event loop of one thread: waits for descriptors, timers and other threads, and calls handlers.
///
/// A turn: wait; call the handlers of ready descriptors; run what other threads submitted; run the
/// timers that are due; then end the turn (continue tasks, run `atEndOfTurn`, write what connections
/// queued, notify the owners of closed connections). Handlers may do anything to the loop and to what is
/// on it, except run the loop.
///
/// A timer runs after the handlers of all descriptors that were ready when it was due: what a peer
/// sent in time is handled before a timer reports it as late, even when the process was stopped in
/// between.
///
/// Everything belongs to the thread that runs the loop, except `submit` and `handle`. A loop that is
/// released is closed.
public final class EventLoop {
  let core: LoopCore
  /// How long the turns have taken so far.
  public private(set) var turnTimes = TurnTimes()
  private let mailbox: SubmissionQueue
  let executor: LoopExecutor
  private var stopRequested = false
  private var isInTurn = false

  /// Throws when the process has no descriptors left.
  public init() throws(SystemError) {
    mailbox = try SubmissionQueue()
    executor = LoopExecutor(mailbox: mailbox)
    core = LoopCore(poller: try Poller(), executor: executor)
    _ = try core.poller.add(mailbox.fd, .read, notifiesOnLoopEnd: false) { [unowned self] _ in
      for letter in mailbox.takeAll() {
        switch letter {
        case .call(let body): body(self)
        case .job(let job): executor.take(job)
        }
      }
    }
  }

  deinit {
    end()
  }

  /// Ends the turn, then cancels and closes everything on the loop. Only tasks are notified: those that
  /// wait for something continue as if they were cancelled, and run to their ends. The loop takes no turns
  /// afterwards. Must be called between two turns.
  public func close() {
    precondition(!isInTurn, "A handler closed the loop that called it")
    guard !core.isClosed else { return }
    executor.asCurrent { _ = core.turnEnd.run(turnBegan: .now()) }
    end()
  }

  private func end() {
    stopRequested = true
    executor.asCurrent {
      for case .job(let job) in mailbox.close() { executor.take(job) }
      core.cancelAll()
      for _ in 0..<Self.lastRounds where !executor.isEmpty { executor.runJobs { false } }
    }
  }

  /// How often tasks continue, at most, when the loop is closed: whatever a task waits for ends at once.
  private static let lastRounds = 10_000

  /// Takes turns until `stop()`. Returns at once when `stop()` was called before.
  public func run() {
    while !stopRequested { takeTurn(limit: nil) }
    stopRequested = core.isClosed
  }

  /// Takes one turn: waits until something happens, at most `timeout` (`nil`: for ever), and handles it.
  /// Returns whether anything happened. For tests and for loops inside loops.
  @discardableResult
  public func runOnce(timeout: Duration? = nil) -> Bool {
    takeTurn(limit: timeout)
  }

  /// Makes `run()` return when the current turn has ended.
  public func stop() {
    stopRequested = true
  }

  /// The time since the current turn, or the last one, began. For callers that can postpone work.
  public var turnAge: Duration { MonotonicTime.now().since(turnBegan) }
  /// Whether work that can wait should be left for the next turn: a connection waits for the end of this one, or it is
  /// old.
  public var isTurnAwaited: Bool { core.isTurnAwaited }
  /// Whether further descriptors are ready that have not been handled in this turn yet.
  public var hasMoreReady: Bool { core.poller.remaining > 0 }
  /// Returns the processor time spent since the last call in the current turn, or since the turn began.
  /// Returns `nil` where it is not measured, because nothing waited when the turn began. Unlike elapsed time
  /// it does not grow while the machine does something else.
  public func takeProcessorTime() -> Duration? {
    guard let before = core.processorTimeBefore else { return nil }
    let now = clinux_thread_nanoseconds()
    core.processorTimeBefore = now
    return .nanoseconds(Int64(clamping: now &- before))
  }
  /// When the current turn, or the last one, began.
  public var turnBegan: MonotonicTime { core.turnBegan }

  /// Begins a new measurement of turns, including their processor time. The current turn does not count.
  public func restartTurnTimes() {
    turnTimes.restart()
  }

  /// The memory of what waits to be written on the loop's connections, in bytes, without what several of
  /// them share.
  public var queuedMemory: Int { core.scratch.queuedMemory }

  /// Calls `handler` in each turn in which `fd` is ready for what `interest` says.
  /// Throws `EEXIST` when `fd` is watched already and `EPERM` when it cannot be watched (a regular file).
  public func watch(
    _ fd: Int32, _ interest: Interest, handler: @escaping (Readiness) -> Void
  ) throws(SystemError) -> Watch {
    try core.poller.add(fd, interest, notifiesOnLoopEnd: false, handler)
  }

  /// Calls `body` once at `deadline`, or as soon after as the loop is free.
  @discardableResult
  public func schedule(at deadline: MonotonicTime, _ body: @escaping () -> Void) -> Timer {
    core.timers.schedule(at: deadline, body)
  }

  /// Calls `body` once when `delay` has passed; in the next turn when it is zero or negative.
  @discardableResult
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> Timer {
    schedule(at: .now().advanced(by: delay), body)
  }

  /// Calls `body` once after this turn's handlers, before the output that connections queued is written
  /// and before the loop waits. Bodies that it adds run in the same end of turn, up to 16 rounds.
  public func atEndOfTurn(_ body: @escaping () -> Void) {
    if !core.isClosed { core.turnEnd.hooks.append(body) }
  }

  /// Calls `body` once at the end of this turn, when all other bodies have run and what connections queued is written:
  /// for work that answers to clients should not wait for. A turn that is old by then leaves it to the next one.
  public func afterAnswers(_ body: @escaping () -> Void) {
    if !core.isClosed { core.turnEnd.lastHooks.append(body) }
  }

  /// Calls `body` once at the end of the next turn, which begins without waiting. For work that continues
  /// from turn to turn, however much else there is to do.
  public func atEndOfNextTurn(_ body: @escaping () -> Void) {
    if !core.isClosed { core.turnEnd.nextTurnHooks.append(body) }
  }

  /// Calls `body` on the loop's thread. The only method that any thread may call (through `handle`
  /// where the compiler requires a `Sendable` value).
  public nonisolated func submit(_ body: @escaping @Sendable () -> Void) {
    _ = mailbox.submit(.call { _ in body() })
  }

  /// A reference to this loop for other threads.
  public nonisolated var handle: LoopHandle { LoopHandle(mailbox: mailbox) }

  @discardableResult
  private func takeTurn(limit: Duration?) -> Bool {
    precondition(!isInTurn, "A handler ran the loop that called it")
    guard !core.isClosed else { return false }
    isInTurn = true
    defer { isInTurn = false }
    return executor.asCurrent { turn(limit: limit) }
  }

  private func turn(limit: Duration?) -> Bool {
    let isBusy = core.turnEnd.hasPendingWork || core.poller.remaining > 0
    let now = MonotonicTime.now()
    core.poller.wait(nanoseconds: waitTime(limit: limit, since: now), since: now)
    core.turnBegan = .now()
    core.isConnectionReady = false
    core.processorTimeBefore = isBusy ? clinux_thread_nanoseconds() : nil
    turnTimes.begin()
    var happened = report()
    if let next = core.timers.next, next <= core.turnBegan {
      if next > core.poller.drainedUntil, core.poller.remaining == 0 {
        // What was ready when the timer was due is handled before the timer.
        core.poller.wait(nanoseconds: 0, since: .now())
        happened += report()
      }
      happened += core.timers.fire(due: core.poller.drainedUntil) { core.turnIsOld }
    }
    let hasEnded = core.turnEnd.run(turnBegan: core.turnBegan)
    turnTimes.end(after: MonotonicTime.now().nanoseconds &- turnBegan.nanoseconds)
    return hasEnded || happened > 0
  }

  private func report() -> Int {
    core.poller.report(until: { core.turnIsOld }, onConnection: { core.isConnectionReady = true })
  }

  /// Returns how long to wait for descriptors, in nanoseconds; negative: until one is ready.
  private func waitTime(limit: Duration?, since now: MonotonicTime) -> Int64 {
    if stopRequested || core.turnEnd.hasPendingWork || core.poller.remaining > 0 { return 0 }
    var time: Int64 = limit.map { max(0, $0.clampedNanoseconds) } ?? -1
    if let next = core.timers.next {
      let left = max(0, next.since(now).clampedNanoseconds)
      time = time < 0 ? left : min(time, left)
    }
    return time
  }
}
