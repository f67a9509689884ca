public import AccessibilityTree

/// One batch of changes that belong together.
public struct Commit: Hashable, Sendable {
  public let revision: Revision
  /// When it was made, in nanoseconds of the mirror's clock.
  public let time: UInt64
  /// Elements that are new or differ from before.
  public let changed: [ElementID]
  /// Those of `changed` that are new.
  public let added: Set<ElementID>
  public let removed: [ElementID]
  /// The applications whose elements these are.
  public let applications: Set<ElementID>
  /// In the order that they are to be told.
  public let notifications: [Notification]

  public init(
    revision: Revision, time: UInt64, changed: [ElementID], added: Set<ElementID>,
    removed: [ElementID], applications: Set<ElementID>, notifications: [Notification]
  ) {
    self.revision = revision
    self.time = time
    self.changed = changed
    self.added = added
    self.removed = removed
    self.applications = applications
    self.notifications = notifications
  }
}

/// The last commits, bounded in number and in what they name.
public struct ChangeLog {
  public struct Limits: Sendable {
    public var commits: Int
    /// Ids and notifications over all commits.
    public var entries: Int

    public init(commits: Int, entries: Int) {
      self.commits = commits
      self.entries = entries
    }

    /// 8,192 commits, 262,144 entries: some 2 MB at the most.
    public static let standard = Limits(commits: 8192, entries: 262_144)
  }

  private let limits: Limits
  /// The first `forgotten` of them are no longer known, and are let go of in bulk.
  private var commits: [Commit] = []
  private var forgotten = 0
  private var entries = 0

  init(limits: Limits) {
    self.limits = limits
  }

  mutating func append(_ commit: Commit) {
    commits.append(commit)
    entries += commit.entries
    while forgotten < commits.count,
      commits.count - forgotten > limits.commits || entries > limits.entries
    {
      entries -= commits[forgotten].entries
      forgotten += 1
    }
    if forgotten > 64, forgotten > commits.count / 4 {
      commits.removeFirst(forgotten)
      forgotten = 0
    }
  }

  func commits(since revision: Revision, latest: Revision) -> [Commit]? {
    guard revision <= latest else { return nil }
    // Revisions are without a gap, and the last commit made the latest.
    let wanted = latest - revision
    guard wanted <= UInt64(commits.count - forgotten) else { return nil }
    return Array(commits.suffix(Int(wanted)))
  }
}

extension Commit {
  fileprivate var entries: Int { changed.count + removed.count + notifications.count }
}
