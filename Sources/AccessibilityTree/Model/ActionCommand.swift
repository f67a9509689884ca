/// The direction of a scroll.
public enum ScrollDirection: UInt8, Hashable, Sendable, CaseIterable {
  case up = 1
  case down = 2
  case left = 3
  case right = 4
  /// To the next page or item in the order of the content.
  case next = 5
  case previous = 6

  /// The name on the command line.
  public var name: String { "\(self)" }

  /// Creates the direction with a name, in any case; `nil` when there is none.
  public init?(name: String) {
    let name = name.lowercased()
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// An action to perform on an element, with its arguments (A1–A15).
public enum ActionCommand: Hashable, Sendable {
  case press
  case increment
  case decrement
  case expand
  case collapse
  case select
  case deselect
  case focus
  case showMenu
  case scrollIntoView
  case scroll(ScrollDirection)
  case setValue(Double)
  case setText(String)
  /// `nil` inserts at the caret.
  case insertText(String, at: Int?)
  case setSelection(Range<Int>)
  case zoomIn(at: Point?)
  case zoomOut(at: Point?)
  case escape
  case magicTap
  case delete
  /// A custom action, by the name that the element offers.
  case custom(String)
  /// Picks the element up at a named drag point; `nil` picks up the whole element.
  case drag(point: String?)
  /// Drops what `source` drags at a named drop point; `nil` drops it on the whole element.
  case drop(source: ElementID, point: String?)
  case passThroughGesture([GesturePoint])
  case directTouch([GesturePoint])
  case intent(type: String, parameters: [String: IntentValue])
  case hover
  case keys([KeyChord])

  public var kind: ActionKind {
    switch self {
    case .press: .press
    case .increment: .increment
    case .decrement: .decrement
    case .expand: .expand
    case .collapse: .collapse
    case .select: .select
    case .deselect: .deselect
    case .focus: .focus
    case .showMenu: .showMenu
    case .scrollIntoView: .scrollIntoView
    case .scroll: .scroll
    case .setValue: .setValue
    case .setText: .setText
    case .insertText: .insertText
    case .setSelection: .setSelection
    case .zoomIn: .zoomIn
    case .zoomOut: .zoomOut
    case .escape: .escape
    case .magicTap: .magicTap
    case .delete: .delete
    case .custom: .custom
    case .drag: .drag
    case .drop: .drop
    case .passThroughGesture: .passThroughGesture
    case .directTouch: .directTouch
    case .intent: .intent
    case .hover: .hover
    case .keys: .keys
    }
  }
}

extension ActionKind {
  /// The command of a kind that takes no argument; `nil` for every other kind.
  package var plainCommand: ActionCommand? {
    switch self {
    case .press: .press
    case .increment: .increment
    case .decrement: .decrement
    case .expand: .expand
    case .collapse: .collapse
    case .select: .select
    case .deselect: .deselect
    case .focus: .focus
    case .showMenu: .showMenu
    case .scrollIntoView: .scrollIntoView
    case .escape: .escape
    case .magicTap: .magicTap
    case .delete: .delete
    case .hover: .hover
    default: nil
    }
  }
}
