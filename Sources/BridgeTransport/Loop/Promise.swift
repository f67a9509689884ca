/// A value that a task waits for, given once by the holder of the promise.
///
/// Releasing a promise without keeping it ends the wait as well: the task is given `nil`. Whatever happens
/// to the object that was to answer, the task continues, and only once. Confined to the loop's thread.
@safe public final class Promise<Value: Sendable> {
  private var continuation: UnsafeContinuation<Value?, Never>?

  init(_ continuation: UnsafeContinuation<Value?, Never>) {
    unsafe self.continuation = unsafe continuation
  }

  deinit {
    unsafe continuation?.resume(returning: nil)
  }

  /// Resumes the task with `value`, in this turn of its loop or the next. Later calls have no effect.
  public func fulfill(_ value: Value) {
    guard let continuation = unsafe continuation else { return }
    unsafe self.continuation = nil
    unsafe continuation.resume(returning: value)
  }
}

/// Work under way that can be cancelled. `cancel()` releases what was to be notified of its end.
public protocol Cancellable: AnyObject {
  func cancel()
}

extension Timer: Cancellable {}
extension Watch: Cancellable {}

/// The work that a task waits for, to be cancelled with the task.
private final class Wait {
  private weak var work: (any Cancellable)?
  private(set) var isCancelled = false

  func begin(_ work: (any Cancellable)?) {
    self.work = work
  }

  func cancel() {
    isCancelled = true
    work?.cancel()
  }
}

extension EventLoop {
  /// Waits for the value of the promise that is passed to `start`.
  ///
  /// - Parameter start: Begins the work whose end keeps the promise, and returns the work. It is not called
  ///   when the task is already cancelled. When the task is cancelled later, the work is cancelled.
  /// - Returns: The value; `nil` when the task was cancelled, or nobody is left who could keep the promise.
  public nonisolated(nonsending) func value<Value: Sendable>(
    of start: (Promise<Value>) -> (any Cancellable)?
  ) async -> Value? {
    let wait = LoopBound(Wait(), on: self)
    let executor = executor
    return await withTaskCancellationHandler {
      await unsafe withUnsafeContinuation { continuation in
        let promise = unsafe Promise(continuation)
        let wait = wait.value(on: self)
        if !wait.isCancelled { wait.begin(start(promise)) }
      }
    } onCancel: {
      executor.perform { wait.valueOnLoop.cancel() }
    }
  }

  /// Waits for `delay`, and at least until the next turn. Throws when the task is cancelled before.
  public nonisolated(nonsending) func pause(
    for delay: Duration
  ) async throws(CancellationError) {
    let isOver = await value { (promise: Promise<Bool>) in
      schedule(after: delay) { promise.fulfill(true) }
    }
    if isOver == nil { throw CancellationError() }
  }

  /// Runs `body` as a task on this loop: at once, until it waits for something, and from then on in the
  /// loop's turns.
  ///
  /// The task ends soon after it is cancelled: everything that it waits for reports that, or throws. It may
  /// use whatever is confined to the loop's thread. It may wait only for what this loop provides: see
  /// "Conversations" in `docs/architecture.md`.
  @discardableResult
  public func startTask(
    _ body: nonisolated(nonsending) @escaping () async -> Void
  ) -> Task<Void, Never> {
    let body = LoopBound(body, on: self)
    return executor.asCurrent {
      Task.immediate(executorPreference: executor) { await body.valueOnLoop() }
    }
  }

  /// Runs the tasks that can continue. For callers that handle many things in a turn.
  public func runTasks() {
    executor.runJobs { core.turnIsOld }
  }
}
