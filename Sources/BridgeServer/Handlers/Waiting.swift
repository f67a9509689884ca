internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  func waitFor(_ call: Call, _ request: WaitForRequest) throws(Status) {
    let condition = try ConditionTest(request, parse: parse)
    let limit = call.deadline ?? MonotonicTime.now().advanced(by: configuration.waitTimeout)
    let waiter = Waiter(condition: condition, call: call, service: self)
    waiter.start(until: limit)
  }
}

/// Looks again after each commit until the condition holds, the time is up, or the call ends.
///
/// Kept alive by its call.
private final class Waiter {
  private let condition: ConditionTest
  private let call: Call
  private let service: BridgeService
  private let began = MonotonicTime.now()
  private var observation: Observation?
  private var limit: Timer?
  private var nextLook: Timer?
  private var lookIsPlanned = false
  /// The time is up: the look that is planned decides.
  private var isLast = false
  /// When what matches last changed; for STABLE.
  private var lastChange = MonotonicTime.now()
  private var matches: Set<ElementID> = []
  private var last = SelectorResult(ids: [], total: 0)

  init(condition: ConditionTest, call: Call, service: BridgeService) {
    self.condition = condition
    self.call = call
    self.service = service
  }

  func start(until end: MonotonicTime) {
    call.onEnd = { self.stop() }
    observation = service.store.observe { [unowned self] commit in note(commit) }
    // The client's own deadline would end the call without a word: be a little earlier.
    let left = end.since(.now())
    limit = service.loop.schedule(after: max(left - left / 50, .zero)) { [unowned self] in
      giveUp()
    }
    planLook()
  }

  private func stop() {
    observation?.cancel()
    limit?.cancel()
    nextLook?.cancel()
  }

  private func note(_ commit: Commit) {
    if concerns(commit) { lastChange = .now() }
    planLook()
  }

  /// Once for all that happens until its turn comes. All waiters together take half of the server's
  /// time at the most, a little in each turn, however many they are and however busy the tree is.
  private func planLook() {
    guard !lookIsPlanned else { return }
    lookIsPlanned = true
    service.looks.add { [weak self] in self?.look() }
  }

  /// Whether a commit touched what matches, or anything below it.
  private func concerns(_ commit: Commit) -> Bool {
    guard condition.stableTime != nil else { return false }
    let tree = service.store.tree
    return commit.removed.contains(where: matches.contains)
      || commit.changed.contains { id in
        matches.contains(id) || tree.ancestors(of: id).contains(where: matches.contains)
      }
  }

  private func look() {
    lookIsPlanned = false
    guard !call.isEnded else { return }
    defer { if isLast, !call.isEnded { fail() } }
    do throws(Status) {
      last = try condition.find(service)
    } catch {
      return call.fail(error)
    }
    if condition.stableTime != nil, Set(last.ids) != matches {
      matches = Set(last.ids)
      lastChange = .now()
    }
    guard condition.holds(for: last, in: service.store.tree) else { return }
    if let stableTime = condition.stableTime {
      let quiet = MonotonicTime.now().since(lastChange)
      guard quiet >= stableTime else {
        nextLook?.cancel()
        nextLook = service.loop.schedule(after: stableTime - quiet) { [weak self] in
          self?.planLook()
        }
        return
      }
    }
    succeed()
  }

  private func succeed() {
    let elements = service.cache.encodings(
      of: last.ids.prefix(100), within: call.longestElement)
    call.respond(
      encoded: ResponseBuilder.waitFor(
        revision: service.store.revision,
        elements: elements.prefix(bytes: call.longestElement), total: last.total,
        waitedUs: UInt64(max(0, MonotonicTime.now().since(began).microseconds))))
  }

  private func giveUp() {
    // What was found last is what there is, unless something changed since: then once more, in turn.
    guard !lookIsPlanned else {
      isLast = true
      return
    }
    fail()
  }

  private func fail() {
    let waited = MonotonicTime.now().since(began).milliseconds
    call.fail(
      Status(
        .conditionNotMet,
        "after \(waited) ms \(condition.description) does not hold: "
          + condition.state(last, in: service.store.tree),
        candidates: last.ids.prefix(10).map {
          Candidate(id: $0, description: service.describe($0))
        }, candidateCount: last.total))
  }
}
