internal import AccessibilityTree
internal import SafeText

/// One element on one line: `button "Save" #482117350014 [focused] ("Reply")`.
struct OutlineLine {
  private static let maxAfter = 40
  private static let maxDrawnHint = 60

  var showsAll = false
  var showsFrames = false
  var textLimit = 160
  /// The maximum number of actions, where there is one for want of room.
  var actionLimit: Int?
  /// The text that is all there is in the element, or those that tell it from others, shown instead of lines
  /// for them, and of a label that is put together from them. `with` tells them from a label, which selectors
  /// find.
  var inlined: [String] = []
  /// The value with the words of what is in the element.
  var prose: String?
  /// The text field of a combo box, whose text the line says.
  var field: Element?
  /// Whether the text is all that the line says; the text that is `inlined`, if any.
  var isTextAlone = false
  /// The text of the labels that relations link with the element. `:labelled-by` finds it.
  var labelledBy: String?
  /// Where an element without a name is.
  var place: OutlinePlace?
  /// What stands before the element and tells it from others beside it.
  var after: String?
  /// Whether the hint tells the element from others that have the same label.
  var showsHint = false
  /// Whether a part of the element that has no line has the focus.
  var isFocusInside = false
  /// Whether the element is off screen and its parent's line does not say so.
  var isOffscreen = false
  /// Whether the element is on screen, and nothing of what is listed in it.
  var areContentsOffscreen = false
  /// Whether the element is gone, which it may say while what is in it is there.
  var isGone = false
  /// Whether the application tells nothing of what it draws in the element.
  var isOpaque = false
  var application: Application?
  /// The load state of the element's application, where that has no line.
  var load: LoadState?
  /// Whether the actions of the element have been read.
  var areActionsKnown = true
  /// Whether the element is an entry that people reach by the keyboard, so that they would press it.
  var isEntry = false

  /// Allows less of texts, and then fewer actions. Returns whether there was anything left to shorten.
  mutating func shorten() -> Bool {
    if textLimit > 8 {
      textLimit /= 2
      return true
    }
    guard actionLimit != 0 else { return false }
    actionLimit = actionLimit.map { $0 / 2 } ?? OutlineActions.shown
    return true
  }

  func text(_ element: borrowing Element) -> String {
    var line = element.role.name
    // What a menu item has beside its label are keys. A tab has a title that is not its label.
    if inlined.isEmpty || element.role.isMenuItem || element.role == .tab,
      let label = element.label, !label.isBlank
    {
      line += " " + label.quoted(limit: textLimit)
    }
    if !inlined.isEmpty {
      line += " with " + inlined.map { $0.quoted(limit: textLimit) }.joined(separator: ", ")
    }
    if let labelledBy {
      line += " labelled-by " + labelledBy.quoted(limit: textLimit)
    } else if inlined.isEmpty, !showsAll,
      let hint = showsHint ? element.tellingHint : element.namingHint
    {
      // The colours of a palette have a sentence, all the same.
      let limit = element.role.isControl ? textLimit : min(textLimit, Self.maxDrawnHint)
      line += " hint " + hint.quoted(limit: limit)
    }
    if let place { line += place.text(limit: textLimit) }
    if let after { line += " after " + after.quoted(limit: min(textLimit, Self.maxAfter)) }
    if let value = value(of: element) { line += " = " + value }
    line += " " + element.id.description
    let remarks = remarks(on: element)
    if !remarks.isEmpty { line += " [" + remarks.joined(separator: ", ") + "]" }
    var actions = OutlineActions.texts(
      of: element, showsAll: showsAll, areKnown: areActionsKnown, isEntry: isEntry,
      limit: actionLimit)
    if field != nil { actions.append(ActionKind.setText.name) }
    if !actions.isEmpty { line += " (" + actions.joined(separator: ", ") + ")" }
    if showsFrames || showsAll, let frame = element.frame { line += " " + Self.text(frame) }
    if showsAll { line += details(of: element) }
    return line
  }

