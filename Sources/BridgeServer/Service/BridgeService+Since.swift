internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// What happened since a revision that a client has read.
enum Since {
  /// The client has read nothing yet, or what happened since then is not known any more.
  case unknown
  /// The commits after the revision, oldest first.
  case known([Commit])

  /// Whether it is known that nothing happened.
  var isNothing: Bool {
    if case .known(let commits) = self { return commits.isEmpty }
    return false
  }

  /// The number of changes above which an answer is made anew instead of from the changes.
  private static let maxEntries = 50_000

  /// The commits, unless they are unknown or too many to go through.
  var commits: [Commit]? {
    guard case .known(let commits) = self else { return nil }
    var left = Self.maxEntries
    for commit in commits {
      left -= commit.changed.count + commit.removed.count + 1
      if left < 0 { return nil }
    }
    return commits
  }
}

extension BridgeService {
  /// Returns what happened since a revision. A revision of another epoch is unknown. So is revision 0, at which a mirror is
  /// before anything is in it: who has read nothing yet must not be told that it is unchanged. Throws when the revision
  /// does not exist yet.
  func changes(since: ReadSince?) throws(Status) -> Since {
    try store.check(since)
    guard let since, since.epoch == store.epoch, since.revision > 0,
      let commits = store.commits(since: since.revision)
    else { return .unknown }
    return .known(commits)
  }

  /// Notes that a client reads. Sources may poll then, unless the client only asks whether anything changed: that is
  /// answered from memory.
  func recordRead(since: ReadSince?) {
    if since == nil { watchers.recordRead() }
  }
}

extension TreeStore {
  /// Throws when a revision of this run does not exist yet.
  func check(_ since: ReadSince?) throws(Status) {
    guard let since, since.epoch == epoch, since.revision > revision else { return }
    throw Status(
      .invalidArgument,
      "revision \(since.revision) does not exist yet; the current revision is \(revision)",
      remedy: .presentRevision)
  }

  /// Returns the status of a request whose revision is of another run of the server.
  func otherRun(_ revision: Revision, of epoch: UInt64, remedy: Remedy? = nil) -> Status {
    let mark = ReadSince(revision, epoch: epoch).mark
    let present = ReadSince(self.revision, epoch: self.epoch).mark
    return Status(
      .epochChanged,
      "the server was restarted since \(mark), or another one gave that revision; the present one is \(present)",
      remedy: remedy)
  }
}
