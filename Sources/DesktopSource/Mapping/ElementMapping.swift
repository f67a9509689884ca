internal import AccessibilityTree

/// Maps what an AT-SPI object reports to an element of the shared vocabulary, with pure functions.
enum ElementMapping {
  /// Sets the properties of an element that follow from its facts. Properties that are read by separate calls
  /// (frame, text, value, relations, links) are not changed.
  static func apply(_ facts: AtspiFacts, to element: inout Element) {
    let role = role(facts)
    element.role = role
    element.nativeRole = nativeRole(facts)
    element.states = states(facts, role: role)
    element.traits = traits(role: role, states: element.states, facts: facts)
    element.label = NameMapping.label(facts, role: role)
    element.hint = hint(facts, role: role, label: element.label)
    element.actions = ActionMapping.actions(facts, role: role, states: element.states)
    AttributeMapping.apply(facts, to: &element)
  }

  static func role(_ facts: AtspiFacts) -> Role {
    let native = AtspiRole.entry(facts.role)?.role ?? .unknown
    let refined = AriaRole.refine(native, attributes: facts.attributes)
    switch refined {
    case .alert where facts.isTopLevel: return .alertDialog
    case .window where facts.dialect.namesBordersFrames && !facts.isTopLevel,
      .dialog where facts.dialect.hasOnlyTopLevelDialogs && !facts.isTopLevel:
      return container(facts)
    case .window where isDialog(facts): return .dialog
    case .colorChooser, .fileChooser, .fontChooser:
      // GTK 3 calls its dialogs so, and what is in them. What people reach is a control, as a colour of a page.
      if facts.isTopLevel { return .dialog }
      if facts.interfaces.contains(.value) { return .slider }
      return facts.states.contains(.focusable) ? refined : container(facts)
    case .generic, .unknown:
      // GTK 4 calls its file choosers fillers.
      if facts.isTopLevel { return isDialog(facts) ? .dialog : .window }
      return container(facts, orElse: refined)
    // Java calls the entries of a tree after what draws them.
    case .label where facts.isLabelInTree && facts.states.contains(.focusable): return .treeItem
    case .button where isAroundButton(facts): return container(facts)
    case .button where facts.states.contains(.hasPopup): return .popUpButton
    case .checkBox where facts.dialect.composesNames && facts.name == "GtkSwitch":
      return .switch
    case .textField where facts.dialect.composesNames && facts.name == "GtkSearchEntry":
      return .searchField
    default: return refined
    }
  }

  /// The role of what only holds others: a group where it has a name.
  private static func container(_ facts: AtspiFacts, orElse unnamed: Role = .generic) -> Role {
    NameMapping.label(facts, role: unnamed) == nil ? unnamed : .group
  }

  /// Whether people cannot press a button, by click or key: the menu button of GTK 4 has another one in it, which they press.
  private static func isAroundButton(_ facts: AtspiFacts) -> Bool {
    guard facts.dialect.composesNames, !facts.states.contains(.focusable) else { return false }
    let states = states(facts, role: .button)
    return !ActionMapping.actions(facts, role: .button, states: states).contains {
      $0.kind == .press
    }
  }

  /// Whether a window is modal, or belongs to another window.
  ///
  /// AT-SPI has no state for the latter. GTK 4 takes the action to minimise from a window as long as another one
  /// is its parent.
  private static func isDialog(_ facts: AtspiFacts) -> Bool {
    if facts.states.contains(.modal) { return true }
    return facts.isTopLevel && facts.actions.contains { $0.name == "window.close" }
      && !facts.actions.contains { $0.name == "window.minimize" }
  }

  /// Returns the toolkit's name for the role, or that of libatspi when the toolkit was not asked.
  static func nativeRole(_ facts: AtspiFacts) -> String {
    if !facts.roleName.isEmpty { return facts.roleName }
    return AtspiRole.entry(facts.role)?.name ?? "role \(facts.role)"
  }

