/// The parts of a loop that what lives on it may hold on to, without holding on to the loop.
final class LoopCore {
  let poller: Poller
  let timers = TimerHeap()
  let turnEnd: TurnEnd
  let scratch = Scratch()
  /// When the present turn began, or the last one.
  var turnBegan = MonotonicTime.now()
  /// The thread's processor time when it was last taken in the present turn, or when that began, in
  /// nanoseconds; `nil`: not measured, which saves a system call.
  var processorTimeBefore: UInt64?

  /// Nothing on the loop happens any more.
  private(set) var isClosed = false

  init(poller: Poller, executor: LoopExecutor) {
    self.poller = poller
    turnEnd = TurnEnd(executor: executor)
  }

  /// How long a turn goes on with one kind of work while other kinds wait.
  static let share: UInt64 = 3_000_000

  /// Whether what can wait is to be left for the next turn.
  var turnIsOld: Bool { MonotonicTime.now().nanoseconds &- turnBegan.nanoseconds > Self.share }

  func cancelAll() {
    isClosed = true
    poller.cancelAll()
    timers.cancelAll()
    turnEnd.cancelAll()
  }
}
