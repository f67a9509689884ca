internal import Synchronization

/// Runs the tasks of an application on the thread of its store.
///
/// Jobs may come from any thread: a task continues where what it awaited ends. They run when the host
/// asks for it, or when `submit` brings them to the thread.
final class HostExecutor: TaskExecutor, Sendable {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    /// Whether a call of `run` by `submit` is under way.
    var isSubmitted = false
    var submit: (@Sendable (@escaping @Sendable () -> Void) -> Void)?
  }

  private let jobs = Mutex(Jobs())
  private let host: HostReference

  init(_ host: ViewHost) {
    self.host = HostReference(host)
  }

  /// Calls a closure on the thread of the store, from any thread; `nil`: nothing does.
  var submit: (@Sendable (@escaping @Sendable () -> Void) -> Void)? {
    get { jobs.withLock { $0.submit } }
    set { jobs.withLock { $0.submit = newValue } }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let submit = jobs.withLock { jobs in
      jobs.waiting.append(job)
      guard !jobs.isSubmitted, let submit = jobs.submit else { return nil as Submit? }
      jobs.isSubmitted = true
      return submit
    }
    submit? { [self] in
      jobs.withLock { $0.isSubmitted = false }
      host.host?.continueTasks()
    }
  }

  private typealias Submit = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Takes the job that waits longest.
  func next() -> UnownedJob? {
    jobs.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  func run(_ job: UnownedJob) {
    unsafe job.runSynchronously(on: asUnownedTaskExecutor())
  }
}

/// A reference to a host for other threads, which do not use it.
private struct HostReference: @unchecked Sendable {
  weak var host: ViewHost?

  init(_ host: ViewHost) {
    self.host = host
  }
}
