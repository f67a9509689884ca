internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  func press() async throws(ActionRefusal) -> String {
    if element.role == .radio, states.contains(.checked) { note = "it was chosen already" }
    if let method = try await chooseItemByKeys() { return method }
    if let method = try await tickByKey() { return method }
    if let method = try await tickByClick() { return method }
    let actions = try await nativeActions()
    if let action = best(for: .press, of: actions) {
      try await selectAlone()
      try await closeMenuBar()
      noteDisabledPage()
      return try await setsOnlyState(action) ? toggle(by: action) : perform(action)
    }
    if let action = actions.first(where: { element.role.opensMenu(by: $0.meaning) }) {
      return try await perform(action)
    }
    if element.role == .tab || element.role == .option, states.shared.contains(.selectable),
      let method = try await selectInParent(true)
    {
      return method
    }
    guard request.allowSynthesis else { throw lostPress() ?? unsupported(advice: menuAdvice) }
    try await click("b1c", fromStart: placeOfNumber)
    return "synthesised click"
  }

  /// Ticks a cell of a table by the key that a person presses; `nil` for any other element, and where the
  /// action does it.
  private func tickByKey() async throws(ActionRefusal) -> String? {
    guard object.dialect.ticksCellsByKeys, element.role == .cell,
      element.states.contains(.checkable)
    else { return nil }
    guard request.allowSynthesis else {
      throw unsupported(
        "its toolkit activates the row instead of ticking the cell",
        advice: "Run \"press '\(element.id)' --synthesize\", which presses the key Space in it.")
    }
    if let drawn = boxInstead {
      throw ActionRefusal(
        .notOnScreen, "\(name) has no area on the screen: another box is drawn in its cell",
        advice: "Run \"press '\(drawn)' --synthesize\" for that one.")
    }
    return try await pressKeys([KeyChord(.character(" "))])
  }

  /// The box that is drawn in the cell of one that is not.
  private var boxInstead: ElementID? {
    guard element.frame?.rect.isEmpty == true, !element.states.contains(.showing),
      let cell = element.parent.flatMap({ host.store.tree[$0] }), cell.role == .cell
    else { return nil }
    return cell.children.first { id in
      host.store.tree.read(id) {
        $0.states.isSuperset(of: [.checkable, .showing]) && $0.frame?.rect.isEmpty == false
      } == true
    }
  }

  /// Ticks an item of a view by a click on its box, which is at its start; `nil` for any other element.
  private func tickByClick() async throws(ActionRefusal) -> String? {
    guard object.dialect.tellsOnlyTicks, element.role.isTicked, element.states.contains(.checkable)
    else { return nil }
    guard request.allowSynthesis else {
      throw unsupported(
        "its toolkit selects the item instead of ticking it",
        advice: "Run \"press '\(element.id)' --synthesize\", which clicks its box.")
    }
    try await click("b1c", fromStart: Self.boxPlace)
    return "synthesised click"
  }

  /// How far the middle of a box that is ticked is from the start of its item, in pixels.
  static let boxPlace = 10.0

  /// Says how a menu or a list is shown by what has no press.
  private var menuAdvice: String? {
    func offers(_ kind: ActionKind) -> Bool { element.actions.contains { $0.kind == kind } }
    if offers(.showMenu) { return "Run \"menu '\(element.id)'\"." }
    let isExpanded = element.states.contains(.expanded)
    guard offers(isExpanded ? .collapse : .expand) else { return nil }
    return "Run \"\(isExpanded ? "collapse" : "expand") '\(element.id)'\"."
  }

  /// Returns the refusal to press what could be pressed when it was last read, and cannot be now: browsers take the actions
  /// of an element away first, and the element later. `nil` for anything else.
  private func lostPress() -> ActionRefusal? {
    guard element.actions.contains(where: { $0.kind == .press }) else { return nil }
    host.afterAction(element.id)
    return ActionRefusal(
      .stale,
      "\(name) is being taken down or has changed: it could be pressed when it was last read, and cannot now"
    )
  }

  func showMenu() async throws(ActionRefusal) -> String {
    if let method = try await native(.showMenu) { return method }
    if element.states.contains(.hasPopup) || element.role == .popUpButton {
      return try await press()
    }
    guard request.allowSynthesis else { throw unsupported() }
    try await click("b3c", fromStart: placeOfText)
    return "synthesised right click"
  }

  /// Expands or collapses the element. Does nothing where it is in that state already, because the action that
  /// expands often collapses too.
  func setExpanded(_ expanded: Bool) async throws(ActionRefusal) -> String {
    if states.contains(.expanded) == expanded, expanded || states.contains(.expandable) {
      return expanded ? "already expanded" : "already collapsed"
    }
    let isExpandable = states.contains(.expandable) || states.contains(.expanded)
    // GTK 3 gives every cell the action "expand or contract", even a cell without children.
    let usable = try await nativeActions().filter { isExpandable || !$0.meaning.togglesExpansion }
    if let action = best(for: expanded ? .expand : .collapse, of: usable) {
      return try await perform(action)
    }
    if let action = usable.first(where: { $0.meaning.isOneWay }),
      ActionName.togglesByOneWord(usable.lazy.map(\.meaning), states: states.shared)
    {
      return try await perform(action)
    }
    if expandsByKeys { return try await expandByKey(expanded) }
    guard isExpandable else { throw unsupported() }
    // A button, combo box or summary that can be expanded is expanded by its press.
    return try await press()
  }

  func custom(_ wanted: String) async throws(ActionRefusal) -> String {
    let advertised = element.actions.first { $0.kind == .custom && $0.name == wanted }
    let key = advertised?.nativeName ?? wanted
    let normalized = ActionName.normalized(key)
    let actions = try await nativeActions()
    let match =
      actions.first { $0.name == key }
      ?? actions.first { ActionName.normalized($0.name) == normalized }
    guard let match else {
      let names = actions.map { $0.name.quoted(limit: 40) }
      throw ActionRefusal(
        .unsupported,
        "\(name) has no action named \(wanted.quoted(limit: 60)); its toolkit offers: "
          + (names.isEmpty ? "none" : names.joined(separator: ", ")))
    }
    return try await perform(match)
  }
}
