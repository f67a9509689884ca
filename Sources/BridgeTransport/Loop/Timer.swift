/// An action that the loop runs once at a given time, unless it is cancelled before.
public final class Timer {
  /// When the timer is due. It runs in the first turn at or after this moment.
  public let deadline: MonotonicTime

  /// The index in the heap, kept up to date by the heap; -1: no longer there.
  var position = -1
  private var heap: TimerHeap?
  private var body: (() -> Void)?

  init(deadline: MonotonicTime, heap: TimerHeap?, body: (() -> Void)?) {
    self.deadline = deadline
    self.heap = heap
    self.body = body
  }

  /// Whether the timer has neither run nor been cancelled.
  public var isPending: Bool { heap != nil }

  /// Cancels the timer. Has no effect once it has run; may be called again.
  public func cancel() {
    guard let heap else { return }
    self.heap = nil
    body = nil
    heap.remove(self)
  }

  /// Runs the action. Called by the heap, which has removed the timer.
  func fire() {
    let body = self.body
    heap = nil
    self.body = nil
    body?()
  }
}
