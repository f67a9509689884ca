/// How urgently an announcement is spoken (N3).
public enum AnnouncementPriority: UInt8, Hashable, Sendable, CaseIterable {
  /// Waits until the others are done; dropped when newer speech came.
  case low = 1
  /// Interrupts, and can be interrupted by a later utterance.
  case `default` = 2
  /// Interrupts, and cannot be interrupted.
  case high = 3

  public var name: String {
    switch self {
    case .low: "low"
    case .default: "default"
    case .high: "high"
    }
  }
}

/// What an assistive technology is told has happened (N1).
public enum Notification: Hashable, Sendable {
  /// Something to be said. `element` is where it comes from, when that is known.
  case announcement(text: String, priority: AnnouncementPriority, element: ElementID?)
  /// Elements came, went or changed places within `container`. `focus` is the element that should
  /// take the focus, when the application named one (N5).
  case layoutChanged(container: ElementID, focus: ElementID?)
  /// A window, dialog or page took over. `root` is what is new.
  case screenChanged(root: ElementID, focus: ElementID?)
  /// A value changed; `old` and `new` are the values as text, absent where there was none.
  case valueChanged(element: ElementID, old: String?, new: String?)
  /// The content of `container` moved by (`deltaX`, `deltaY`) pixels, 0 where nobody knows. `page` is
  /// what is shown now, where the application says so: "Page 2 of 5".
  case scrolled(container: ElementID, deltaX: Double, deltaY: Double, page: String? = nil)
  /// The keyboard focus moved. `nil`: nothing has it.
  case focusMoved(from: ElementID?, to: ElementID?)
  /// An application came, went, or changed its health or load state.
  case applicationChanged(Application)
  /// What became of an announcement: spoken, interrupted, dropped or finished. The announcement
  /// itself was told before.
  case speech(SpeechEvent)
}

/// The kinds that a subscription can ask for.
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
  /// Element deltas: what was added, changed and removed.
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

  /// The element that the notification is about, by which it is scoped; `nil` when there is none.
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

  /// Every element that the notification is about: of a focus that moves both the one that had it and
  /// the one that has it.
  public var subjects: [ElementID] {
    if case .focusMoved(let from?, let to?) = self { return [to, from] }
    return subject.map { [$0] } ?? []
  }
}
