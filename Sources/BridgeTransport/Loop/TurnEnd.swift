/// What is to be done when the handlers of a turn have run: hooks, then connections with something
/// to write, then connections whose owner is to be told something.
final class TurnEnd {
  /// How often hooks may enqueue hooks, and drained connections data, before the loop looks at its
  /// descriptors again.
  static let rounds = 16

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
    while !isEmpty, round < Self.rounds {
      if !hooks.isEmpty {
        let batch = hooks
        hooks = []
        for hook in batch { hook() }
      }
      if !unsent.isEmpty {
        swap(&unsent, &spare)
        for connection in spare { connection.flushAtEndOfTurn() }
        spare.removeAll(keepingCapacity: true)
      }
      if !unsettled.isEmpty {
        swap(&unsettled, &spare)
        for connection in spare { connection.settle() }
        spare.removeAll(keepingCapacity: true)
      }
      round += 1
    }
    return true
  }

  func cancelAll() {
    hooks = []
    unsent = []
    unsettled = []
  }
}
