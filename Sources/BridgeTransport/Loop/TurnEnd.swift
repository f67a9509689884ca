/// An object with work to do at the end of turns: a connection.
protocol TurnEndWork: AnyObject {
  /// Writes what is queued.
  func flushAtEndOfTurn()
  /// Notifies the owner of what has happened.
  func notifyOwner()
}

/// The work to do after the handlers of a turn: tasks that can continue, hooks, then connections with
/// something to write, then connections whose owner is to be notified.
final class TurnEnd {
  /// The maximum number of rounds, in which hooks may add hooks, and drained connections data, before the
  /// loop polls its descriptors again.
  static let maxRounds = 16
  /// The age that a turn may reach by writing to connections, and how long they are written to in any case,
  /// before the loop polls its descriptors again.
  private static let maxTurnAge = Duration.milliseconds(5)
  private static let minWriteTime = Duration.milliseconds(1)

  private let executor: LoopExecutor
  var hooks: [() -> Void] = []
  /// Hooks that run once nothing else is left to do in this turn.
  var lastHooks: [() -> Void] = []
  /// Hooks of the next turn.
  var nextTurnHooks: [() -> Void] = []
  /// The lists of connections, in the order in which they are processed. Those with little to write come before those
  /// with much.
  private enum List: Int, CaseIterable {
    case unsent, longUnsent, unnotified
  }
  private var lists: [[any TurnEndWork]] = List.allCases.map { _ in [] }
  /// Storage that is exchanged with a list while the list is processed.
  private var spare: [any TurnEndWork] = []

  init(executor: LoopExecutor) {
    self.executor = executor
  }

  var isEmpty: Bool {
    hooks.isEmpty && hasWrittenAll && self[.unnotified].isEmpty && lastHooks.isEmpty
      && executor.isEmpty
  }
  private var hasWrittenAll: Bool { self[.unsent].isEmpty && self[.longUnsent].isEmpty }
  /// Whether the next turn has something to do at its end.
  var hasPendingWork: Bool { !isEmpty || !nextTurnHooks.isEmpty }

  /// The number of connections that have something to write.
  var unsentCount: Int { self[.unsent].count + self[.longUnsent].count }

  func add(unsent connection: any TurnEndWork, isLong: Bool) {
    self[isLong ? .longUnsent : .unsent].append(connection)
  }

  func add(unnotified connection: any TurnEndWork) {
    self[.unnotified].append(connection)
  }

  private subscript(list: List) -> [any TurnEndWork] {
    _read { yield lists[list.rawValue] }
    _modify { yield &lists[list.rawValue] }
  }

  /// Does the work of a turn's end. Returns whether there was any.
  func run(turnBegan: MonotonicTime) -> Bool {
    if !nextTurnHooks.isEmpty {
      hooks += nextTurnHooks
      nextTurnHooks = []
    }
    guard !isEmpty else { return false }
    var round = 0
    while !isEmpty, round < Self.maxRounds,
      round == 0 || .now() < turnBegan.advanced(by: Self.maxTurnAge)
    {
      if !executor.isEmpty {
        executor.runJobs { .now() >= turnBegan.advanced(by: Self.maxTurnAge) }
      }
      if hooks.isEmpty, hasWrittenAll { swap(&hooks, &lastHooks) }
      if !hooks.isEmpty {
        let batch = hooks
        hooks = []
        for hook in batch { hook() }
      }
      // The clock is read only where there are several connections.
      var limit: MonotonicTime?
      func isTimeUp() -> Bool {
        let now = MonotonicTime.now()
        let end =
          limit
          ?? max(now.advanced(by: Self.minWriteTime), turnBegan.advanced(by: Self.maxTurnAge))
        limit = end
        return now >= end
      }
      process(.unsent, until: isTimeUp) { $0.flushAtEndOfTurn() }
      process(.longUnsent, until: isTimeUp) { $0.flushAtEndOfTurn() }
      process(.unnotified, until: isTimeUp) { $0.notifyOwner() }
      round += 1
    }
    // The next turn begins with what this one was too old for.
    if !lastHooks.isEmpty {
      nextTurnHooks += lastHooks
      lastHooks = []
    }
    return true
  }

  /// Calls `body` with each connection of a list, at least one. Connections left when the time is up stay
  /// in front of those that were added during the call.
  private func process(
    _ list: List, until isTimeUp: () -> Bool, _ body: (any TurnEndWork) -> Void
  ) {
    guard !self[list].isEmpty else { return }
    swap(&lists[list.rawValue], &spare)
    var done = 0
    while done < spare.count {
      body(spare[done])
      done += 1
      if done < spare.count, isTimeUp() { break }
    }
    if done < spare.count {
      self[list].insert(contentsOf: spare[done...], at: 0)
    }
    spare.removeAll(keepingCapacity: true)
  }

  func cancelAll() {
    hooks = []
    lastHooks = []
    nextTurnHooks = []
    for list in List.allCases { self[list] = [] }
  }
}
