internal import AccessibilityTree

/// The states of an AT-SPI object: bit n of the two words of its answer is state n.
struct AtspiStates: OptionSet, Hashable, Sendable {
  let rawValue: UInt64

  init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Creates the states from the words that `GetState` and the cache contain, low word first. Missing words
  /// are 0; further ones are ignored.
  init(words: [UInt32]) {
    let low = UInt64(words.first ?? 0)
    let high = UInt64(words.dropFirst().first ?? 0)
    rawValue = high << 32 | low
  }

  /// Creates the state that an event `StateChanged` names: "sensitive", "has-tooltip". Some toolkits write
  /// underscores or spaces where others write hyphens. `nil` for an unknown name.
  init?(eventName: String) {
    let name = String(eventName.map { $0 == "_" || $0 == " " ? "-" : $0 })
    guard let bit = Self.bitByName[name] else { return nil }
    rawValue = 1 << bit
  }

  private static let bitByName: [String: Int] = {
    var bits: [String: Int] = [:]
    for (bit, entry) in table.enumerated() where bits[entry.name] == nil { bits[entry.name] = bit }
    // Spellings of some toolkits.
    bits["multiselectable"] = 18
    bits["focussed"] = 12
    bits["default"] = 39
    return bits
  }()

  static let active = AtspiStates(rawValue: 1 << 1)
  static let checked = AtspiStates(rawValue: 1 << 4)
  static let collapsed = AtspiStates(rawValue: 1 << 5)
  static let defunct = AtspiStates(rawValue: 1 << 6)
  static let editable = AtspiStates(rawValue: 1 << 7)
  static let enabled = AtspiStates(rawValue: 1 << 8)
  static let expandable = AtspiStates(rawValue: 1 << 9)
  static let expanded = AtspiStates(rawValue: 1 << 10)
  static let focusable = AtspiStates(rawValue: 1 << 11)
  static let focused = AtspiStates(rawValue: 1 << 12)
  static let iconified = AtspiStates(rawValue: 1 << 15)
  static let modal = AtspiStates(rawValue: 1 << 16)
  static let pressed = AtspiStates(rawValue: 1 << 20)
  static let selectable = AtspiStates(rawValue: 1 << 22)
  static let selected = AtspiStates(rawValue: 1 << 23)
  static let sensitive = AtspiStates(rawValue: 1 << 24)
  static let showing = AtspiStates(rawValue: 1 << 25)
  static let visible = AtspiStates(rawValue: 1 << 30)
  static let managesDescendants = AtspiStates(rawValue: 1 << 31)
  static let checkable = AtspiStates(rawValue: 1 << 41)
  static let hasPopup = AtspiStates(rawValue: 1 << 42)
  static let readOnly = AtspiStates(rawValue: 1 << 43)
}

extension AtspiStates {
  /// Adds a state that an event tells of, or removes it.
  mutating func set(_ state: AtspiStates, _ isSet: Bool) {
    if isSet { formUnion(state) } else { subtract(state) }
  }

  /// Removes the states that an element cannot have while another covers it.
  mutating func cover() {
    subtract([.showing, .visible])
  }

  /// Each state at its bit: its name in events, and the equivalent states in the shared vocabulary; empty
  /// where it has no meaning for an element.
  static let table: [(name: String, states: States)] = [
    ("invalid", []),
    ("active", .active),
    ("armed", .armed),
    ("busy", .busy),
    ("checked", .checked),
    ("collapsed", [.collapsed, .expandable]),
    ("defunct", .defunct),
    ("editable", .editable),
    ("enabled", .enabled),
    ("expandable", .expandable),
    ("expanded", [.expanded, .expandable]),
    ("focusable", .focusable),
    ("focused", .focused),
    ("has-tooltip", .hasToolTip),
    ("horizontal", .horizontal),
    ("iconified", .iconified),
    ("modal", .modal),
    ("multi-line", .multiLine),
    ("multiselectable", .multiSelectable),
    ("opaque", .opaque),
    ("pressed", .pressed),
    ("resizable", .resizable),
    ("selectable", .selectable),
    ("selected", .selected),
    ("sensitive", .sensitive),
    ("showing", .showing),
    ("single-line", .singleLine),
    ("stale", .stale),
    ("transient", .transient),
    ("vertical", .vertical),
    ("visible", .visible),
    ("manages-descendants", .managesDescendants),
    ("indeterminate", .mixed),
    ("required", .required),
    ("truncated", .truncated),
    ("animated", .animated),
    ("invalid-entry", .invalid),
    ("supports-autocompletion", .supportsAutocompletion),
    ("selectable-text", .selectableText),
    ("is-default", .default),
    ("visited", .visited),
    ("checkable", .checkable),
    ("has-popup", .hasPopup),
    ("read-only", .readOnly),
  ]

  /// The equivalent states in the shared vocabulary, by the table alone.
  var shared: States {
    var result: States = []
    var rest = rawValue
    while rest != 0 {
      let bit = rest.trailingZeroBitCount
      rest &= rest - 1
      if bit < Self.table.count { result.formUnion(Self.table[bit].states) }
    }
    return result
  }
}
