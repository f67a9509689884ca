/// The parts of a loop that objects on it may hold without keeping the loop alive.
final class LoopCore {
  let poller: Poller
  let timers = TimerHeap()
  let turnEnd: TurnEnd
  let scratch = Scratch()
  /// When the current turn, or the last one, began.
  var turnBegan = MonotonicTime.now()
  /// The thread's processor time when it was last read in the current turn, or when the turn began, in
  /// nanoseconds; `nil`: not measured, which saves a system call.
  var processorTimeBefore: UInt64?

  /// When connections were last looked at, and whether one was ready since the current turn began.
  private var lastLook = MonotonicTime(nanoseconds: 0)
  var isConnectionReady = false

  /// Whether a connection waits for the end of the current turn: it was read in it, or is ready, which is looked at every
  /// 100 µs; or the turn is old.
  var isTurnAwaited: Bool {
    if isConnectionReady { return true }
    let now = MonotonicTime.now()
    if now.since(turnBegan) > .nanoseconds(Self.share) { return true }
    guard now.since(max(lastLook, turnBegan)) >= .microseconds(100) else { return false }
    lastLook = now
    isConnectionReady = poller.hasReadyConnection()
    return isConnectionReady
  }

  /// Whether the loop is closed. Nothing on it happens afterwards.
  private(set) var isClosed = false

  init(poller: Poller, executor: LoopExecutor) {
    self.poller = poller
    turnEnd = TurnEnd(executor: executor)
  }

  /// How long a turn continues with one kind of work while other kinds wait, in nanoseconds.
  static let share: UInt64 = 3_000_000

  /// Whether work that can wait should be left for the next turn.
  var turnIsOld: Bool { MonotonicTime.now().nanoseconds &- turnBegan.nanoseconds > Self.share }

  func cancelAll() {
    isClosed = true
    poller.cancelAll()
    timers.cancelAll()
    turnEnd.cancelAll()
  }
}
