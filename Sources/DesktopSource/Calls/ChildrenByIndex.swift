internal import AccessibilityTree

/// Reads a long list of children by index, a few at a time.
///
/// An application that is asked for thousands of children at once is blocked until it has created all of
/// them. Asked one by one, it can do other work after each.
final class ChildrenByIndex {
  private var calls: ObjectCalls
  private let interner: ObjectInterner
  private let done: ObjectCalls.Done<[ObjectReference]>
  private var children: [ObjectReference?]
  private var next = 0
  private var waiting = 0
  /// Indices at which there was no child.
  private var missing = 0
  private var failure: BusError?
  /// Is told the first children, before all are known. The rest is asked for behind what is on screen.
  var onFirst: (([ObjectReference]) -> Void)?
  private static let firstCount = 64

  /// The maximum number of calls that wait or are in flight. The queue sends fewer when answers are slow.
  static let ahead = 32
  /// When more indexes than this have no child, the object has fewer children than it claims, and no more are
  /// requested.
  static let maxMissing = 64

  init(
    _ calls: ObjectCalls, count: Int, _ interner: ObjectInterner,
    _ done: @escaping ObjectCalls.Done<[ObjectReference]>
  ) {
    self.calls = calls
    self.interner = interner
    self.done = done
    children = Array(repeating: nil, count: max(0, min(count, calls.limits.children)))
  }

  func start() {
    while waiting < Self.ahead, next < children.count, missing <= Self.maxMissing,
      failure == nil
    {
      ask(next)
      next += 1
    }
    if next > Self.firstCount + Self.ahead, let onFirst {
      self.onFirst = nil
      calls.lane = .normal
      onFirst(children.prefix(Self.firstCount).compactMap { $0 })
    }
    guard waiting == 0 else { return }
    // In a new turn: handling the list is not part of the cost of the last answer.
    calls.peer.queue.connection.loop.schedule(after: .zero) { [self] in
      if let failure { return done(.failure(failure)) }
      done(.success(children.compactMap { $0 }))
    }
  }

  private func ask(_ index: Int) {
    waiting += 1
    calls.child(Int32(clamping: index), interner) { [self] result in
      waiting -= 1
      switch result {
      case .success(let child) where interner.path(of: child) != ObjectInterner.nullPath:
        children[index] = child
      case .failure(let error) where !error.isAnswer: failure = error
      case .failure(let error) where error.isObjectGone: failure = error
      case .success, .failure: missing += 1
      }
      start()
    }
  }
}
