public import AccessibilityTree

/// The live mirror: one tree with one writer, a revision per batch of changes, and a bounded change log.
///
/// Confined to the event loop's thread. Uses no sockets, and no clock but the one passed to `init`.
public final class TreeStore {
  /// Identifies this run of the server. Revisions and ids of another epoch are not valid in this one.
  public let epoch: UInt64
  public internal(set) var tree = Tree()
  public private(set) var revision: Revision = 0
  public internal(set) var applications: [ElementID: Application] = [:]
  /// The element that has the keyboard focus, over all applications.
  public var focused: ElementID? { memory.focused }

  /// Whether an element has the keyboard focus, or something in it, as a cell in a table.
  package func hasFocus(in id: ElementID) -> Bool {
    tree.read(id) { $0.states.contains(.focused) } == true
      || focused.map { tree.isAncestor(id, of: $0) } == true
  }

  let memory = NotificationMemory()
  let secrets = SecretKeeper()
  /// Where the secrets of this store are kept, when it follows another one; `nil`: here.
  package var secretOrigin: SecretOrigin?

  private let now: () -> UInt64
  private let idBase: UInt64
  private var lastID: UInt64
  /// Calls a closure at a time of the mirror's clock, on the thread of the store. Set by who runs the loop; `nil`:
  /// sources cannot wait, and do at once what has a time.
  public var timer: ((_ time: UInt64, _ body: @escaping () -> Void) -> Void)?
  /// The maximum number of revisions back from which a reader can resume.
  public var maxLoggedRevisions: Int { limits.commits }
  /// The limits of the change log.
  package let limits: ChangeLog.Limits
  private var log: ChangeLog
  private var openEdit: TreeEdit?
  private var undelivered: [(commit: Commit, former: [ElementID: Element])] = []
  /// The elements that the commit of which observers are being told changed or removed, as they were before it.
  /// May have others, which are unchanged.
  package private(set) var former: [ElementID: Element] = [:]
  /// Elements passed to `willDiscoverValue` whose change is still to come.
  private var discovered: Set<ElementID> = []
  private var isDelivering = false
  private var observers: [UInt64: (Commit) -> Void] = [:]
  /// The keys of `observers` in ascending order; `nil` when they must be sorted again.
  private var observerOrder: [UInt64]?
  private var lastObserver: UInt64 = 0

  /// - Parameters:
  ///   - epoch: A number that differs from that of every other run.
  ///   - idBase: The ids of this store are above it. `ElementIDBase.random()` keeps the ids
  ///     of different runs apart.
  ///   - now: Returns the nanoseconds of a monotonic clock.
  public init(
    epoch: UInt64, idBase: UInt64 = 0, limits: ChangeLog.Limits = .standard,
    now: @escaping () -> UInt64
  ) {
    self.epoch = epoch
    self.idBase = idBase
    lastID = idBase
    self.now = now
    self.limits = limits
    self.log = ChangeLog(limits: limits)
  }

  /// The approximate memory of the change log, in bytes.
  public var logMemory: Int { log.memory }

  /// Makes room for a number of further elements at once.
  public func reserveCapacity(for count: Int) {
    tree.reserveCapacity(tree.count + count)
  }

  /// The current time of the mirror's clock, in nanoseconds.
  public var time: UInt64 { now() }

  /// Returns how long ago a time of that clock was, in nanoseconds; 0 for one to come.
  package func age(of time: UInt64) -> UInt64 {
    let now = self.time
    return now - min(now, time)
  }

  /// Returns an id that was never assigned before.
  public func makeID() -> ElementID {
    lastID += 1
    return ElementID(rawValue: lastID)
  }

  /// Whether an id was assigned by this run and its element no longer exists.
  public func isStale(_ id: ElementID) -> Bool {
    id.rawValue > idBase && id.rawValue <= lastID && !tree.contains(id)
  }

  /// Marks the element's next change of value as the discovery of a value that existed before. Deltas contain
  /// it as any change, but it causes no value notification.
  public func willDiscoverValue(of id: ElementID) {
    if tree.contains(id) { discovered.insert(id) }
  }

  func takeDiscovered(among ids: Set<ElementID>) -> Set<ElementID> {
    guard !discovered.isEmpty else { return [] }
    let taken = discovered.intersection(ids)
    discovered.subtract(taken)
    return taken
  }

