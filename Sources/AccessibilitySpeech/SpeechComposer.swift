internal import AccessibilityTree

/// Composes the utterance for one element.
struct SpeechComposer {
  private let element: Element
  private let tree: Tree
  private let verbosity: Verbosity
  private let idiom: SpeechIdiom
  private var parts: [Utterance.Part] = []

  /// The maximum length of a spoken text, in characters, unless the verbosity is full.
  static let textLimit = 1_000

  init(_ element: Element, in tree: Tree, verbosity: Verbosity, idiom: SpeechIdiom) {
    self.element = element
    self.tree = tree
    self.verbosity = verbosity
    self.idiom = idiom
  }

  mutating func compose() -> Utterance {
    let name = SpokenName(element, in: tree)
    let value = SpokenValue(element, idiom, label: name.own)
    if isSelected { add(.selected, "selected") }
    // The chosen value comes before the label: "Alex, System Voice, pop up button".
    if value.place == .beforeLabel { add(.value, value.text) }
    add(.label, name.own)
    if name.linked != name.own { add(.labelledBy, name.linked) }
    addLikeness()
    if value.place == .afterLabel { add(.value, value.text) }
    for word in RoleWords.words(for: element, idiom) { add(.role, word) }
    if value.place == .afterRole { add(.value, value.text) }
    addStates()
    addCustomContent()
    addPlaces()
    addSentences(beside: name.own)
    return Utterance(parts, attributes: element.speech)
  }

  private mutating func add(_ kind: Utterance.Part.Kind, _ text: String?) {
    guard let text, !text.isBlank else { return }
    var shown = text
    if element.isRedacted, text == Element.redactedText || text == SpokenValue.redacted {
      // Once says it of all its texts.
      if parts.contains(where: { $0.text == SpokenValue.redacted }) { return }
      shown = SpokenValue.redacted
    }
    if verbosity != .full, shown.count > Self.textLimit {
      shown = String(shown.prefix(Self.textLimit)) + "…"
    }
    if let speech = element.speech, kind == .label || kind == .value {
      shown = speech.applied(to: shown)
    }
    parts.append(Utterance.Part(kind, shown))
  }

  // MARK: States

  private var isSelected: Bool {
    // Of a toggle, "on" says it.
    if element.traits.contains(.toggle) { return false }
    if element.traits.contains(.selected) || element.states.contains(.selected) { return true }
    return (element.role == .radio || element.role == .menuItemRadio) && element.isChecked
  }

  /// Adds the states that are spoken directly after the label.
  private mutating func addLikeness() {
    if isDimmed { add(.state, "dimmed") }
    if !element.dragPoints.isEmpty || element.actions.contains(where: { $0.kind == .drag }) {
      add(.state, "draggable")
    }
  }

  private var isDimmed: Bool {
    if element.traits.contains(.notEnabled) { return true }
    return !element.states.contains(.enabled) && RoleWords.isControl(element.role)
      && !element.states.isEmpty
  }

  private static let told: [(state: States, words: String)] = [
    (.expanded, "expanded"), (.collapsed, "collapsed"), (.busy, "busy"), (.required, "required"),
    (.invalid, "invalid entry"), (.visited, "visited"), (.isCurrent, "current"),
  ]

  private mutating func addStates() {
    for (state, words) in Self.told where element.states.contains(state) {
      // A pop-up button is assumed to be closed unless it reports otherwise.
      if state == .collapsed, element.role == .popUpButton, verbosity != .full { continue }
      add(.state, words)
    }
    if element.states.contains(.readOnly), element.role.isTextEntry {
      add(.state, "read only")
    }
    guard verbosity == .full else { return }
    if element.states.contains(.hasPopup), element.role != .popUpButton {
      add(.state, "has pop up")
    }
    if element.states.contains(.modal) || element.traits.contains(.modal) { add(.state, "modal") }
    if !element.dropPoints.isEmpty {
      add(.state, "drop points: " + element.dropPoints.map(\.name).joined(separator: ", "))
    }
  }

  // MARK: Custom content

  /// Adds what the application tells about the element besides its value: of high importance always, the rest
  /// on request.
  private mutating func addCustomContent() {
    let important = Set(
      element.attributes.lazy.filter { $0.value == "high" }
        .compactMap { $0.name.removing(prefix: "custom-content-importance:") })
    for attribute in element.attributes where !attribute.value.isBlank {
      guard let label = attribute.name.removing(prefix: "custom-content:"),
        verbosity == .full || important.contains(label)
      else { continue }
      add(.content, "\(label), \(attribute.value)")
    }
  }

  // MARK: Position

  private mutating func addPlaces() {
    guard verbosity != .brief else { return }
    if let level = element.level, verbosity == .full { add(.place, "level \(level)") }
    if let position = element.positionInSet, verbosity == .full || element.role == .tab {
      add(.place, element.setSize.map { "\(position) of \($0)" } ?? "\(position)")
    }
    guard verbosity == .full, RoleWords.isCounted(element.role) else { return }
    let count = element.totalChildren ?? element.children.count
    add(.place, count == 1 ? "1 item" : "\(count) items")
  }

  // MARK: Sentences

  private mutating func addSentences(beside name: String?) {
    guard verbosity != .brief else { return }
    let hint = element.hint.flatMap { $0.isBlank || $0 == name ? nil : $0 }
    add(.hint, hint ?? gestureHint)
    addDirectTouch()
    if verbosity == .full { addDescriptions(beside: hint) }
    // Desktop toolkits report actions for nearly every element.
    guard idiom == .touch || verbosity == .full else { return }
    if hasOwnActions || element.actions.contains(where: { $0.kind == .delete }) {
      add(.actions, actionsHint)
    }
  }

  /// Adds how direct touch is started, or how it ends while it is active.
  private mutating func addDirectTouch() {
    guard element.directTouch?.contains(.requiresActivation) == true else { return }
    let isActive = element.states.contains(.active)
    add(
      .hint,
      isActive
        ? "Escape to end direct touch interaction."
        : "Activate to start direct touch interaction.")
  }

  /// Says that there are actions; in the talks, not of what can only be dragged or zoomed. Where swiping and activating
  /// do nothing else, says how to use them.
  private var actionsHint: String {
    guard idiom == .touch, !isDimmed, !hasOwnUse, hasOwnActions else {
      return "Actions available."
    }
    return "Swipe up or down to select a custom action, then double tap to activate."
  }

  private var hasOwnActions: Bool { !Speech.menuActions(of: element).isEmpty }

  /// Whether activating or adjusting the element does something without an action being chosen.
  private var hasOwnUse: Bool {
    if element.isAdjustable || !element.traits.isDisjoint(with: [.button, .link, .toggle]) {
      return true
    }
    return element.actions.contains { action in
      switch action.kind {
      case .press, .select, .expand, .collapse: true
      default: false
      }
    }
  }

  /// A hint for a touch gesture; `nil` on desktops, where a keyboard is used.
  private var gestureHint: String? {
    guard idiom == .touch, !isDimmed else { return nil }
    if element.traits.contains(.toggle) { return "Double-tap to toggle setting." }
    guard element.isAdjustable, element.traits.contains(.adjustable) else { return nil }
    return "Swipe up or down with one finger to adjust the value."
  }

  private mutating func addDescriptions(beside hint: String?) {
    for relation in element.relations
    where relation.kind == .describedBy || relation.kind == .errorMessage {
      for target in relation.targets.prefix(4) {
        let text = SpokenName.text(of: target, in: tree)
        if text != hint { add(.hint, text) }
      }
    }
  }
}

extension String {
  fileprivate func removing(prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
