/// A reference to a loop for other threads, by which they submit work to it.
public struct LoopHandle: Sendable {
  let mailbox: SubmissionQueue

  /// Calls `body` on the loop's thread, in one of the loop's turns. What one thread submits runs in the order
  /// in which it was submitted. Returns `false`, and never calls `body`, when the loop is gone.
  @discardableResult
  public func submit(_ body: @escaping @Sendable (EventLoop) -> Void) -> Bool {
    mailbox.submit(.call(body))
  }

  /// Makes the loop's `run()` return after its current turn.
  public func stop() {
    submit { $0.stop() }
  }
}

/// A value that belongs to a loop's thread, carried by other threads that cannot access it.
///
/// It is created where the value lives, and opened in a submitted body. The loop that is passed to the
/// body proves that it runs on the right thread.
public struct LoopBound<Value>: @unchecked Sendable {
  private let value: Value
  private let executor: LoopExecutor

  /// Boxes `value`, which is confined to `loop`.
  public init(_ value: Value, on loop: EventLoop) {
    self.value = value
    executor = loop.executor
  }

  /// Returns the value. `loop` must be the one on which it was boxed.
  public func value(on loop: EventLoop) -> Value {
    precondition(loop.executor === executor, "A value was opened on a loop it is not bound to")
    return value
  }

  /// The value, for code that the loop calls.
  var valueOnLoop: Value {
    precondition(executor.isCurrent, "A value was opened off the loop it is bound to")
    return value
  }
}
