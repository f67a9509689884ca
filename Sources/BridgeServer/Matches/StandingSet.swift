internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

/// The elements that match one selector, kept up to date for all calls that watch it.
final class StandingSet {
  let text: String
  let selector: Selector
  let sensitivity: SelectorSensitivity
  /// The matches at the revision of the last batch.
  private(set) var members: Set<ElementID> = []
  /// Whether `members` must be determined anew, from the whole tree.
  var isOutdated = true
  private var watchers: [Watcher] = []
  private let charge: MemoryCharge

  private struct Watcher {
    let watch: MatchWatch
    /// The position of the selector in the watch's request.
    let index: Int
  }

  init(_ selector: Selector, ledger: MemoryLedger) {
    text = selector.text
    self.selector = selector
    sensitivity = SelectorSensitivity(selector)
    charge = MemoryCharge(ledger, .filters, Self.baseMemory + selector.memory)
  }

  /// About how much memory a set takes without its selector and its members, in bytes.
  private static let baseMemory = 768
  /// About how much memory a member takes, in bytes.
  private static let memberMemory = 11

  var isUnused: Bool { watchers.isEmpty }

  /// Adds a watch, which is told of what changes from now on.
  func add(_ watch: MatchWatch, _ index: Int) {
    watchers.append(Watcher(watch: watch, index: index))
  }

  func remove(_ watch: MatchWatch) {
    watchers.removeAll { $0.watch === watch }
  }

  /// Ends all calls that watch the set.
  func fail(_ status: Status) {
    for watcher in watchers { watcher.watch.fail(status) }
  }

  /// Brings the set up to date with a batch. Throws when that takes too many steps.
  func update(_ batch: StandingBatch, limits: Limits) throws(Status) {
    if isOutdated || batch.outdates(sensitivity) { return try refresh(batch, limits) }
    let concerning = batch.changes.filter(sensitivity.mayConcern)
    if !concerning.isEmpty {
      let matcher = batch.matcher(of: selector, limits.budget)
      guard let candidates = batch.candidates(concerning, sensitivity, matcher) else {
        return try refresh(batch, limits)
      }
      for id in candidates { set(id, isMember: batch.contains(id) && matcher.matches(id)) }
      guard !matcher.isBudgetExceeded else { throw tooExpensive(limits) }
    }
    tellChanges(batch)
    updateCharge()
  }

  private func refresh(_ batch: StandingBatch, _ limits: Limits) throws(Status) {
    let result = batch.matcher(of: selector, limits.budget).find()
    guard !result.isBudgetExceeded else { throw tooExpensive(limits) }
    let present = Set(result.ids)
    for id in members.subtracting(present) { set(id, isMember: false) }
    for id in present.subtracting(members) { set(id, isMember: true) }
    isOutdated = false
    tellChanges(batch)
    updateCharge()
  }

  private func set(_ id: ElementID, isMember: Bool) {
    if isMember {
      guard members.insert(id).inserted else { return }
      tell { $0.enter(id) }
    } else {
      guard members.remove(id) != nil else { return }
      tell { $0.leave(id) }
    }
  }

  /// Tells of members that changed. For one that entered in this batch, that is told already.
  private func tellChanges(_ batch: StandingBatch) {
    guard watchers.contains(where: { !$0.watch.isMembershipOnly }) else { return }
    guard batch.knowsChanges else {
      for id in members { tell(isMembership: false) { $0.change(id) } }
      return
    }
    for change in batch.changes where change.new != nil && members.contains(change.id) {
      tell(isMembership: false) { $0.change(change.id) }
    }
  }

  private func tell(isMembership: Bool = true, _ body: (inout MatchChanges) -> Void) {
    for watcher in watchers where isMembership || !watcher.watch.isMembershipOnly {
      watcher.watch.changes(of: watcher.index, body)
    }
  }

  private func updateCharge() {
    charge.bytes = Self.baseMemory + selector.memory + Self.memberMemory * members.capacity
  }

  private func tooExpensive(_ limits: Limits) -> Status {
    limits.budgetExceeded("matching a watched selector", selector: text)
  }
}
