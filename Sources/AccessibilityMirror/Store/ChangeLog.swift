public import AccessibilityTree

/// One batch of changes that belong together.
public struct Commit: Hashable, Sendable {
  public let revision: Revision
  /// When the commit was made, in nanoseconds of the mirror's clock.
  public let time: UInt64
  /// Elements that are new or differ from before.
  public let changed: [ElementID]
  /// Those of `changed` that are new.
  public let added: Set<ElementID>
  /// Those of `changed` whose role or label changed, or the value where that is what the element says.
  public let renamed: Set<ElementID>
  /// Those of `changed` that differ only in their frame, and perhaps as in `refocused`.
  public let moved: Set<ElementID>
  /// Those of `changed` that differ only in having the focus, with the caret that goes with it, or in being the active
  /// window.
  public let refocused: Set<ElementID>
  public let removed: [ElementID]
  /// The former parents of the elements that were moved or removed; `nil` for the root of an application.
  public let formerParents: [ElementID: ElementID?]
  /// Elements that still exist but no longer pass a filter. Those that are also in `changed` are sent one
  /// last time. Empty in commits that the store makes.
  public let left: [ElementID]
  /// The applications that the elements belong to.
  public let applications: Set<ElementID>
  /// In order of delivery.
  public let notifications: [Notification]
  /// The notifications that sources posted, from which others were not yet derived. For a store that mirrors a
  /// part of this one, which derives its own.
  package let posted: [Notification]
  /// The elements whose value existed before and was only now read, for such a store.
  package let discovered: Set<ElementID>

  public init(
    revision: Revision, time: UInt64, changed: [ElementID], added: Set<ElementID>,
    renamed: Set<ElementID> = [], moved: Set<ElementID> = [], refocused: Set<ElementID> = [],
    removed: [ElementID],
    formerParents: [ElementID: ElementID?] = [:], left: [ElementID] = [],
    applications: Set<ElementID>, notifications: [Notification], posted: [Notification] = [],
    discovered: Set<ElementID> = []
  ) {
    self.revision = revision
    self.time = time
    self.changed = changed
    self.added = added
    self.renamed = renamed
    self.moved = moved
    self.refocused = refocused
    self.removed = removed
    self.formerParents = formerParents
    self.left = left
    self.applications = applications
    self.notifications = notifications
    self.posted = posted
    self.discovered = discovered
  }
}

/// The most recent commits, bounded by their number, their entries, and their memory.
public struct ChangeLog {
  public struct Limits: Sendable {
    public var commits: Int
    /// Ids and notifications of all commits together.
    public var entries: Int
    /// The approximate memory of all commits, in bytes.
    public var bytes: Int

    public init(commits: Int, entries: Int, bytes: Int = 8 * 1024 * 1024) {
      self.commits = commits
      self.entries = entries
      self.bytes = bytes
    }

    /// 8,192 commits, 262,144 entries, 8 MiB.
    public static let standard = Limits(commits: 8192, entries: 262_144)
  }

  private let limits: Limits
  /// The first `forgotten` entries are `nil`; they are removed in batches.
  private var commits: [Commit?] = []
  private var forgotten = 0
  private var entries = 0
  /// The approximate memory of the commits, in bytes.
  private(set) var memory = 0

  init(limits: Limits) {
    self.limits = limits
  }

  mutating func append(_ commit: Commit) {
    commits.append(commit)
    entries += commit.entries
    memory += commit.memory
    while forgotten < commits.count,
      commits.count - forgotten > limits.commits || entries > limits.entries
        || memory > limits.bytes
    {
      forgetOldest()
    }
    if forgotten > 64, forgotten > commits.count / 4 {
      commits.removeFirst(forgotten)
      forgotten = 0
    }
  }

  private mutating func forgetOldest() {
    if let oldest = commits[forgotten] {
      entries -= oldest.entries
      memory -= oldest.memory
    }
    commits[forgotten] = nil
    forgotten += 1
  }

  func commits(since revision: Revision, latest: Revision) -> [Commit]? {
    guard revision <= latest else { return nil }
    // Revisions have no gaps, and the last commit made the latest revision.
    let wanted = latest - revision
    guard wanted <= UInt64(commits.count - forgotten) else { return nil }
    return commits.suffix(Int(wanted)).compactMap { $0 }
  }

  func commits(after time: UInt64, latest: Revision) -> [Commit]? {
    let known = commits[forgotten...]
    let newer = known.reversed().prefix { $0.map { $0.time > time } ?? false }.count
    // Where all that are known are newer, there may have been more.
    return commits(since: newer < known.count ? latest - UInt64(newer) : 0, latest: latest)
  }
}

extension Commit {
  fileprivate var entries: Int { changed.count + removed.count + notifications.count }

  /// The approximate memory of the commit, in bytes.
  fileprivate var memory: Int {
    let ids =
      8 * (changed.count + removed.count) + 24
      * (added.count + renamed.count + moved.count + refocused.count + applications.count)
      + 40 * formerParents.count
    return notifications.reduce(256 + ids) { $0 + $1.memory }
  }
}
