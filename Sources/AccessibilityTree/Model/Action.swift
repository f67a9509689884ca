/// The kind of an action, independent of the toolkit. Follows Apple's vocabulary.
///
/// Raw values are those of `ActionKind` in `proto/a11y/bridge/v1/element.proto`.
public enum ActionKind: UInt8, Hashable, Sendable, CaseIterable {
  /// An action that the application defines, identified by its name alone.
  case custom = 1
  /// The default action: activate, click, press.
  case press = 2
  case increment = 3
  case decrement = 4
  case expand = 5
  case collapse = 6
  case select = 7
  case deselect = 8
  case focus = 9
  case showMenu = 10
  case scrollIntoView = 11
  /// Scrolls by a page in a direction.
  case scroll = 12
  /// Sets a number within the element's range.
  case setValue = 13
  /// Replaces the whole text.
  case setText = 14
  /// Inserts text at an offset or at the caret.
  case insertText = 15
  case setSelection = 16
  case zoomIn = 17
  case zoomOut = 18
  case escape = 19
  case magicTap = 20
  case delete = 21
  case drag = 22
  case drop = 23
  /// A stream of touch points that starts at the activation point.
  case passThroughGesture = 24
  /// Touches passed to the element unchanged.
  case directTouch = 25
  /// An app intent, with a type and parameters.
  case intent = 26
  /// Puts the pointer over the element, until it is put over another one.
  case hover = 27
  /// Presses keys, as people do at the keyboard. No element offers it.
  case keys = 28

  /// The name on the command line and in JSON.
  public var name: String {
    switch self {
    case .custom: "custom"
    case .press: "press"
    case .increment: "increment"
    case .decrement: "decrement"
    case .expand: "expand"
    case .collapse: "collapse"
    case .select: "select"
    case .deselect: "deselect"
    case .focus: "focus"
    case .showMenu: "show-menu"
    case .scrollIntoView: "scroll-into-view"
    case .scroll: "scroll"
    case .setValue: "set-value"
    case .setText: "set-text"
    case .insertText: "insert-text"
    case .setSelection: "set-selection"
    case .zoomIn: "zoom-in"
    case .zoomOut: "zoom-out"
    case .escape: "escape"
    case .magicTap: "magic-tap"
    case .delete: "delete"
    case .drag: "drag"
    case .drop: "drop"
    case .passThroughGesture: "pass-through-gesture"
    case .directTouch: "direct-touch"
    case .intent: "intent"
    case .hover: "hover"
    case .keys: "keys"
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  /// Creates the kind with a name; `nil` when there is none.
  public init?(name: String) {
    guard let kind = Self.byName[name] else { return nil }
    self = kind
  }
}

/// An action that an element offers.
public struct Action: Hashable, Sendable {
  public var kind: ActionKind
  /// The name shown to people, such as "Reply". For standard actions, the name of the kind.
  public var name: String
  /// The toolkit's name, such as "click". `nil` where the source has no names of its own.
  public var nativeName: String?

  public init(_ kind: ActionKind, name: String? = nil, nativeName: String? = nil) {
    self.kind = kind
    self.name = name ?? kind.name
    self.nativeName = nativeName
  }
}
