internal import AccessibilityTree

extension ElementContent {
  /// Merges the elements inside into this one (S2): labels in order, values, important traits, and that there are
  /// buttons. The actions of several controls become custom actions with the names of the controls.
  mutating func combine(_ parts: [ElementNode]) {
    let contents = parts.map { $0.currentContent() }
    var labels: [String] = []
    var values: [String] = []
    var hints: [String] = []
    let controls = contents.count { $0.isControl }
    for part in contents {
      take(part, isOnlyControl: controls == 1, &labels, &values)
      if let hint = part.element.hint { hints.append(hint) }
    }
    if !labels.isEmpty { element.label = labels.joined(separator: ", ") }
    if !values.isEmpty { element.value = values.joined(separator: ", ") }
    if !hints.isEmpty { element.hint = hints.joined(separator: ", ") }
    chooseRole()
  }

  private mutating func take(
    _ part: ElementContent, isOnlyControl: Bool, _ labels: inout [String],
    _ values: inout [String]
  ) {
    if part.isControl, !isOnlyControl {
      takeActions(of: part)
      return
    }
    element.traits.formUnion(part.element.traits.intersection(.important))
    if let label = part.element.label, !label.isEmpty { labels.append(label) }
    if let value = part.element.value { values.append(value) }
    for handler in part.handlers where !handler.action.kind.isOfOnePlace { offer(handler) }
    element.states.formUnion(part.element.states.intersection([.checkable, .checked, .selected]))
    if part.isControl {
      element.range = element.range ?? part.element.range
      element.traits.formUnion(part.element.traits.intersection([.button, .toggle, .adjustable]))
      if element.role == .group { element.role = part.element.role }
    }
    element.inputLabels += part.element.inputLabels
    for attribute in part.element.attributes { setAttribute(attribute.name, attribute.value) }
    links += part.links
    dragPoints += part.dragPoints
    dropPoints += part.dropPoints
  }

  /// Makes custom actions of one of several controls. The whole is a button if the control is one, but it is not on
  /// when the control is.
  private mutating func takeActions(of control: ElementContent) {
    var traits = control.element.traits.intersection([.important, .button])
    if control.element.traits.contains(.toggle) { traits.remove(.selected) }
    element.traits.formUnion(traits)
    for handler in control.customActions() { offer(handler) }
  }

  /// Whether the actions belong to the part itself rather than to the whole.
  private var isControl: Bool {
    handlers.contains { $0.action.kind == .press }
      || element.traits.contains(.adjustable)
  }

  /// Returns a control's actions as custom actions of another element. An intent that has the name of another action
  /// is offered in its place, so that nothing is offered twice.
  func customActions(category: String? = nil) -> [ActionHandler] {
    let titles = Set(handlers.compactMap { $0.intent?.title })
    return handlers.compactMap { asCustomAction($0, category: category) }
      .filter { $0.action.kind != .custom || !titles.contains($0.action.name) }
      .map { element.states.contains(.enabled) ? $0 : $0.disabled }
  }

  /// Returns a control's action as a custom action of another element, named after the control; `nil` for an
  /// action that needs arguments or the control itself.
  private func asCustomAction(_ handler: ActionHandler, category: String?) -> ActionHandler? {
    guard handler.action.kind != .custom, handler.action.kind != .intent else { return handler }
    guard let original = handler.action.kind.command else { return nil }
    let label = title ?? element.role.name
    let name = handler.action.kind == .press ? label : "\(label), \(handler.action.name)"
    var custom = ActionHandler(Action(.custom, name: name, nativeName: category)) { _, scene in
      try handler.perform(original, scene)
    }
    custom.isStepwise = handler.isStepwise
    return custom
  }

  /// The label as a name for an action: the meaning of a symbol is capitalised.
  var title: String? {
    guard isLabelOfSymbol, let label = element.label else { return element.label }
    return label.prefix(1).uppercased() + label.dropFirst()
  }
}

extension ActionHandler {
  /// The same action, which refuses because its control is disabled.
  fileprivate var disabled: ActionHandler {
    var disabled = ActionHandler(action) { [action] _, _ in
      throw ActionRefusal(
        .disabled, "\(action.name.quoted(limit: 60)) is disabled; wait until it is enabled")
    }
    disabled.intent = intent
    return disabled
  }
}

extension Traits {
  /// The traits that a combined element takes from its parts.
  fileprivate static let important: Traits = [
    .header, .link, .image, .staticText, .selected, .updatesFrequently, .playsSound,
    .startsMediaSession, .summaryElement,
  ]
}

extension ActionKind {
  /// Whether the action depends on the element's position, so that no other element can perform it.
  fileprivate var isOfOnePlace: Bool { self == .focus || self == .scrollIntoView }

  /// The command of an action that takes no arguments.
  fileprivate var command: ActionCommand? {
    switch self {
    case .press: .press
    case .increment: .increment
    case .decrement: .decrement
    case .select: .select
    case .delete: .delete
    case .escape: .escape
    case .magicTap: .magicTap
    case .showMenu: .showMenu
    default: nil
    }
  }
}
