internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  /// Answers with the announcements that are kept, the newest as far as they fit into the frame.
  func listAnnouncements(_ call: Call, _ request: ListAnnouncementsRequest) throws(Status) {
    _ = try call.rights.kinds(asked: .announcement)
    watchers.recordRead()
    let wanted = try Wanted(request, in: store)
    let past = history.entries.suffix(.max, while: wanted.contains)
    let limit = request.limit == 0 ? Int.max : request.limit
    var chosen: [PastAnnouncement] = []
    var room = call.maxElementSize
    for entry in past.suffix(limit).reversed() {
      let announcement = present(entry).fitting(chosen.isEmpty ? room : .max)
      room -= WireSize.of(announcement)
      guard room >= 0 || chosen.isEmpty else { break }
      chosen.append(announcement)
    }
    call.respond(
      ListAnnouncementsResponse(
        revision: store.revision, epoch: store.epoch, announcements: chosen.reversed(),
        omitted: past.count - chosen.count,
        isIncomplete: history.lastDiscarded.map(wanted.contains) ?? false))
  }

  /// Returns an announcement with its age, and without what has become secret since.
  private func present(_ entry: AnnouncementHistory.Entry) -> PastAnnouncement {
    var past = entry.announcement
    past.ageMs = (store.time - min(store.time, entry.time)) / 1_000_000
    if store.repeatsSecret(past.text) { past.text = Element.redactedText }
    if let label = past.label, store.repeatsSecret(label) { past.label = Element.redactedText }
    return past
  }
}

/// The announcements that a request asks for: all from a revision and a time on.
private struct Wanted {
  private let since: Revision?
  private let began: UInt64

  init(_ request: ListAnnouncementsRequest, in store: TreeStore) throws(Status) {
    since = request.since
    let (age, isAny) = request.maxAgeMs.multipliedReportingOverflow(by: 1_000_000)
    began = request.maxAgeMs == 0 || isAny || age > store.time ? 0 : store.time - age
    guard let since else { return }
    guard request.epoch == store.epoch else {
      throw store.otherRun(
        since, of: request.epoch, remedy: request.epoch == 0 ? .nameEpoch : nil)
    }
    try store.check(ReadSince(since, epoch: request.epoch))
  }

  func contains(_ entry: AnnouncementHistory.Entry) -> Bool {
    entry.time >= began && since.map { entry.announcement.revision > $0 } ?? true
  }
}

extension PastAnnouncement {
  /// Returns the announcement in at most `limit` bytes, with its texts cut where it is longer.
  fileprivate func fitting(_ limit: Int) -> PastAnnouncement {
    guard WireSize.of(self) > limit else { return self }
    // Three texts, with up to four bytes per character.
    let length = max(0, limit - 256) / 16
    var copy = self
    copy.text = text.cut(to: length)
    copy.label = label?.cut(to: length)
    copy.applicationName = applicationName.cut(to: length)
    return copy
  }
}
