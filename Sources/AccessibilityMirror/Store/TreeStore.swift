public import AccessibilityTree

/// The live mirror: one tree, one writer, a revision a batch, and a bounded log of what changed.
///
/// Confined to one thread, the event loop's. It knows no sockets and reads no clock but the one it
/// is given.
public final class TreeStore {
  /// Names this run of the server. Revisions and ids of another epoch mean nothing here.
  public let epoch: UInt64
  public internal(set) var tree = Tree()
  public private(set) var revision: Revision = 0
  public internal(set) var applications: [ElementID: Application] = [:]
  /// The element that has the keyboard focus, over all applications.
  public var focused: ElementID? { memory.focused }

  let memory = NotificationMemory()

  private let now: () -> UInt64
  private let idBase: UInt64
  private var lastID: UInt64
  /// How many revisions back a reader may resume, at the most.
  public let maxLoggedRevisions: Int
  private var log: ChangeLog
  private var openEdit: TreeEdit?
  private var undelivered: [Commit] = []
  /// Elements of `willDiscoverValue`.
  private var discovered: Set<ElementID> = []
  private var isDelivering = false
  private var observers: [UInt64: (Commit) -> Void] = [:]
  /// The keys of `observers` in order; `nil` when they are to be sorted anew.
  private var observerOrder: [UInt64]?
  private var lastObserver: UInt64 = 0

  /// - Parameters:
  ///   - epoch: any number that differs from that of other runs.
  ///   - idBase: ids start above it. `ElementIDBase.random()` keeps those of different runs apart.
  ///   - now: nanoseconds of a monotonic clock.
  public init(
    epoch: UInt64, idBase: UInt64 = 0, limits: ChangeLog.Limits = .standard,
    now: @escaping () -> UInt64
  ) {
    self.epoch = epoch
    self.idBase = idBase
    lastID = idBase
    self.now = now
    maxLoggedRevisions = limits.commits
    self.log = ChangeLog(limits: limits)
  }

  /// About how much memory the log of changes takes, in bytes.
  public var logMemory: Int { log.memory }

  /// The mirror's clock, in nanoseconds.
  public var time: UInt64 { now() }

  /// An id that was never given out before.
  public func makeID() -> ElementID {
    lastID += 1
    return ElementID(rawValue: lastID)
  }

  /// Whether an id was given out by this run and its element is gone.
  public func isStale(_ id: ElementID) -> Bool {
    id.rawValue > idBase && id.rawValue <= lastID && !tree.contains(id)
  }

  /// The next change of an element's value says what was there already, and was not known: it is told
  /// to replicas as any other, and to nobody as a change of the value.
  public func willDiscoverValue(of id: ElementID) {
    if tree.contains(id) { discovered.insert(id) }
  }

  func takeDiscovered(among ids: Set<ElementID>) -> Set<ElementID> {
    guard !discovered.isEmpty else { return [] }
    let taken = discovered.intersection(ids)
    discovered.subtract(taken)
    return taken
  }

  /// Makes changes that belong together. When `body` ends and anything differs from before, there is
  /// a new revision and every observer is told; what was done before `body` threw stays. An edit
  /// inside an edit joins it.
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
    guard outcome.isSomething else { return }
    revision += 1
    let notifications = outcome.notifications.map { notification in
      notification.textLength <= Notification.maxTextLength
        ? notification : notification.shortened(textsTo: Notification.maxTextLength)
    }
    let commit = Commit(
      revision: revision, time: now(), changed: outcome.changed, added: outcome.added,
      removed: outcome.removed, formerParents: outcome.formerParents,
      applications: outcome.applications,
      notifications: notifications)
    log.append(commit)
    undelivered.append(commit)
    deliver()
  }

  /// An observer may edit; what that brings is delivered after the commit at hand.
  private func deliver() {
    guard !isDelivering else { return }
    isDelivering = true
    defer { isDelivering = false }
    while !undelivered.isEmpty {
      let commit = undelivered.removeFirst()
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
  /// What happened after a revision, oldest first; `nil` when that is no longer known or never was.
  public func commits(since revision: Revision) -> [Commit]? {
    guard revision <= self.revision else { return nil }
    return log.commits(since: revision, latest: self.revision)
  }

  /// What brings a copy from `revision` to now; `nil` when a snapshot is needed instead.
  public func delta(since revision: Revision) -> Delta? {
    guard let commits = commits(since: revision) else { return nil }
    return delta(of: commits, from: revision)
  }

  /// The sum of commits in a row that end at the present revision.
  public func delta(of commits: some Sequence<Commit>, from revision: Revision) -> Delta {
    var summary = ChangeSummary()
    for commit in commits { summary.add(commit) }
    return Delta(
      from: revision, to: self.revision,
      changed: summary.changed.compactMap { tree[$0] }, removed: summary.removed)
  }

  /// Every element in reading order: what a new copy starts from.
  public func snapshot() -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(tree.count)
    for id in tree.subtree(of: tree.roots) {
      if let element = tree[id] { result.append(element) }
    }
    return result
  }
}

/// Ends a registration with `TreeStore.observe`.
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
