internal import CLinux

/// Runs the tasks of a loop on its thread, within its turns.
///
/// A job that comes from the loop's own thread is appended to a list: no lock, no system call. One that
/// comes from another thread is put into the mailbox.
final class LoopExecutor: TaskExecutor, @unchecked Sendable {
  private let mailbox: SubmissionQueue
  /// Jobs that can run. Confined to the loop's thread: used only where `isCurrent` holds, or by the loop.
  private var jobs = Fifo<UnownedJob>()
  private var isRunning = false

  init(mailbox: SubmissionQueue) {
    self.mailbox = mailbox
  }

  private var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }

  /// Whether the caller is the loop, or was called by it.
  var isCurrent: Bool { clinux_current_loop() == number }

  /// Calls `body` as the loop. Must be called on the loop's thread.
  func asCurrent<Result>(_ body: () -> Result) -> Result {
    let outer = clinux_current_loop()
    clinux_set_current_loop(number)
    defer { clinux_set_current_loop(outer) }
    return body()
  }

  /// Adds a job to run in this turn, or in the next. Once the loop is gone, a job from another thread
  /// never runs.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent { return jobs.append(job) }
    _ = mailbox.submit(.job(job))
  }

  /// Calls `body` at once on the loop's thread, or in a later turn from any other thread.
  func perform(_ body: @escaping @Sendable () -> Void) {
    if isCurrent { return body() }
    _ = mailbox.submit(.call { _ in body() })
  }

  /// Adds a job that was in the mailbox.
  func take(_ job: UnownedJob) {
    jobs.append(job)
  }

  var isEmpty: Bool { jobs.isEmpty }

  /// Runs the jobs that are there, in order, until `isEnough` returns `true`; at least one. Jobs that are
  /// added during the call are left for the next one. Returns how many ran.
  @discardableResult
  func runJobs(until isEnough: () -> Bool) -> Int {
    guard !jobs.isEmpty, !isRunning else { return 0 }
    isRunning = true
    defer { isRunning = false }
    let count = jobs.count
    var ran = 0
    while ran < count, let job = jobs.popFirst() {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
      ran += 1
      if isEnough() { break }
    }
    return ran
  }
}
