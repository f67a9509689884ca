/// The current states of an element.
///
/// Bit n is the value n + 1 of `State` in `proto/a11y/bridge/v1/element.proto`.
public struct States: NamedOptionSet, Hashable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Can be used.
  public static let enabled = States(rawValue: 1 << 0)
  /// Reacts to input; some toolkits distinguish this from `enabled`.
  public static let sensitive = States(rawValue: 1 << 1)
  /// Can take the keyboard focus.
  public static let focusable = States(rawValue: 1 << 2)
  /// Has the keyboard focus.
  public static let focused = States(rawValue: 1 << 3)
  /// Can be selected.
  public static let selectable = States(rawValue: 1 << 4)
  /// Is selected.
  public static let selected = States(rawValue: 1 << 5)
  /// Can be checked.
  public static let checkable = States(rawValue: 1 << 6)
  /// Is checked, or on.
  public static let checked = States(rawValue: 1 << 7)
  /// Is neither checked nor unchecked.
  public static let mixed = States(rawValue: 1 << 8)
  /// Is held down, or stays pressed.
  public static let pressed = States(rawValue: 1 << 9)
  /// Can be expanded.
  public static let expandable = States(rawValue: 1 << 10)
  /// Is expanded.
  public static let expanded = States(rawValue: 1 << 11)
  /// Is collapsed.
  public static let collapsed = States(rawValue: 1 << 12)
  /// Would be on screen if nothing hid it.
  public static let visible = States(rawValue: 1 << 13)
  /// Is on screen, with all its ancestors.
  public static let showing = States(rawValue: 1 << 14)
  /// Is the active window, or the active item of its container.
  public static let active = States(rawValue: 1 << 15)
  /// Its text can be changed.
  public static let editable = States(rawValue: 1 << 16)
  /// Its value can be read but not changed.
  public static let readOnly = States(rawValue: 1 << 17)
  /// Its text may have several lines.
  public static let multiLine = States(rawValue: 1 << 18)
  /// Its text is one line.
  public static let singleLine = States(rawValue: 1 << 19)
  /// Several of its children may be selected.
  public static let multiSelectable = States(rawValue: 1 << 20)
  /// Its text can be selected.
  public static let selectableText = States(rawValue: 1 << 21)
  /// Blocks interaction with other elements.
  public static let modal = States(rawValue: 1 << 22)
  /// Is changing; wait before reading it.
  public static let busy = States(rawValue: 1 << 23)
  /// Must be filled in.
  public static let required = States(rawValue: 1 << 24)
  /// Has a value that is not accepted.
  public static let invalid = States(rawValue: 1 << 25)
  /// Opens a menu, list or dialog.
  public static let hasPopup = States(rawValue: 1 << 26)
  /// Has a tool tip.
  public static let hasToolTip = States(rawValue: 1 << 27)
  /// Lies horizontally.
  public static let horizontal = States(rawValue: 1 << 28)
  /// Stands vertically.
  public static let vertical = States(rawValue: 1 << 29)
  /// Was visited before.
  public static let visited = States(rawValue: 1 << 30)
  /// Is activated by the Return key.
  public static let `default` = States(rawValue: 1 << 31)
  /// Its object no longer exists.
  public static let defunct = States(rawValue: 1 << 32)
  /// Is created anew on each access.
  public static let transient = States(rawValue: 1 << 33)
  /// Has children that exist only while they are accessed.
  public static let managesDescendants = States(rawValue: 1 << 34)
  /// Is a minimised window.
  public static let iconified = States(rawValue: 1 << 35)
  /// Can be resized.
  public static let resizable = States(rawValue: 1 << 36)
  /// Paints all of its frame.
  public static let opaque = States(rawValue: 1 << 37)
  /// Its content may be out of date.
  public static let stale = States(rawValue: 1 << 38)
  /// Its text is cut short.
  public static let truncated = States(rawValue: 1 << 39)
  /// Its content moves.
  public static let animated = States(rawValue: 1 << 40)
  /// Is about to be pressed.
  public static let armed = States(rawValue: 1 << 41)
  /// Offers completions while typing.
  public static let supportsAutocompletion = States(rawValue: 1 << 42)
  /// Is the current one of a set: page, step, date.
  public static let isCurrent = States(rawValue: 1 << 43)
}

extension States {
  /// Every member with the name that selectors, outlines and JSON use, in order of its bit.
  public static let named: [(name: String, member: States)] = [
    ("enabled", .enabled),
    ("sensitive", .sensitive),
    ("focusable", .focusable),
    ("focused", .focused),
    ("selectable", .selectable),
    ("selected", .selected),
    ("checkable", .checkable),
    ("checked", .checked),
    ("mixed", .mixed),
    ("pressed", .pressed),
    ("expandable", .expandable),
    ("expanded", .expanded),
    ("collapsed", .collapsed),
    ("visible", .visible),
    ("showing", .showing),
    ("active", .active),
    ("editable", .editable),
    ("read-only", .readOnly),
    ("multi-line", .multiLine),
    ("single-line", .singleLine),
    ("multi-selectable", .multiSelectable),
    ("selectable-text", .selectableText),
    ("modal", .modal),
    ("busy", .busy),
    ("required", .required),
    ("invalid", .invalid),
    ("has-popup", .hasPopup),
    ("has-tool-tip", .hasToolTip),
    ("horizontal", .horizontal),
    ("vertical", .vertical),
    ("visited", .visited),
    ("default", .default),
    ("defunct", .defunct),
    ("transient", .transient),
    ("manages-descendants", .managesDescendants),
    ("iconified", .iconified),
    ("resizable", .resizable),
    ("opaque", .opaque),
    ("stale", .stale),
    ("truncated", .truncated),
    ("animated", .animated),
    ("armed", .armed),
    ("supports-autocompletion", .supportsAutocompletion),
    ("current", .isCurrent),
  ]
}
