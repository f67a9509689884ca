public import AccessibilityTree
internal import CProtobuf

/// Asks for what was announced lately.
public struct ListAnnouncementsRequest: Hashable, Sendable {
  /// Only announcements after this revision; `nil`: of any revision.
  public var since: Revision?
  /// The epoch to which `since` belongs; required with it.
  public var epoch: UInt64
  /// Only announcements that are at most this old, in milliseconds; 0: of any age.
  public var maxAgeMs: UInt64
  /// The maximum number, of the newest; 0: all that are kept.
  public var limit: Int

  public init(since: Revision? = nil, epoch: UInt64 = 0, maxAgeMs: UInt64 = 0, limit: Int = 0) {
    self.since = since
    self.epoch = epoch
    self.maxAgeMs = maxAgeMs
    self.limit = limit
  }
}

/// What was announced lately.
public struct ListAnnouncementsResponse: Hashable, Sendable {
  /// The revision at which this was read.
  public var revision: Revision
  /// The epoch of all revisions.
  public var epoch: UInt64
  /// Oldest first.
  public var announcements: [PastAnnouncement]
  /// The number of older announcements that were left out, because of the limit or of the frame length.
  public var omitted: Int
  /// Whether announcements that the request asked for may have been discarded.
  public var isIncomplete: Bool

  public init(
    revision: Revision, epoch: UInt64, announcements: [PastAnnouncement] = [], omitted: Int = 0,
    isIncomplete: Bool = false
  ) {
    self.revision = revision
    self.epoch = epoch
    self.announcements = announcements
    self.omitted = omitted
    self.isIncomplete = isIncomplete
  }
}

extension ListAnnouncementsRequest {
  init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ListAnnouncementsRequest>
  ) throws(Status) {
    self.init(
      epoch: unsafe message.pointee.epoch, maxAgeMs: unsafe message.pointee.max_age_ms,
      limit: Int(unsafe message.pointee.limit))
    if unsafe message.pointee.has_since_case
      == A11Y__BRIDGE__V1__LIST_ANNOUNCEMENTS_REQUEST__HAS_SINCE_SINCE
    {
      since = unsafe message.pointee.since
    }
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      if let since { $0.number(ListAnnouncementsRequestFields.since, present: since) }
      $0.number(ListAnnouncementsRequestFields.epoch, epoch)
      $0.number(ListAnnouncementsRequestFields.maxAgeMs, maxAgeMs)
      $0.count32(ListAnnouncementsRequestFields.limit, limit)
    }
  }
}

extension ListAnnouncementsResponse {
  init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ListAnnouncementsResponse>
  ) throws(Status) {
    self.init(
      revision: unsafe message.pointee.revision, epoch: unsafe message.pointee.epoch,
      announcements: try unsafe array(
        message.pointee.announcements, message.pointee.n_announcements
      ) { (announcement) throws(Status) in try unsafe PastAnnouncement(announcement) },
      omitted: Int(clamping: unsafe message.pointee.omitted),
      isIncomplete: unsafe message.pointee.incomplete != 0)
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + announcements.count * 128) { writer in
      writer.number(ListAnnouncementsResponseFields.revision, revision)
      writer.number(ListAnnouncementsResponseFields.epoch, epoch)
      for announcement in announcements {
        writer.message(ListAnnouncementsResponseFields.announcements) {
          $0.pastAnnouncement(announcement)
        }
      }
      writer.count(ListAnnouncementsResponseFields.omitted, omitted)
      writer.flag(ListAnnouncementsResponseFields.incomplete, isIncomplete)
    }
  }
}
