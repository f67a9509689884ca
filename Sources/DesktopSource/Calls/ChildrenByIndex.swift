internal import AccessibilityTree

/// One reading of a long list of children, each asked for by its index and a few at a time.
///
/// An application that is asked for thousands of children at once does nothing else until it has made
/// them all. Asked so, it works on after each.
final class ChildrenByIndex {
  private let calls: ObjectCalls
  private let interner: ObjectInterner
  private let done: ObjectCalls.Done<[ObjectReference]>
  private var children: [ObjectReference?]
  private var next = 0
  private var waiting = 0
  /// Indices at which there was no child.
  private var missing = 0
  private var failure: BusError?

  /// Calls that wait or are in flight. The queue sends fewer when answers are slow.
  static let ahead = 32
  /// An object that has no child at so many places has fewer than it claims: no more are asked for.
  static let missingAllowed = 64

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
    while waiting < Self.ahead, next < children.count, missing <= Self.missingAllowed,
      failure == nil
    {
      ask(next)
      next += 1
    }
    guard waiting == 0 else { return }
    // Taking the list in is no part of what the last answer cost.
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
      case .success(let child) where interner.path(of: child) != "/org/a11y/atspi/null":
        children[index] = child
      case .failure(let error) where !error.isAnswer: failure = error
      case .failure(let error) where error.saysObjectIsGone: failure = error
      case .success, .failure: missing += 1
      }
      start()
    }
  }
}
