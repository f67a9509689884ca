/// The urgency of an announcement (N3).
public enum AnnouncementPriority: UInt8, Hashable, Sendable, CaseIterable {
  /// Waits until other speech has ended; dropped when newer speech arrives.
  case low = 1
  /// Interrupts other speech, and can be interrupted by a later utterance.
  case `default` = 2
  /// Interrupts other speech, and cannot be interrupted.
  case high = 3

  public var name: String {
    switch self {
    case .low: "low"
    case .default: "default"
    case .high: "high"
    }
  }
}

/// An event that assistive technologies are notified of (N1).
public enum Notification: Hashable, Sendable {
  /// Text to be spoken. `element` is the element that it comes from, if known.
  case announcement(text: String, priority: AnnouncementPriority, element: ElementID?)
  /// Elements were added, removed or moved within `container`. `focus` is the element that should take the
  /// focus, if the application named one (N5).
  case layoutChanged(container: ElementID, focus: ElementID?)
  /// A window, dialog or page appeared or became active. `root` is its root element.
  case screenChanged(root: ElementID, focus: ElementID?)
  /// A value changed. `old` and `new` are the values as text; `nil` where there was none.
  case valueChanged(element: ElementID, old: String?, new: String?)
  /// The content of `container` moved by (`deltaX`, `deltaY`) pixels; both are 0 when the distance is
  /// unknown. `page` describes the current page, if the application reports it: "Page 2 of 5".
  case scrolled(container: ElementID, deltaX: Double, deltaY: Double, page: String? = nil)
  /// The keyboard focus moved. `to` is `nil` when no element has it.
  case focusMoved(from: ElementID?, to: ElementID?)
  /// An application was added or removed, or its health or load state changed.
  case applicationChanged(Application)
  /// The outcome of an earlier announcement: spoken, interrupted, dropped or finished.
  case speech(SpeechEvent)
}

/// The kinds of notifications that a subscription can request.
public struct NotificationKinds: NamedOptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  public static let announcement = NotificationKinds(rawValue: 1 << 0)
  public static let layout = NotificationKinds(rawValue: 1 << 1)
  public static let screen = NotificationKinds(rawValue: 1 << 2)
  public static let value = NotificationKinds(rawValue: 1 << 3)
  public static let scroll = NotificationKinds(rawValue: 1 << 4)
  public static let focus = NotificationKinds(rawValue: 1 << 5)
  public static let application = NotificationKinds(rawValue: 1 << 6)
  /// Element deltas: added, changed and removed elements.
  public static let elements = NotificationKinds(rawValue: 1 << 7)
  /// Decisions of the announcement queue.
  public static let speech = NotificationKinds(rawValue: 1 << 8)

  public static let all: NotificationKinds = [
    .announcement, .layout, .screen, .value, .scroll, .focus, .application, .elements,
    .speech,
  ]

  /// Every kind with its name on the command line.
  public static let named: [(name: String, member: NotificationKinds)] = [
    ("announcement", .announcement), ("layout", .layout), ("screen", .screen),
    ("value", .value), ("scroll", .scroll), ("focus", .focus),
    ("application", .application), ("elements", .elements), ("speech", .speech),
  ]
}

extension Notification {
  public var kind: NotificationKinds {
    switch self {
    case .announcement: .announcement
    case .layoutChanged: .layout
    case .screenChanged: .screen
    case .valueChanged: .value
    case .scrolled: .scroll
    case .focusMoved: .focus
    case .applicationChanged: .application
    case .speech: .speech
    }
  }

  /// The element that the notification refers to, which decides its scope; `nil` when there is none.
  public var subject: ElementID? {
    switch self {
    case .announcement(_, _, let element): element
    case .layoutChanged(let container, _): container
    case .screenChanged(let root, _): root
    case .valueChanged(let element, _, _): element
    case .scrolled(let container, _, _, _): container
    case .focusMoved(let from, let to): to ?? from
    case .applicationChanged(let application): application.root
    case .speech(let event): event.element
    }
  }

  /// All elements that the notification refers to. For a focus move: the new element and the previous one.
  public var subjects: [ElementID] {
    if case .focusMoved(let from?, let to?) = self { return [to, from] }
    return subject.map { [$0] } ?? []
  }
}
