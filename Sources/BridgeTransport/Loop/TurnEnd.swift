/// What is to be done when the handlers of a turn have run: hooks, then connections with something
/// to write, then connections whose owner is to be told something.
final class TurnEnd {
  /// How often hooks may enqueue hooks, and drained connections data, before the loop looks at its
  /// descriptors again.
  static let rounds = 16
  /// How old a turn becomes by writing to connections, and how long they are written to in any case,
  /// before the loop looks at its descriptors again.
  private static let oldTurn = Duration.milliseconds(25)
  private static let patience = Duration.milliseconds(2)

  var hooks: [() -> Void] = []
  /// Hooks of the next turn.
  var later: [() -> Void] = []
  var unsent: [Connection] = []
  var unsettled: [Connection] = []
  /// Storage that changes places with a list while that is worked off.
  private var spare: [Connection] = []

  var isEmpty: Bool { hooks.isEmpty && unsent.isEmpty && unsettled.isEmpty }
  /// Whether the next turn has something to do at its end.
  var isAwaited: Bool { !isEmpty || !later.isEmpty }

  /// Returns whether there was anything to do.
  func run(turnBegan: MonotonicTime) -> Bool {
    hooks += later
    later = []
    guard !isEmpty else { return false }
    var round = 0
    while !isEmpty, round < Self.rounds,
      round == 0 || .now() < turnBegan.advanced(by: Self.oldTurn)
    {
      if !hooks.isEmpty {
        let batch = hooks
        hooks = []
        for hook in batch { hook() }
      }
      let limit = max(
        MonotonicTime.now().advanced(by: Self.patience), turnBegan.advanced(by: Self.oldTurn))
      if !unsent.isEmpty {
        swap(&unsent, &spare)
        unsent.insert(contentsOf: workOff(until: limit) { $0.flushAtEndOfTurn() }, at: 0)
      }
      if !unsettled.isEmpty {
        swap(&unsettled, &spare)
        unsettled.insert(contentsOf: workOff(until: limit) { $0.settle() }, at: 0)
      }
      round += 1
    }
    return true
  }

  /// Calls `body` with each connection in `spare`; returns those that are left for the next turn.
  private func workOff(until limit: MonotonicTime, _ body: (Connection) -> Void) -> [Connection] {
    var done = 0
    while done < spare.count {
      body(spare[done])
      done += 1
      if .now() >= limit { break }
    }
    let rest = done < spare.count ? Array(spare[done...]) : []
    spare.removeAll(keepingCapacity: true)
    return rest
  }

  func cancelAll() {
    hooks = []
    later = []
    unsent = []
    unsettled = []
  }
}
