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
  /// Under what the elements stood before that were moved or removed; `nil` for the root of an
  /// application.
  public let formerParents: [ElementID: ElementID?]
  /// Elements that are there, and that a filter lets through no more. Some may be in `changed`, to be
  /// told as they are one last time. None in a commit as it was made.
  public let left: [ElementID]
  /// The applications whose elements these are.
  public let applications: Set<ElementID>
  /// In the order that they are to be told.
  public let notifications: [Notification]

  public init(
    revision: Revision, time: UInt64, changed: [ElementID], added: Set<ElementID>,
    removed: [ElementID], formerParents: [ElementID: ElementID?] = [:], left: [ElementID] = [],
    applications: Set<ElementID>, notifications: [Notification]
  ) {
    self.revision = revision
    self.time = time
    self.changed = changed
    self.added = added
    self.removed = removed
    self.formerParents = formerParents
    self.left = left
    self.applications = applications
    self.notifications = notifications
  }
}

/// The last commits, bounded in number, in what they name, and in bytes.
public struct ChangeLog {
  public struct Limits: Sendable {
    public var commits: Int
    /// Ids and notifications over all commits.
    public var entries: Int
    /// About how much memory they take together.
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
  /// The first `forgotten` of them are no longer known, and are let go of in bulk.
  private var commits: [Commit?] = []
  private var forgotten = 0
  private var entries = 0
  /// About how much memory the commits take, in bytes.
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
    // Revisions are without a gap, and the last commit made the latest.
    let wanted = latest - revision
    guard wanted <= UInt64(commits.count - forgotten) else { return nil }
    return commits.suffix(Int(wanted)).compactMap { $0 }
  }
}

extension Commit {
  fileprivate var entries: Int { changed.count + removed.count + notifications.count }

  /// About how much memory it takes, in bytes.
  fileprivate var memory: Int {
    let ids =
      8 * (changed.count + removed.count) + 24 * (added.count + applications.count)
      + 40 * formerParents.count
    return notifications.reduce(256 + ids) { $0 + $1.memory }
  }
}
