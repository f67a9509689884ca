internal import AccessibilityTree
internal import CProtobuf

extension Notification {
  /// Returns `nil` for an unknown kind.
  static func read(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Notification>
  ) throws(Status) -> Notification? {
    switch unsafe message.pointee.kind_case {
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_ANNOUNCEMENT:
      return try unsafe announcement(message.pointee.announcement)
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_LAYOUT_CHANGED:
      guard let layout = unsafe message.pointee.layout_changed else { return nil }
      return .layoutChanged(
        container: try ElementID(
          wire: unsafe layout.pointee.container_id, "LayoutChanged.container_id"),
        focus: ElementID(wire: unsafe layout.pointee.focus_id))
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_SCREEN_CHANGED:
      guard let screen = unsafe message.pointee.screen_changed else { return nil }
      return .screenChanged(
        root: try ElementID(wire: unsafe screen.pointee.root_id, "ScreenChanged.root_id"),
        focus: ElementID(wire: unsafe screen.pointee.focus_id))
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_VALUE_CHANGED:
      return try unsafe valueChanged(message.pointee.value_changed)
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_SCROLLED:
      return try unsafe scrolled(message.pointee.scrolled)
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_FOCUS_MOVED:
      guard let moved = unsafe message.pointee.focus_moved else { return nil }
      return .focusMoved(
        from: ElementID(wire: unsafe moved.pointee.from_id),
        to: ElementID(wire: unsafe moved.pointee.to_id))
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_APPLICATION_CHANGED:
      guard let application = unsafe message.pointee.application_changed else { return nil }
      return .applicationChanged(try unsafe ApplicationInfo(application).application)
    case A11Y__BRIDGE__V1__NOTIFICATION__KIND_SPEECH:
      return try unsafe speech(message.pointee.speech)
    default: return nil
    }
  }

  /// Returns `nil` for an unknown decision.
  private static func speech(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Speech>?
  ) throws(Status) -> Notification? {
    guard let message = unsafe message,
      let decision = SpeechDecision(
        rawValue: UInt8(clamping: unsafe message.pointee.decision.rawValue))
    else { return nil }
    let priority = UInt8(clamping: unsafe message.pointee.priority.rawValue)
    return .speech(
      SpeechEvent(
        utterance: unsafe message.pointee.utterance_id, decision,
        text: try unsafe readText(message.pointee.text, "Speech.text"),
        priority: AnnouncementPriority(rawValue: priority) ?? .default,
        element: ElementID(wire: unsafe message.pointee.element_id)))
  }

  private static func announcement(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Announcement>?
  ) throws(Status) -> Notification? {
    guard let message = unsafe message else { return nil }
    let priority = UInt8(clamping: unsafe message.pointee.priority.rawValue)
    return .announcement(
      text: try unsafe readText(message.pointee.text, "Announcement.text"),
      priority: AnnouncementPriority(rawValue: priority) ?? .default,
      element: ElementID(wire: unsafe message.pointee.element_id))
  }

  private static func scrolled(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Scrolled>?
  ) throws(Status) -> Notification? {
    guard let message = unsafe message else { return nil }
    var page: String?
    if unsafe message.pointee.has_page_case == A11Y__BRIDGE__V1__SCROLLED__HAS_PAGE_PAGE {
      page = try unsafe readText(message.pointee.page, "Scrolled.page")
    }
    return .scrolled(
      container: try ElementID(wire: unsafe message.pointee.container_id, "Scrolled.container_id"),
      deltaX: unsafe message.pointee.delta_x, deltaY: unsafe message.pointee.delta_y, page: page)
  }

  private static func valueChanged(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ValueChanged>?
  ) throws(Status) -> Notification? {
    guard let message = unsafe message else { return nil }
    var old: String?
    var new: String?
    if unsafe message.pointee.has_old_value_case
      == A11Y__BRIDGE__V1__VALUE_CHANGED__HAS_OLD_VALUE_OLD_VALUE
    {
      old = try unsafe readText(message.pointee.old_value, "ValueChanged.old_value")
    }
    if unsafe message.pointee.has_new_value_case
      == A11Y__BRIDGE__V1__VALUE_CHANGED__HAS_NEW_VALUE_NEW_VALUE
    {
      new = try unsafe readText(message.pointee.new_value, "ValueChanged.new_value")
    }
    return .valueChanged(
      element: try ElementID(wire: unsafe message.pointee.element_id, "ValueChanged.element_id"),
      old: old, new: new)
  }
}
