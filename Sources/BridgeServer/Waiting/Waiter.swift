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
  private let registry: WaiterRegistry
  private var timeoutTimer: Timer?
  private var recheckTimer: Timer?
  /// Whether the time is up, so that the next check decides.
  private var isFinalCheck = false
  /// The revision that was checked last; `nil` before the first check.
  private(set) var revision: Revision?
  /// When what matches last changed, by the mirror's clock; for STABLE.
  private var lastChange: UInt64 = 0
  private var matches = Fingerprint([])
  /// The beginning of what was found last, for the response or for the error at the end.
  private var lastResult = SelectorResult(ids: [], total: 0)

  init(condition: ConditionCheck, call: Call, registry: WaiterRegistry) {
    self.condition = condition
    self.call = call
    self.registry = registry
  }

  func start(until end: MonotonicTime) {
    let list = registry.add(self, of: call.owner)
    call.onEnd = { self.stop(list) }
    call.handlesDeadline = true
    timeoutTimer = registry.loop.schedule(at: end) { [unowned self] in timeLimitReached() }
    list.scheduleCheck(self)
  }

  private func stop(_ list: WaiterList) {
    registry.remove(self, from: list)
    timeoutTimer?.cancel()
    recheckTimer?.cancel()
  }

  func check() {
    guard !call.isEnded else { return }
    defer { if isFinalCheck, !call.isEnded { fail() } }
    var budget = registry.targets.limits.budget
    do throws(Status) {
      let found = try condition.find(registry.targets, &budget)
      if condition.stableTime != nil { updateLastChange(found) }
      revision = registry.store.revision
      lastResult = SelectorResult(ids: Array(found.ids.prefix(100)), total: found.total)
      guard
        let holding = try condition.holding(
          of: found, in: registry.store.tree, registry.targets.limits, &budget)
      else { return }
      lastResult = SelectorResult(ids: Array(holding.ids.prefix(100)), total: holding.total)
    } catch {
      return call.fail(error)
    }
    guard let stableTime = condition.stableTime else { return succeed() }
    let now = registry.store.time
    let quiet = Duration.nanoseconds(Int64(clamping: now > lastChange ? now - lastChange : 0))
    guard quiet < stableTime else { return succeed() }
    recheckTimer?.cancel()
    recheckTimer = registry.loop.schedule(after: stableTime - quiet) { [weak self] in
      guard let self else { return }
      registry.scheduleCheck(self, of: call.owner)
    }
  }

  /// Updates `lastChange` when the matches, or anything below them, have changed.
  private func updateLastChange(_ found: SelectorResult) {
    let fingerprint = Fingerprint(found.ids)
    defer { matches = fingerprint }
    guard let revision, fingerprint == matches else {
      lastChange = registry.store.time
      return
    }
    guard let changes = registry.changes(since: revision) else {
      // The changes since that revision are no longer known.
      lastChange = registry.store.time
      return
    }
    if let latest = changes.latest(among: found.ids) { lastChange = max(lastChange, latest) }
  }

  private func succeed() {
    let elements = registry.cache.encodings(
      of: lastResult.ids, view: condition.view, within: call.maxElementSize)
    call.respond(
      encoded: WaitForResponse.encoded(
        revision: registry.store.revision,
        elements: elements.prefix(bytes: call.maxElementSize), total: lastResult.total,
        waitedUs: UInt64(max(0, MonotonicTime.now().since(call.began).microseconds)),
        silent: condition.silent(lastResult, registry.targets)))
  }

  private func timeLimitReached() {
    // The last result is current unless something changed since. If it did, or if there may be advice to
    // give, check once more, in turn.
    guard revision == registry.store.revision, !condition.needsSearch(lastResult) else {
      isFinalCheck = true
      timeoutTimer = registry.loop.schedule(after: Self.finalCheckLimit) { [unowned self] in fail()
      }
      return registry.scheduleCheck(self, of: call.owner)
    }
    fail()
  }

  /// How long the last check may take after the time is up.
  private static let finalCheckLimit = Duration.milliseconds(100)

  private func fail() {
    let waited = MonotonicTime.now().since(call.began).millisecondsRoundedUp
    guard revision != nil else {
      return call.fail(
        Status(
          .timedOut,
          "the server was too busy for \(waited) ms to check whether \(condition.description)",
          remedy: .serverIsSlow))
    }
    call.fail(
      condition.notMet("condition not met after \(waited) ms", lastResult, registry.targets))
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