  static func states(_ facts: AtspiFacts, role: Role) -> States {
    var states = facts.states.shared
    if facts.isOnlyCurrent { states.remove(.focused) }
    if facts.hasSilentFocus { states.insert(.focused) }
    if role == .tab, facts.dialect.tellsSelectedTabByFocus, facts.states.contains(.focused) {
      states.insert(.selected)
    }
    // Toolkits report one or the other; either means that the element can be used.
    let isReadOnly = facts.dialect.omitsEnabledOfReadOnly && facts.states.contains(.readOnly)
    if isReadOnly || !states.isDisjoint(with: [.enabled, .sensitive]) {
      states.formUnion([.enabled, .sensitive])
    }
    if role.isCheckable, role != .toggleButton { states.insert(.checkable) }
    if role == .cell, facts.actions.contains(where: \.isToggle) { states.insert(.checkable) }
    if role.isTicked, facts.dialect.tellsOnlyTicks, facts.wasChecked { states.insert(.checkable) }
    if isLeaf(role: role, states: facts.states) { states.subtract([.expandable, .collapsed]) }
    // Nobody ticks a menu: Java says so of one that is open.
    if role == .menu, states.contains(.checked) {
      states.remove(.checked)
      states.formUnion([.expandable, .expanded])
    }
    if states.contains(.expandable), !states.contains(.expanded) { states.insert(.collapsed) }
    if states.contains(.expanded) { states.remove(.collapsed) }
    if Self.isReadOnly(role: role, states: facts.states) { states.insert(.readOnly) }
    states.formUnion(AttributeMapping.states(facts.attributes))
    return states
  }

  /// Whether an entry has nothing in it to show: Java says of one in a tree that it is collapsed, and not that it can be
  /// expanded. Of a combo box, which can, it says the same.
  private static func isLeaf(role: Role, states: AtspiStates) -> Bool {
    states.contains(.collapsed) && states.isDisjoint(with: [.expandable, .expanded])
      && role != .comboBox && role != .popUpButton
  }

  static func traits(role: Role, states: States, facts: AtspiFacts) -> Traits {
    var traits = role.traits
    if states.contains(.selected) { traits.insert(.selected) }
    if states.contains(.modal) { traits.insert(.modal) }
    if states.contains(.animated) { traits.insert(.updatesFrequently) }
    if isDisabled(role: role, states: states) { traits.insert(.notEnabled) }
    if facts.interfaces.contains(.value), role == .generic || role == .group {
      traits.insert(.adjustable)
    }
    if !isAdjustable(role: role, states: states, native: facts.states) {
      traits.remove(.adjustable)
    }
    return traits
  }

  /// Whether people cannot change what the element contains.
  ///
  /// Spin buttons of Qt, and in browsers date fields and their parts, which keys change as well, do not say that they are
  /// editable. Nor do they say that they hold a text: one that does, and is not editable, is read-only.
  static func isReadOnly(role: Role, states: AtspiStates) -> Bool {
    if states.contains(.readOnly) { return true }
    guard role.holdsTypedText, role != .terminal, !states.contains(.editable) else { return false }
    let holdsText = !states.shared.isDisjoint(with: [.singleLine, .multiLine, .selectableText])
    return !role.isSetByKeys || holdsText
  }

  /// Whether people may move the number of an element that has one. A spin button whose text alone is read-only has
  /// buttons that do.
  static func isAdjustable(role: Role, states: States, native: AtspiStates) -> Bool {
    !states.contains(.readOnly) || role == .spinButton && !native.contains(.readOnly)
  }

  /// Whether an element is one that people use, but cannot use now.
  static func isDisabled(role: Role, states: States) -> Bool {
    states.isDisjoint(with: [.enabled, .sensitive]) && !states.contains(.defunct)
      && (role.isControl || states.contains(.focusable))
  }

  private static func hint(_ facts: AtspiFacts, role: Role, label: String?) -> String? {
    for text in [facts.description, facts.helpText].map(facts.plain)
    where !text.isEmpty && text != label {
      // A slider of GTK 3 describes itself by its value, and tells by no event that this changed.
      if role == .slider, text.isNumber { continue }
      return text
    }
    return nil
  }
}

extension AtspiFacts {
  /// Returns a text of help as it is drawn.
  func plain(_ help: String) -> String { dialect.writesHelpAsHTML ? RichText.plain(help) : help }
}

extension Role {
  /// Whether items of views, which have this role, may have a box that is ticked.
  var isTicked: Bool { self == .cell || self == .listItem || self == .treeItem }
}

extension AtspiAction {
  /// Whether the action says that a cell can be ticked, as those of GTK do, which have no state for it.
  var isToggle: Bool { name == ActionName.toggle }
}

extension String {
  /// Whether the text is a number alone, as any language writes it.
  fileprivate var isNumber: Bool {
    contains(where: \.isNumber) && allSatisfy { $0.isNumber || ".,'-−% \u{A0}".contains($0) }
  }
}

extension Role {
  /// Whether keys may change what elements of the role contain where it is no text.
  var isSetByKeys: Bool { self == .spinButton || self == .dateField }
}
