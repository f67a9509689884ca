/// What is to be done when the handlers of a turn have run: hooks, then connections with something
/// to write, then connections whose owner is to be told something.
final class TurnEnd {
  /// How often hooks may enqueue hooks, and drained connections data, before the loop looks at its
  /// descriptors again.
  static let rounds = 16
  /// For how long connections are written to before the loop looks at its descriptors again.
  private static let patience = Duration.milliseconds(20)

  var hooks: [() -> Void] = []
  var unsent: [Connection] = []
  var unsettled: [Connection] = []
  /// Storage that changes places with a list while that is worked off.
  private var spare: [Connection] = []

  var isEmpty: Bool { hooks.isEmpty && unsent.isEmpty && unsettled.isEmpty }

  /// Returns whether there was anything to do.
  func run() -> Bool {
    guard !isEmpty else { return false }
    var round = 0
    let limit = MonotonicTime.now().advanced(by: Self.patience)
    while !isEmpty, round < Self.rounds, round == 0 || .now() < limit {
      if !hooks.isEmpty {
        let batch = hooks
        hooks = []
        for hook in batch { hook() }
      }
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
      if done & 7 == 0, .now() >= limit { break }
    }
    let rest = done < spare.count ? Array(spare[done...]) : []
    spare.removeAll(keepingCapacity: true)
    return rest
  }

  func cancelAll() {
    hooks = []
    unsent = []
    unsettled = []
  }
}
