/// What has work at the end of turns: a connection.
protocol TurnEndWork: AnyObject {
  /// Writes what is to be written.
  func flushAtEndOfTurn()
  /// Tells its owner what there is to tell.
  func settle()
}

/// What is to be done when the handlers of a turn have run: tasks that can go on, hooks, then
/// connections with something to write, then connections whose owner is to be told something.
final class TurnEnd {
  /// How often hooks may enqueue hooks, and drained connections data, before the loop looks at its
  /// descriptors again.
  static let rounds = 16
  /// How old a turn becomes by writing to connections, and how long they are written to in any case,
  /// before the loop looks at its descriptors again.
  private static let oldTurn = Duration.milliseconds(5)
  private static let patience = Duration.milliseconds(1)

  private let executor: LoopExecutor
  var hooks: [() -> Void] = []
  /// Hooks of the next turn.
  var later: [() -> Void] = []
  /// Connections with something to write: those with little come first.
  private var unsent: [any TurnEndWork] = []
  private var longUnsent: [any TurnEndWork] = []
  var unsettled: [any TurnEndWork] = []
  /// Storage that changes places with a list while that is worked off.
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

  /// Returns whether there was anything to do.
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

  /// Calls `body` with each connection of a list, one at least. What is left when the time is up stays
  /// in front of what is added meanwhile.
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
