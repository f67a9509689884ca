public import AccessibilityTree
internal import CProtobuf

/// An application as it is reported to clients.
public struct ApplicationInfo: Hashable, Sendable {
  /// The application. Its `lastHeard` is not sent, because clocks differ: see `lastHeardAgoMs`.
  public var application: Application
  /// The time since the application last sent or answered anything, in milliseconds.
  public var lastHeardAgoMs: UInt64
  /// The number of its elements that are mirrored.
  public var elementCount: Int
  /// Its windows, in order.
  public var windows: [Window]
  /// The number of calls that the server has made to the application.
  public var callCount: Int

  public init(
    application: Application, lastHeardAgoMs: UInt64 = 0, elementCount: Int = 0,
    windows: [Window] = [], callCount: Int = 0
  ) {
    self.application = application
    self.lastHeardAgoMs = lastHeardAgoMs
    self.elementCount = elementCount
    self.windows = windows
    self.callCount = callCount
  }
}

/// A window of an application.
public struct Window: Hashable, Sendable {
  public var id: ElementID
  /// The title; empty when the window has none.
  public var title: String
  /// Whether it is the window that receives input.
  public var isActive: Bool

  public init(id: ElementID, title: String = "", isActive: Bool = false) {
    self.id = id
    self.title = title
    self.isActive = isActive
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
      switch unsafe message.pointee.load {
      case A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_STRUCTURE: .structure
      case A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_COMPLETE: .complete
      case A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_PARTIAL: .partial(detail)
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

extension ProtoWriter {
  /// Writes the fields of an `Application` message.
  mutating func application(_ info: ApplicationInfo) {
    let application = info.application
    id(ApplicationFields.rootID, application.root)
    text(ApplicationFields.name, application.name)
    signed(ApplicationFields.processID, application.processID ?? 0)
    text(ApplicationFields.toolkit, application.toolkit)
    text(ApplicationFields.toolkitVersion, application.toolkitVersion)
    text(ApplicationFields.source, application.source)
    number(ApplicationFields.health, UInt64(application.health.rawValue))
    number(ApplicationFields.load, UInt64(application.shownLoad.wire.rawValue))
    text(ApplicationFields.loadDetail, application.loadDetail ?? "")
    number(ApplicationFields.lastHeardAgeMs, info.lastHeardAgoMs)
    count(ApplicationFields.elementCount, info.elementCount)
    for window in info.windows {
      message(ApplicationFields.windows) {
        $0.id(WindowFields.id, window.id)
        $0.text(WindowFields.title, window.title)
        $0.flag(WindowFields.active, window.isActive)
      }
    }
    count(ApplicationFields.callCount, info.callCount)
  }
}

extension LoadState {
  fileprivate var wire: A11y__Bridge__V1__LoadState {
    switch self {
    case .loading: A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_LOADING
    case .structure: A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_STRUCTURE
    case .complete: A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_COMPLETE
    case .partial: A11Y__BRIDGE__V1__LOAD_STATE__LOAD_STATE_PARTIAL
    }
  }
}