  /// Applies the changes of `body` as one revision. When `body` ends and anything differs, the revision grows and
  /// every observer is called. Changes made before `body` throws are kept. A nested edit joins the outer one.
  @discardableResult
  public func edit<Result>(_ body: (TreeEdit) throws -> Result) rethrows -> Result {
    if let openEdit { return try body(openEdit) }
    let edit = TreeEdit(store: self)
    openEdit = edit
    defer { commit(edit) }
    return try body(edit)
  }

  private func commit(_ edit: TreeEdit) {
    openEdit = nil
    let outcome = edit.outcome()
    guard outcome.hasChanges else { return }
    revision += 1
    let notifications = outcome.notifications.map { notification in
      notification.textLength <= Notification.maxTextLength
        ? notification : notification.shortened(textsTo: Notification.maxTextLength)
    }
    let commit = Commit(
      revision: revision, time: now(), changed: outcome.changed, added: outcome.added,
      renamed: outcome.renamed, moved: outcome.moved, refocused: outcome.refocused,
      removed: outcome.removed, formerParents: outcome.formerParents,
      applications: outcome.applications,
      notifications: notifications, posted: outcome.posted, discovered: outcome.discovered)
    log.append(commit)
    undelivered.append((commit, observers.isEmpty ? [:] : edit.before))
    deliver()
  }

  /// Fills a store to which nothing has happened with a copy of another one's elements, as its first revision.
  /// Observers are not told, and nothing is derived from it.
  ///
  /// - Parameter focused: The element that has the keyboard focus.
  package func begin(
    _ tree: Tree, _ applications: [ElementID: Application], focused: ElementID?
  ) {
    guard revision == 0, !tree.isEmpty else { return }
    self.tree = tree
    self.applications = applications
    memory.begin(tree, focused: focused)
    revision = 1
  }

  /// Calls the observers. One of them may edit; its commit is delivered after the current one.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { (isDelivering, former) = (false, [:]) }
    while !undelivered.isEmpty {
      let commit: Commit
      (commit, former) = undelivered.removeFirst()
      let order = observerOrder ?? observers.keys.sorted()
      observerOrder = order
      for key in order { observers[key]?(commit) }
    }
  }

  /// Calls `body` after each commit, in order, until the observation is cancelled.
  public func observe(_ body: @escaping (Commit) -> Void) -> Observation {
    lastObserver += 1
    let key = lastObserver
    observers[key] = body
    observerOrder?.append(key)
    return Observation { [weak self] in
      self?.observers[key] = nil
      self?.observerOrder = nil
    }
  }
}

extension TreeStore {
  /// Returns the commits after a revision, oldest first; `nil` when the log no longer has them all or the
  /// revision is in the future.
  public func commits(since revision: Revision) -> [Commit]? {
    guard revision <= self.revision else { return nil }
    return log.commits(since: revision, latest: self.revision)
  }

  /// Returns the commits of the last nanoseconds of the store's clock, oldest first; `nil` when the log no longer has them all.
  package func commits(ofLast nanoseconds: UInt64) -> [Commit]? {
    let now = time
    return log.commits(after: now - min(now, nanoseconds), latest: revision)
  }

  /// Returns the delta from `revision` to the current one; `nil` when a snapshot is needed instead.
  public func delta(since revision: Revision) -> Delta? {
    guard let commits = commits(since: revision) else { return nil }
    return delta(of: commits, from: revision)
  }

  /// Returns the combined delta of consecutive commits, the last of which made the current revision.
  public func delta(of commits: some Sequence<Commit>, from revision: Revision) -> Delta {
    var summary = ChangeSummary()
    for commit in commits { summary.add(commit) }
    return Delta(
      from: revision, to: self.revision,
      changed: summary.changed.compactMap { tree[$0] }, removed: summary.removed)
  }

  /// Returns every element in reading order, for a new replica to start from.
  public func snapshot() -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(tree.count)
    for id in tree.subtree(of: tree.roots) {
      if let element = tree[id] { result.append(element) }
    }
    return result
  }
}

/// Cancels an observation that `TreeStore.observe` started.
public final class Observation {
  private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  public func cancel() {
    body?()
    body = nil
  }
}
