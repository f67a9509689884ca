/// Something the loop will do once at a given moment, unless it is cancelled before.
public final class Timer {
  /// When it is due. It runs in the first turn at or after this moment.
  public let deadline: MonotonicTime

  /// Where it stands in the heap; the heap keeps this true. -1: no longer there.
  var position = -1
  private var heap: TimerHeap?
  private var body: (() -> Void)?

  init(deadline: MonotonicTime, heap: TimerHeap?, body: (() -> Void)?) {
    self.deadline = deadline
    self.heap = heap
    self.body = body
  }

  /// Whether it is still to come.
  public var isPending: Bool { heap != nil }

  /// Makes it not happen. Without effect once it has happened; may be called again.
  public func cancel() {
    guard let heap else { return }
    self.heap = nil
    body = nil
    heap.remove(self)
  }

  /// Called by the heap, which has let go of it.
  func fire() {
    let body = self.body
    heap = nil
    self.body = nil
    body?()
  }
}
