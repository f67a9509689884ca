/// What another thread may hold of a loop: a way to hand it work.
public struct LoopHandle: Sendable {
  let mailbox: Mailbox

  /// Has `body` called on the loop's thread, in a turn of its own order: what one thread submits runs
  /// in the order submitted. Returns `false`, and never calls it, when the loop is gone.
  @discardableResult
  public func submit(_ body: @escaping @Sendable (EventLoop) -> Void) -> Bool {
    mailbox.put(.call(body))
  }

  /// Has the loop's `run()` return after its current turn.
  public func stop() {
    submit { $0.stop() }
  }
}

/// A value that belongs to a loop's thread, carried by others that cannot look inside.
///
/// Made where the value lives, opened in a `submit`ted body, which proves where it is by the loop it
/// was given.
public struct LoopBound<Value>: @unchecked Sendable {
  private let value: Value
  private let executor: LoopExecutor

  /// Closes `value`, which is confined to `loop`, into the box.
  public init(_ value: Value, on loop: EventLoop) {
    self.value = value
    executor = loop.executor
  }

  /// The value. `loop` must be the one it was boxed on.
  public func value(on loop: EventLoop) -> Value {
    precondition(loop.executor === executor, "A value was opened on a loop it is not bound to")
    return value
  }

  /// The value, for what the loop calls.
  var valueOnLoop: Value {
    precondition(executor.isCurrent, "A value was opened off the loop it is bound to")
    return value
  }
}
