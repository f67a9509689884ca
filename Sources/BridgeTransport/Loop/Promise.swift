/// A value that a task waits for: given once, by whoever holds the promise.
///
/// Who lets go of a promise without keeping it ends the wait as well: the task is given `nil`. Whatever
/// happens to the one who was to answer, the task goes on, and only once. Confined to the loop's thread.
@safe public final class Promise<Value: Sendable> {
  private var continuation: UnsafeContinuation<Value?, Never>?

  init(_ continuation: UnsafeContinuation<Value?, Never>) {
    unsafe self.continuation = unsafe continuation
  }

  deinit {
    unsafe continuation?.resume(returning: nil)
  }

  /// Has the task go on with `value`, in this turn of its loop or the next. Later calls have no effect.
  public func keep(_ value: Value) {
    guard let continuation = unsafe continuation else { return }
    unsafe self.continuation = nil
    unsafe continuation.resume(returning: value)
  }
}

/// Something under way that can be given up. `cancel()` lets go of what was to be told of its end.
public protocol Cancellable: AnyObject {
  func cancel()
}

extension Timer: Cancellable {}
extension Watch: Cancellable {}

/// What a task waits for, in reach of those who cancel the task.
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
  /// Waits for the value that `start` is given the promise of.
  ///
  /// - Parameter start: begins the work whose end keeps the promise, and returns it. It is not called when
  ///   the task has been cancelled already; when the task is cancelled later, the work is.
  /// - Returns: `nil` when the task was cancelled, or nobody is left who could keep the promise.
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

  /// Waits for `delay`; in any case until the next turn. Throws when the task is cancelled before.
  public nonisolated(nonsending) func pause(
    for delay: Duration
  ) async throws(CancellationError) {
    let isOver = await value { (promise: Promise<Bool>) in
      schedule(after: delay) { promise.keep(true) }
    }
    if isOver == nil { throw CancellationError() }
  }

  /// Runs `body` as a task on this loop: at once, until it waits for something, and from then on in the
  /// loop's turns.
  ///
  /// It ends soon once it is cancelled: everything that it waits for tells it so, or throws. It may use
  /// whatever is confined to the loop's thread. It may wait for what this loop brings and for nothing
  /// else: see "Conversations" in `docs/architecture.md`.
  @discardableResult
  public func startTask(
    _ body: nonisolated(nonsending) @escaping () async -> Void
  ) -> Task<Void, Never> {
    let body = LoopBound(body, on: self)
    return executor.asCurrent {
      Task.immediate(executorPreference: executor) { await body.valueOnLoop() }
    }
  }

  /// Runs the tasks that can go on. For those who handle many things in a turn.
  public func runTasks() {
    executor.runJobs { core.turnIsOld }
  }
}
