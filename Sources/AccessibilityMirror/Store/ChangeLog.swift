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
  private var commits: ArraySlice<Commit> = []
  private var entries = 0

  init(limits: Limits) {
    self.limits = limits
  }

  mutating func append(_ commit: Commit) {
    commits.append(commit)
    entries += commit.entries
    while commits.count > limits.commits || entries > limits.entries, let first = commits.first {
      entries -= first.entries
      commits.removeFirst()
    }
  }

  func commits(since revision: Revision, latest: Revision) -> [Commit]? {
    if revision == latest { return [] }
    guard let first = commits.first?.revision, revision + 1 >= first else { return nil }
    return Array(commits.dropFirst(Int(revision + 1 - first)))
  }
}

extension Commit {
  fileprivate var entries: Int { changed.count + removed.count + notifications.count }
}

/// The sum of several commits: which elements to send as they are now, and which are gone.
public struct ChangeSummary {
  private var order: [ElementID] = []
  private var present: Set<ElementID> = []
  private var gone: Set<ElementID> = []
  private var goneOrder: [ElementID] = []
  /// Elements that appeared and vanished in between are nobody's business.
  private var appeared: Set<ElementID> = []

  public init() {}

  public var isEmpty: Bool { present.isEmpty && gone.isEmpty }

  public var count: Int { present.count + gone.count }

  public mutating func add(_ commit: Commit) {
    for id in commit.changed where present.insert(id).inserted { order.append(id) }
    for id in commit.added { appeared.insert(id) }
    for id in commit.removed {
      present.remove(id)
      if appeared.remove(id) == nil, gone.insert(id).inserted { goneOrder.append(id) }
    }
  }

  public var changed: [ElementID] { order.filter { present.contains($0) } }
  public var removed: [ElementID] { goneOrder }
}
