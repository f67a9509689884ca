internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// The newest announcements of a mirror, for clients that look late.
///
/// Belongs to one mirror, so that a client reads the announcements of what it may see, and of nothing else.
final class AnnouncementHistory {
  /// The maximum number of announcements that are kept, and of the bytes of their texts.
  static let maxCount = 256
  static let maxBytes = 64 * 1024

  /// An announcement that is kept.
  struct Entry {
    /// When it was made, in nanoseconds of the mirror's clock.
    let time: UInt64
    /// Without its age.
    let announcement: PastAnnouncement

    var bytes: Int {
      announcement.text.utf8.count + (announcement.label?.utf8.count ?? 0)
        + announcement.applicationName.utf8.count
    }
  }

  private let store: TreeStore
  private let charge: MemoryCharge
  /// Oldest first.
  private(set) var entries = Fifo<Entry>()
  private var bytes = 0
  /// The newest announcement that was discarded.
  private(set) var lastDiscarded: Entry?

  init(store: TreeStore, ledger: MemoryLedger) {
    self.store = store
    charge = MemoryCharge(ledger, .announcements)
  }

  /// Keeps the announcements of a commit. Must be called for every commit.
  func apply(_ commit: Commit) {
    for case .announcement(let text, let priority, let element) in commit.notifications {
      let announcement = describe(text, priority, element, revision: commit.revision)
      append(Entry(time: commit.time, announcement: announcement))
    }
  }

  private func append(_ entry: Entry) {
    entries.append(entry)
    bytes += entry.bytes
    while entries.count > Self.maxCount || bytes > Self.maxBytes,
      let oldest = entries.popFirst()
    {
      bytes -= oldest.bytes
      lastDiscarded = oldest
    }
    charge.bytes = bytes + entries.count * MemoryLayout<Entry>.stride
  }

  /// Describes an announcement with its source as it is now.
  private func describe(
    _ text: String, _ priority: AnnouncementPriority, _ element: ElementID?, revision: Revision
  ) -> PastAnnouncement {
    var past = PastAnnouncement(
      revision: revision, ageMs: 0, text: text, priority: priority, element: element)
    guard let element else { return past }
    _ = store.tree.read(element) { source in
      past.role = source.role
      if let label = source.label, label != text { past.label = label.cut(to: Self.maxLabel) }
      past.application = source.application
    }
    past.applicationName =
      past.application.flatMap { store.applications[$0]?.name }?.cut(to: Self.maxLabel) ?? ""
    return past
  }

  /// The maximum length of a label or a name, in Unicode scalars.
  private static let maxLabel = 256
}
