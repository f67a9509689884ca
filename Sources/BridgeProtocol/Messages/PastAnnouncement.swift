public import AccessibilityTree
internal import CProtobuf

/// An announcement with what was known of its source at the time.
public struct PastAnnouncement: Hashable, Sendable {
  /// The revision in which it was made.
  public var revision: Revision
  /// How long ago it was made, in milliseconds.
  public var ageMs: UInt64
  public var text: String
  public var priority: AnnouncementPriority
  /// The element that it came from, if known; it may be gone.
  public var element: ElementID?
  public var role: Role
  /// The element's label; `nil`: it had none, or the announcement has its text.
  public var label: String?
  /// The name of the application; empty when it is not known.
  public var applicationName: String
  /// The root element of the application, if known.
  public var application: ElementID?

  public init(
    revision: Revision, ageMs: UInt64, text: String, priority: AnnouncementPriority,
    element: ElementID? = nil, role: Role = .unknown, label: String? = nil,
    applicationName: String = "", application: ElementID? = nil
  ) {
    self.revision = revision
    self.ageMs = ageMs
    self.text = text
    self.priority = priority
    self.element = element
    self.role = role
    self.label = label
    self.applicationName = applicationName
    self.application = application
  }
}

extension PastAnnouncement {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__PastAnnouncement>) throws(Status) {
    var (text, priority, element) = ("", AnnouncementPriority.default, ElementID?.none)
    if let said = unsafe message.pointee.announcement {
      text = try unsafe readText(said.pointee.text, "Announcement.text")
      let number = UInt8(clamping: unsafe said.pointee.priority.rawValue)
      priority = AnnouncementPriority(rawValue: number) ?? .default
      element = ElementID(wire: unsafe said.pointee.element_id)
    }
    let label = try unsafe readText(message.pointee.label, "PastAnnouncement.label")
    self.init(
      revision: unsafe message.pointee.revision, ageMs: unsafe message.pointee.age_ms, text: text,
      priority: priority, element: element,
      role: Role(rawValue: UInt16(clamping: unsafe message.pointee.role.rawValue)) ?? .unknown,
      label: label.isEmpty ? nil : label,
      applicationName: try unsafe readText(
        message.pointee.application_name, "PastAnnouncement.application_name"),
      application: ElementID(wire: unsafe message.pointee.application_id))
  }
}

extension ProtoWriter {
  /// Writes the fields of a `PastAnnouncement` message.
  mutating func pastAnnouncement(_ past: PastAnnouncement) {
    number(PastAnnouncementFields.revision, past.revision)
    number(PastAnnouncementFields.ageMs, past.ageMs)
    message(PastAnnouncementFields.announcement) {
      $0.text(AnnouncementFields.text, past.text)
      $0.number(AnnouncementFields.priority, UInt64(past.priority.rawValue))
      $0.id(AnnouncementFields.elementID, past.element)
    }
    number(PastAnnouncementFields.role, UInt64(past.role.rawValue))
    text(PastAnnouncementFields.label, past.label ?? "")
    text(PastAnnouncementFields.applicationName, past.applicationName)
    id(PastAnnouncementFields.applicationID, past.application)
  }
}
