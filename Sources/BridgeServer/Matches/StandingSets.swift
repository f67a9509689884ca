internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

/// The selectors that are watched, each once however many calls watch it.
///
/// A commit only notes what changed. The sets are brought up to date in slices, with all that happened until
/// then, and from these changes alone: a set whose selector no changed element concerns costs next to nothing.
final class StandingSets: SlicedWork {
  let cache: ElementCache
  private let store: TreeStore
  private let scheduler: Scheduler
  private let limits: Limits
  private var sets: [String: StandingSet] = [:]
  /// The sets in the order in which they are brought up to date; `nil` after one came or went.
  private var orderedSets: [StandingSet]?
  private var watches: [ObjectIdentifier: MatchWatch] = [:]
  /// The elements that changed since the last batch began, as they were then.
  private var former: [ElementID: Element?] = [:]
  private var outdated = StandingBatch.Outdated()
  private var applications: ApplicationTraits
  private var screen = ScreenEvidence()
  /// The batch that the sets are being brought up to date with, and those that are left.
  private var batch: (current: StandingBatch, rest: ArraySlice<StandingSet>)?

  init(store: TreeStore, cache: ElementCache, scheduler: Scheduler, limits: Limits) {
    self.store = store
    self.cache = cache
    self.scheduler = scheduler
    self.limits = limits
    applications = ApplicationTraits(of: store)
  }

  /// Whether the sets are at different revisions, because a batch is under way.
  var isUpdating: Bool { batch != nil }

  func add(_ watch: MatchWatch, _ selectors: [Selector]) {
    if sets.isEmpty { applications = ApplicationTraits(of: store) }
    watches[ObjectIdentifier(watch)] = watch
    for (index, selector) in selectors.enumerated() {
      let set = sets[selector.text] ?? make(selector)
      set.add(watch, index)
      watch.sets.append(set)
    }
    scheduler.add(self, .background)
  }

  private func make(_ selector: Selector) -> StandingSet {
    let set = StandingSet(selector, ledger: cache.ledger)
    sets[selector.text] = set
    orderedSets = nil
    batch?.rest.append(set)
    return set
  }

  func remove(_ watch: MatchWatch) {
    watches[ObjectIdentifier(watch)] = nil
    let left = watch.sets
    watch.sets = []
    for set in left {
      set.remove(watch)
      if set.isUnused, sets[set.text] === set { sets[set.text] = nil }
    }
    orderedSets = nil
    guard sets.isEmpty else { return }
    (former, outdated, screen, batch) = ([:], StandingBatch.Outdated(), ScreenEvidence(), nil)
  }

  /// The number of changed elements above which all sets are determined anew.
  private static let maxChanges = 16_384

  /// Notes what a commit changes. Must be called for every commit, while observers are told of it.
  func apply(_ commit: Commit) {
    guard !sets.isEmpty, commit.concernsSelectors else { return }
    for id in commit.changed + commit.removed where former[id] == nil {
      former.updateValue(store.former[id], forKey: id)
    }
    if former.count > Self.maxChanges {
      former = [:]
      outdated.everything = true
    }
    scheduler.add(self, .background)
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !sets.isEmpty else { return false }
    if batch == nil { beginBatch() }
    while let set = batch?.rest.popFirst(), let current = batch?.current {
      if !set.isUnused { update(set, current) }
      if slice.isExpired { return true }
    }
    guard let revision = batch?.current.revision else { return false }
    batch = nil
    // What the slice has no time for is sent by each watch in its turn.
    for watch in Array(watches.values) { watch.deliver(upTo: revision, slice) }
    cache.ledger.check()
    return !former.isEmpty || outdated.everything
  }

  private func update(_ set: StandingSet, _ batch: StandingBatch) {
    do throws(Status) {
      try set.update(batch, limits: limits)
    } catch {
      set.fail(error)
    }
  }

  private func beginBatch() {
    let present = ApplicationTraits(of: store)
    outdated.applications = present.identities != applications.identities
    outdated.health = present.health != applications.health
    applications = present
    let isScreenTested = sets.values.contains { $0.sensitivity.dependsOnScreen }
    // What is not followed is not known.
    if !isScreenTested { screen = ScreenEvidence() }
    let changes = former.sorted { $0.key < $1.key }.map { [tree = store.tree] id, old in
      ElementChange(id, from: old, to: tree[id])
    }
    outdated.screen = isScreenTested && screen.update(with: changes, in: store.tree)
    let ordered = orderedSets ?? sets.values.sorted { $0.text < $1.text }
    orderedSets = ordered
    batch = (StandingBatch(changes, outdated, in: store), ordered[...])
    (former, outdated) = ([:], StandingBatch.Outdated())
  }

  /// Drops changes that slow clients were not sent, until `isEnough`. Returns how many clients lost some.
  func dropBacklogs(until isEnough: () -> Bool) -> Int {
    var count = 0
    for watch in watches.values.sorted(by: { $0.memory > $1.memory }) where watch.memory > 0 {
      if isEnough() { break }
      watch.dropChanges()
      count += 1
    }
    return count
  }
}

extension Commit {
  /// Whether anything may match other selectors than before.
  fileprivate var concernsSelectors: Bool {
    if !changed.isEmpty || !removed.isEmpty { return true }
    return notifications.contains { $0.kind == .application }
  }
}
