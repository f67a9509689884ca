internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Checks a condition whenever the tree has changed, until it holds, the time is up, or the call ends.
///
/// The call keeps the waiter alive.
final class Waiter {
  private let condition: ConditionCheck
  private let call: Call
  private let board: WaitBoard
  private var limit: Timer?
  private var nextLook: Timer?
  /// Whether the time is up, so that the next check decides.
  private var isLast = false
  /// The revision that was checked last; `nil` before the first check.
  private(set) var revision: Revision?
  /// When what matches last changed, by the mirror's clock; for STABLE.
  private var lastChange: UInt64 = 0
  private var matches = Fingerprint([])
  /// The beginning of what was found last, for the response or for the error at the end.
  private var last = SelectorResult(ids: [], total: 0)

  init(condition: ConditionCheck, call: Call, board: WaitBoard) {
    self.condition = condition
    self.call = call
    self.board = board
  }

  func start(until end: MonotonicTime) {
    let list = board.add(self, of: call.owner)
    call.onEnd = { self.stop(list) }
    call.keepsDeadline = true
    limit = board.loop.schedule(at: end) { [unowned self] in giveUp() }
    list.look(self)
  }

  private func stop(_ list: WaitList) {
    board.remove(self, from: list)
    limit?.cancel()
    nextLook?.cancel()
  }

  func look() {
    guard !call.isEnded else { return }
    defer { if isLast, !call.isEnded { fail() } }
    var budget = WorkBudget.standard
    do throws(Status) {
      let found = try condition.find(board.targets, &budget)
      if condition.stableTime != nil { noteChanges(found) }
      revision = board.store.revision
      last = SelectorResult(ids: Array(found.ids.prefix(100)), total: found.total)
      guard let holding = try condition.holding(of: found, in: board.store.tree, &budget) else {
        return
      }
      last = SelectorResult(ids: Array(holding.ids.prefix(100)), total: holding.total)
    } catch {
      return call.fail(error)
    }
    guard let stableTime = condition.stableTime else { return succeed() }
    let now = board.store.time
    let quiet = Duration.nanoseconds(Int64(clamping: now > lastChange ? now - lastChange : 0))
    guard quiet < stableTime else { return succeed() }
    nextLook?.cancel()
    nextLook = board.loop.schedule(after: stableTime - quiet) { [weak self] in
      guard let self else { return }
      board.look(self, of: call.owner)
    }
  }

  /// Updates `lastChange` when the matches, or anything below them, have changed.
  private func noteChanges(_ found: SelectorResult) {
    let fingerprint = Fingerprint(found.ids)
    defer { matches = fingerprint }
    guard let revision, fingerprint == matches else {
      lastChange = board.store.time
      return
    }
    guard let changes = board.changes(since: revision) else {
      // The changes since that revision are no longer known.
      lastChange = board.store.time
      return
    }
    if let latest = changes.latest(among: found.ids) { lastChange = max(lastChange, latest) }
  }

  private func succeed() {
    let elements = board.cache.encodings(of: last.ids, within: call.maxElementSize)
    call.respond(
      encoded: WaitForResponse.encoded(
        revision: board.store.revision,
        elements: elements.prefix(bytes: call.maxElementSize), total: last.total,
        waitedUs: UInt64(max(0, MonotonicTime.now().since(call.began).microseconds))))
  }

  private func giveUp() {
    // The last result is current unless something changed since. If it did, or if there may be advice to
    // give, check once more, in turn.
    guard revision == board.store.revision, condition.advisable(last) == nil else {
      isLast = true
      limit = board.loop.schedule(after: Self.margin) { [unowned self] in fail() }
      return board.look(self, of: call.owner)
    }
    fail()
  }

  /// How long the last check may take after the time is up.
  private static let margin = Duration.milliseconds(100)

  private func fail() {
    let waited = MonotonicTime.now().since(call.began).millisecondsRoundedUp
    guard revision != nil else {
      return call.fail(
        Status(
          .timedOut, "the server was too busy to look at \(condition.description) for \(waited) ms",
          remedy: .serverIsSlow))
    }
    call.fail(
      Status(
        .conditionNotMet,
        "after \(waited) ms \(condition.description) does not hold: "
          + condition.state(last, in: board.store.tree),
        candidates: last.ids.prefix(10).map {
          Candidate(id: $0, description: board.targets.describe($0))
        }, candidateCount: last.total,
        advice: condition.advisable(last).flatMap { board.targets.advice(insteadOf: $0) }
          ?? Remedy.awaitOther.rawValue))
  }
}

/// Identifies the elements of a list in a few bytes, whatever their order. Two different lists having the
/// same fingerprint is too improbable to happen.
private struct Fingerprint: Equatable {
  private var count = 0
  private var sum: UInt64 = 0
  private var mix: UInt64 = 0

  init(_ ids: [ElementID]) {
    count = ids.count
    for id in ids {
      var value = id.rawValue &+ 0x9e37_79b9_7f4a_7c15
      value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
      value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
      sum &+= value
      mix ^= value
    }
  }
}
