internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Collects what happened to an application since an action was requested, as far as it fits into one message.
struct EffectCollector {
  private let application: ElementID
  private let settler: Settler
  private let call: Call
  private let service: BridgeService
  private var update: EncodedUpdate
  /// The bytes that the message still has room for.
  private var room: Int

  /// The number of changes and notifications that are examined; further ones are only counted.
  private static let maxEntries = 20_000

  init(
    application: ElementID, settler: Settler, since revisionBefore: Revision,
    until revision: Revision, for call: Call, _ service: BridgeService
  ) {
    self.application = application
    self.settler = settler
    self.call = call
    self.service = service
    update = EncodedUpdate(fromRevision: revisionBefore, revision: revision)
    room = min(UpdateEncoder.maxPartLength, call.maxPayloadSize) - 2048
  }

  /// Returns what happened, notifications first.
  mutating func collect() -> EncodedUpdate {
    // An element longer than the whole room is shortened; one that does not fit beside the others is left out.
    let longest = max(room, 1024)
    let commits = relevantCommits()
    var summary = ChangeSummary()
    for commit in commits { summary.add(commit) }
    for commit in commits { addNotifications(of: commit) }
    for id in summary.removed where take(WireSize.id) { update.removed.append(id) }
    for id in summary.changed { addElement(id, within: longest) }
    return update
  }

  private mutating func addNotifications(of commit: Commit) {
    let told = call.rights.notifications
    // The client may not be told of others, also not by how many were left out.
    for notification in commit.notifications
    where told.contains(notification.kind) && settler.isOwn(notification, at: commit.revision)
      && take(WireSize.of(notification))
    {
      update.notifications.append(RevisedNotification(revision: commit.revision, notification))
    }
  }

  private mutating func addElement(_ id: ElementID, within longest: Int) {
    // Encode nothing more once the room is used up.
    guard room > WireSize.id else {
      update.omitted += 1
      return
    }
    if let element = service.cache.encoding(of: id, within: longest), take(WireSize.of(element)) {
      update.changed.append(element)
    }
  }

  /// Takes room from the message. Without enough of it, counts one more as left out and returns false.
  private mutating func take(_ size: Int) -> Bool {
    guard size <= room else {
      update.omitted += 1
      return false
    }
    room -= size
    return true
  }

  /// Returns the commits since the request that concern the application, oldest first, up to `maxEntries`
  /// changes and notifications. Counts what it leaves out.
  private mutating func relevantCommits() -> [Commit] {
    guard let all = service.store.commits(since: update.fromRevision) else {
      update.omitted += 1
      return []
    }
    var result: [Commit] = []
    var left = Self.maxEntries
    for commit in all {
      let entries = commit.changed.count + commit.removed.count + commit.notifications.count
      guard left > 0 else {
        update.omitted += entries
        continue
      }
      guard service.settlers.concerns(commit, application) else { continue }
      left -= entries
      result.append(commit)
    }
    return result
  }
}