  /// Returns a text that nothing can be done with: in quotes alone, and with its id when it is cut.
  func plainText(_ element: borrowing Element) -> String? {
    guard !showsAll, !showsFrames, !isOffscreen, inlined.count < 2,
      element.isPlainText || textAlone != nil && (element.isReading || element.role.isFiller),
      let text = textAlone ?? (element.hasLabel ? element.label : prose ?? element.value),
      remarks(on: element).isEmpty,
      OutlineActions.texts(of: element, showsAll: false, areKnown: areActionsKnown).isEmpty,
      textAlone != nil || !element.hasLabel || element.value == nil
        || element.label == element.value
    else { return nil }
    let isCut = text.utf8.count > textLimit && text.scalarCount > textLimit
    return text.quoted(
      limit: textLimit, length: textAlone ?? prose == nil ? element.text?.length : nil)
      + (isCut ? " \(element.id)" : "")
  }

  /// The text that is put together from what is in the element.
  private var textAlone: String? { isTextAlone ? inlined.first : nil }

  // MARK: Value

  private func value(of element: borrowing Element) -> String? {
    if let field, let text = field.value, !text.isBlank {
      return text.quoted(limit: textLimit, length: field.text?.length)
    }
    if element.isEditor, let prose, !prose.isBlank { return prose.quoted(limit: textLimit) }
    if element.role.isListOfChoices, let prose, !prose.isBlank, prose != element.label {
      return prose.quoted(limit: textLimit)
    }
    if let range = element.range, showsAll || !element.hasIdleRange {
      // An empty field has no number yet, whatever its toolkit says.
      let isEmpty = element.role.isTextEntry && element.value?.isBlank == true
      return Self.text(range, value: element.value, isEmpty: isEmpty, limit: textLimit)
    }
    if let value = element.value, !value.isBlank, value != element.label, !inlined.contains(value),
      showsAll
        || !element.isMarkedOff(by: value)
          && !OutlineRepetition.isRepeated(value, of: element, in: inlined)
    {
      return prose?.quoted(limit: textLimit)
        ?? value.quoted(limit: textLimit, length: element.text?.length)
    }
    guard element.value == nil || element.value?.isBlank == true else { return nil }
    guard let placeholder = element.placeholder else { return nil }
    // One that repeats the label says only that the field is empty.
    return placeholder == element.label
      ? "\"\"" : "\"\" placeholder " + placeholder.quoted(limit: textLimit)
  }

  private static func text(
    _ range: NumericRange, value: String?, isEmpty: Bool, limit: Int
  ) -> String {
    var text = isEmpty ? "\"\"" : range.current.shortDescription
    if let value, !value.isBlank, Double(value)?.shortDescription != text {
      text = value.quoted(limit: limit) + " " + text
    }
    switch (range.minimum, range.maximum) {
    case (let low?, let high?): text += " (\(low.shortDescription)…\(high.shortDescription))"
    case (let low?, nil): text += " (from \(low.shortDescription))"
    case (nil, let high?): text += " (to \(high.shortDescription))"
    case (nil, nil): break
    }
    return text
  }

  // MARK: States

  /// States that are always worth showing.
  private static let telling: [(name: String, member: States)] = {
    let members: States = [
      .focused, .checked, .mixed, .pressed, .expanded, .collapsed, .modal, .busy, .required,
      .invalid, .hasPopup, .default, .defunct, .iconified, .isCurrent,
    ]
    return States.named.filter { members.contains($0.member) }
  }()

  /// Roles whose elements are on the first level where nothing else is said.
  private static let usuallyFirst: Set<Role> = [.listItem, .tab]

  private var shownLoad: LoadState? { load ?? application?.shownLoad }

  /// How the line is marked besides its element.
  var marks: Outline.Marks {
    var marks: Outline.Marks = areActionsKnown ? [] : .isUnread
    if shownLoad?.isBeingRead == true { marks.insert(.loading) }
    return marks
  }

