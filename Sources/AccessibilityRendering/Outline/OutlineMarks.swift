internal import AccessibilityTree

extension Outline {
  /// What makes a line worth more than others in a difference.
  struct Marks: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// A window, a dialog or an alert.
    static let dialog = Marks(rawValue: 1)
    static let button = Marks(rawValue: 2)
    /// A button, a field or another thing that people act on.
    static let control = Marks(rawValue: 4)
    /// It is said when it changes: an alert, a status, a live region.
    static let live = Marks(rawValue: 8)
    static let invalid = Marks(rawValue: 16)
    /// Its actions may not have been read yet.
    static let isUnread = Marks(rawValue: 32)
    /// Not every client that was answered has it, or has it like this.
    static let isUnsure = Marks(rawValue: 64)
    /// It stands before others because of an open dialog.
    static let leads = Marks(rawValue: 128)
    /// A field that people fill in or choose in.
    static let field = Marks(rawValue: 256)
    /// It says that its application is being read.
    static let loading = Marks(rawValue: 512)
  }
}

extension Outline.Marks {
  init(of element: borrowing AccessibilityTree.Element) {
    self = []
    let role = element.role
    if element.isWindow || role == .alert || role == .notification { insert(.dialog) }
    if role == .button { insert(.button) }
    if role.isControl { insert(.control) }
    if role.isTextEntry, !element.states.contains(.readOnly) { insert(.field) }
    if element.states.contains(.invalid) { insert(.invalid) }
    switch role {
    case .alert, .status, .log, .notification: insert(.live)
    default: if element.liveRegion.map({ $0 != .off }) == true { insert(.live) }
    }
  }
}
