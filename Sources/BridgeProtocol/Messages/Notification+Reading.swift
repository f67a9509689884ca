internal import AccessibilityTree
internal import CProtobuf

extension TreeUpdate {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__TreeUpdate>) throws(Status) {
    self.init(
      fromRevision: unsafe message.pointee.from_revision,
      revision: unsafe message.pointee.revision,
      changed: try unsafe elements(message.pointee.changed, message.pointee.n_changed),
      removed: try unsafe ids(
        unsafe message.pointee.removed_ids, unsafe message.pointee.n_removed_ids,
        "TreeUpdate.removed_ids"),
      leftScope: try unsafe ids(
        unsafe message.pointee.left_scope_ids, unsafe message.pointee.n_left_scope_ids,
        "TreeUpdate.left_scope_ids"),
      droppedNotifications: Int(clamping: unsafe message.pointee.dropped_notifications),
      hasMore: unsafe message.pointee.more != 0,
      omitted: Int(clamping: unsafe message.pointee.omitted))
    for index in 0..<(unsafe message.pointee.n_notifications) {
      guard let notification = unsafe message.pointee.notifications[index],
        let content = try unsafe Notification.read(notification)
      else { continue }
      notifications.append(
        RevisedNotification(revision: unsafe notification.pointee.revision, content))
    }
  }
}

func elements(
  _ messages: UnsafeMutablePointer<UnsafeMutablePointer<A11y__Bridge__V1__Element>?>?,
  _ count: Int
) throws(Status) -> [Element] {
  try unsafe array(messages, count) { (message) throws(Status) in try unsafe Element(message) }
}

extension Notification {
  /// `nil` for a kind that is not known.
  fileprivate static func read(
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

  /// `nil` for a decision that is not known.
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

extension ApplicationInfo {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Application>) throws(Status) {
    var application = Application(
      root: try ElementID(wire: unsafe message.pointee.root_id, "Application.root_id"),
      name: try unsafe readText(message.pointee.name, "Application.name"),
      source: try unsafe readText(message.pointee.source, "Application.source"))
    let process = unsafe message.pointee.process_id
    application.processID = process == 0 ? nil : process
    application.toolkit = try unsafe readText(message.pointee.toolkit, "Application.toolkit")
    application.toolkitVersion = try unsafe readText(
      unsafe message.pointee.toolkit_version, "Application.toolkit_version")
    application.health =
      Health(rawValue: UInt8(clamping: unsafe message.pointee.health.rawValue)) ?? .responsive
    let detail = try unsafe readText(message.pointee.load_detail, "Application.load_detail")
    application.load =
      switch unsafe message.pointee.load.rawValue {
      case 2: .structure
      case 3: .complete
      case 4: .partial(detail)
      default: .loading
      }
    if case .partial = application.load {} else { application.loadTrouble = detail }
    self.init(
      application: application, lastHeardAgoMs: unsafe message.pointee.last_heard_age_ms,
      elementCount: Int(clamping: unsafe message.pointee.element_count),
      windows: try unsafe array(message.pointee.windows, message.pointee.n_windows) {
        (window) throws(Status) in
        Window(
          id: try ElementID(wire: unsafe window.pointee.id, "Window.id"),
          title: try unsafe readText(window.pointee.title, "Window.title"),
          isActive: unsafe window.pointee.active != 0)
      }, callCount: Int(clamping: unsafe message.pointee.call_count))
  }
}
