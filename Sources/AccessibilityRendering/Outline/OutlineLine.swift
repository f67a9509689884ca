internal import AccessibilityTree
internal import SafeText

/// One element on one line: `- button "Save" #482117350014 [focused] (press)`.
struct OutlineLine {
  let options: OutlineOptions
  /// The text of the only child, shown instead of a line for the child.
  var inlined: String?
  /// Whether the element is off screen; `nil` when unknown.
  var isOffscreen: Bool?
  var application: Application?

  func text(_ element: borrowing Element) -> String {
    var line = "- " + element.role.name
    if let label = element.label, !label.isBlank {
      line += " " + label.quoted(limit: options.textLimit)
    } else if let inlined {
      line += ": " + inlined.quoted(limit: options.textLimit)
    }
    if let value = value(of: element) { line += " = " + value }
    line += " " + element.id.description
    let remarks = annotations(on: element)
    if !remarks.isEmpty { line += " [" + remarks.joined(separator: ", ") + "]" }
    let actions = actions(of: element)
    if !actions.isEmpty { line += " (" + actions.joined(separator: ", ") + ")" }
    if options.showsFrames || options.showsAll, let frame = element.frame {
      line += " " + Self.text(frame)
    }
    if options.showsAll { line += details(of: element) }
    return line
  }

  // MARK: Value

  private func value(of element: borrowing Element) -> String? {
    if let range = element.range {
      return Self.text(range, value: element.value, limit: options.textLimit)
    }
    if let value = element.value, !value.isBlank, value != element.label, value != inlined {
      return value.quoted(limit: options.textLimit)
    }
    guard element.value == nil || element.value?.isBlank == true else { return nil }
    return element.placeholder.map { "\"\" placeholder " + $0.quoted(limit: options.textLimit) }
  }

  private static func text(_ range: NumericRange, value: String?, limit: Int) -> String {
    var text = range.current.shortDescription
    if let value, !value.isBlank, Double(value) != range.current {
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

  private func annotations(on element: borrowing Element) -> [String] {
    var remarks: [String] = []
    if let application, application.health != .responsive {
      remarks.append(application.health.name)
    }
    if let application, application.load != .complete { remarks.append(application.load.name) }
    if let level = element.level { remarks.append("level \(level)") }
    let states = element.states
    if options.showsAll {
      remarks += states.names
      for name in element.traits.names where !remarks.contains(name) { remarks.append(name) }
      return remarks
    }
    if isDisabled(element) { remarks.append("disabled") }
    remarks += Self.telling.lazy.filter { states.contains($0.member) }.map(\.name)
    if states.contains(.selected) || element.traits.contains(.selected), !isToggledOn(element) {
      remarks.append("selected")
    }
    if states.contains(.active), element.role == .window { remarks.append("active") }
    if states.contains(.readOnly), element.role.isTextEntry { remarks.append("read-only") }
    if isOffscreen == true { remarks.append("offscreen") }
    return remarks
  }

  /// Whether the element is a toggle that is on, of which "checked" says all.
  private func isToggledOn(_ element: borrowing Element) -> Bool {
    element.traits.contains(.toggle) && element.states.contains(.checked)
  }

  /// Whether the element is disabled. Only elements that have actions count, and those with the trait `notEnabled`.
  private func isDisabled(_ element: borrowing Element) -> Bool {
    if element.traits.contains(.notEnabled) { return true }
    return !element.states.contains(.enabled) && !element.actions.isEmpty
  }

  // MARK: Actions

  private func actions(of element: borrowing Element) -> [String] {
    var names: [String] = []
    let kinds = element.actions.map(\.kind)
    for action in element.actions {
      let name = action.kind == .custom ? action.name.quoted(limit: 40) : action.kind.name
      if !options.showsAll, action.kind.isUninformative(beside: kinds) { continue }
      if !names.contains(name) { names.append(name) }
    }
    let hidden = names.count - Self.shownActions
    guard !options.showsAll, hidden > 1 else { return names }
    return names.prefix(Self.shownActions) + ["… \(hidden) more"]
  }

  /// The maximum number of actions shown. Some windows offer dozens; `get` and `--all` show all of them.
  private static let shownActions = 6

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
      if let value { text += " \(name)=" + value.quoted(limit: options.textLimit) }
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
      add("@" + attribute.name.escaped(limit: options.textLimit), attribute.value)
    }
    return text
  }
}

extension ActionKind {
  /// Whether nearly all elements offer the action, or another action of the element implies it.
  fileprivate func isUninformative(beside others: [ActionKind]) -> Bool {
    switch self {
    case .focus, .scrollIntoView, .setSelection, .showMenu: true
    case .insertText: others.contains(.setText)
    default: false
    }
  }
}