  private func remarks(on element: borrowing Element) -> [String] {
    var remarks: [String] = []
    if let application, application.health != .responsive {
      remarks.append(application.health.name)
    }
    if let load = shownLoad, load != .complete { remarks.append(load.name) }
    if let level = element.level, level > 1 || showsAll || !Self.usuallyFirst.contains(element.role)
    {
      remarks.append("level \(level)")
    }
    let states = element.states
    if showsAll {
      remarks += states.names
      for name in element.traits.names where !remarks.contains(name) { remarks.append(name) }
      return remarks
    }
    if isDisabled(element) { remarks.append("disabled") }
    if isFocusInside, !states.contains(.focused) { remarks.append("focused") }
    for (name, member) in Self.telling where states.contains(member) {
      if member == .hasPopup, element.role.opensPopup { continue }
      if member == .defunct, !isGone { continue }
      if member == .collapsed, element.role.isListOfChoices { continue }
      // An expander of GTK 3 is a toggle that is on while it is expanded.
      if member == .checked, element.role == .toggleButton, states.contains(.expanded) { continue }
      remarks.append(name)
    }
    if states.contains(.selected) || element.traits.contains(.selected), !isToggledOn(element) {
      remarks.append("selected")
    }
    // Of other elements their role says that they can be ticked.
    if element.role.isItem, element.isUnchecked { remarks.append("unchecked") }
    // Of several applications with a modal dialog each, keys go to one.
    if states.contains(.active), element.role == .window || element.isDialog {
      remarks.append("active")
    }
    if states.contains(.readOnly), element.role.isTextEntry { remarks.append("read-only") }
    if isOffscreen { remarks.append("offscreen") }
    if areContentsOffscreen { remarks.append("contents offscreen") }
    if isOpaque { remarks.append("opaque") }
    // Of tables with thousands of rows only those on screen are mirrored.
    if let total = element.totalChildren, total > element.children.count {
      remarks.append("\(element.children.count) of \(total) children")
    }
    return remarks
  }

  /// Whether the element is a toggle that is on, of which "checked" says all.
  private func isToggledOn(_ element: borrowing Element) -> Bool {
    element.traits.contains(.toggle) && element.states.contains(.checked)
  }

  /// Whether the element is disabled. Only elements that have actions count, those with the trait `notEnabled`, and
  /// what is drawn and has a hint.
  private func isDisabled(_ element: borrowing Element) -> Bool {
    if element.traits.contains(.notEnabled) { return true }
    if inlined.isEmpty, element.isDrawnWithHint, element.states.contains(.showing) {
      return element.states.isDisjoint(with: [.enabled, .sensitive])
    }
    return !element.states.contains(.enabled) && !element.actions.isEmpty
  }

  // MARK: Details

  static func text(_ frame: Frame) -> String {
    let rect = frame.rect
    let position = "@\(rect.x.shortDescription),\(rect.y.shortDescription)"
    let size = "\(rect.width.shortDescription)×\(rect.height.shortDescription)"
    return position + " " + size + (frame.space == .window ? " in window" : "")
  }

  private func details(of element: borrowing Element) -> String {
    var text = ""
    func add(_ name: String, _ value: String?) {
      if let value { text += " \(name)=" + value.quoted(limit: textLimit) }
    }
    add("identifier", element.identifier)
    add("hint", element.hint)
    add("role-name", element.nativeRole.isEmpty ? nil : element.nativeRole)
    if let position = element.positionInSet {
      text += " position=\(position)" + (element.setSize.map { "/\($0)" } ?? "")
    }
    for point in element.dragPoints { add("drag-point", point.name) }
    for point in element.dropPoints { add("drop-point", point.name) }
    for intent in element.intents { add("intent", intent.type) }
    for relation in element.relations {
      let targets = relation.targets.map(\.description).joined(separator: ",")
      text += " \(relation.kind.name)=\(targets)"
    }
    for attribute in element.attributes {
      add("@" + attribute.name.escaped(limit: textLimit), attribute.value)
    }
    return text
  }
}

extension Role {
  /// Whether elements of the role have a list of choices that is usually closed.
  var isListOfChoices: Bool { self == .popUpButton || self == .comboBox }

  /// Whether elements of the role open a list or menu as a matter of course.
  var opensPopup: Bool {
    switch self {
    case .popUpButton, .comboBox, .menu, .menuBar: true
    default: false
    }
  }
}
