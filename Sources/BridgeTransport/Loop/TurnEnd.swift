/// An object with work to do at the end of turns: a connection.
protocol TurnEndWork: AnyObject {
  /// Writes what is queued.
  func flushAtEndOfTurn()
  /// Notifies the owner of what has happened.
  func settle()
}

/// The work to do after the handlers of a turn: tasks that can continue, hooks, then connections with
/// something to write, then connections whose owner is to be notified.
final class TurnEnd {
  /// The maximum number of rounds, in which hooks may add hooks, and drained connections data, before the
  /// loop polls its descriptors again.
  static let rounds = 16
  /// The age that a turn may reach by writing to connections, and how long they are written to in any case,
  /// before the loop polls its descriptors again.
  private static let oldTurn = Duration.milliseconds(5)
  private static let patience = Duration.milliseconds(1)

  private let executor: LoopExecutor
  var hooks: [() -> Void] = []
  /// Hooks of the next turn.
  var later: [() -> Void] = []
  /// Connections with something to write. Those with little to write come first.
  private var unsent: [any TurnEndWork] = []
  private var longUnsent: [any TurnEndWork] = []
  var unsettled: [any TurnEndWork] = []
  /// Storage that is exchanged with a list while the list is processed.
  private var spare: [any TurnEndWork] = []

  init(executor: LoopExecutor) {
    self.executor = executor
  }

  var isEmpty: Bool {
    executor.isEmpty && hooks.isEmpty && unsent.isEmpty && longUnsent.isEmpty && unsettled.isEmpty
  }
  /// Whether the next turn has something to do at its end.
  var isAwaited: Bool { !isEmpty || !later.isEmpty }

  /// Whether several connections have something to write.
  var hasMuchUnsent: Bool { unsent.count + longUnsent.count > 1 }

  func add(unsent connection: any TurnEndWork, isLong: Bool) {
    if isLong { longUnsent.append(connection) } else { unsent.append(connection) }
  }

  /// Does the work of a turn's end. Returns whether there was any.
  func run(turnBegan: MonotonicTime) -> Bool {
    hooks += later
    later = []
    guard !isEmpty else { return false }
    var round = 0
    while !isEmpty, round < Self.rounds,
      round == 0 || .now() < turnBegan.advanced(by: Self.oldTurn)
    {
      executor.runJobs { .now() >= turnBegan.advanced(by: Self.oldTurn) }
      if !hooks.isEmpty {
        let batch = hooks
        hooks = []
        for hook in batch { hook() }
      }
      let limit = max(
        MonotonicTime.now().advanced(by: Self.patience), turnBegan.advanced(by: Self.oldTurn))
      workOff(\.unsent, until: limit) { $0.flushAtEndOfTurn() }
      workOff(\.longUnsent, until: limit) { $0.flushAtEndOfTurn() }
      workOff(\.unsettled, until: limit) { $0.settle() }
      round += 1
    }
    return true
  }

  /// Calls `body` with each connection of a list, at least one. Connections left when the time is up stay
  /// in front of those that were added during the call.
  private func workOff(
    _ list: ReferenceWritableKeyPath<TurnEnd, [any TurnEndWork]>, until limit: MonotonicTime,
    _ body: (any TurnEndWork) -> Void
  ) {
    guard !self[keyPath: list].isEmpty else { return }
    swap(&self[keyPath: list], &spare)
    var done = 0
    while done < spare.count {
      body(spare[done])
      done += 1
      if .now() >= limit { break }
    }
    if done < spare.count {
      self[keyPath: list].insert(contentsOf: spare[done...], at: 0)
    }
    spare.removeAll(keepingCapacity: true)
  }

  func cancelAll() {
    hooks = []
    later = []
    unsent = []
    longUnsent = []
    unsettled = []
  }
}
