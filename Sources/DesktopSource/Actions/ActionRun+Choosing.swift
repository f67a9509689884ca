internal import AccessibilityMirror
internal import AccessibilityTree

/// Choosing an option of a combo box by its label.
extension ActionRun {
  /// How often it is looked whether the list has opened, every 50 ms.
  fileprivate static let maxLooks = 40
  private static let maxLooksAtGrowth = 160
  /// The number of rows that a list of GTK 4 has at most (`GTK_LIST_VIEW_MAX_LIST_ITEMS`).
  static let maxRows = 200
  /// The most options that a refusal names.
  private static let maxNamed = 10
  /// What an action did that found an element selected.
  static let alreadySelected = "already selected"

  /// Chooses an option of the combo box, in the list that opens where the toolkit has none before.
  func choose(_ label: String) async throws(ActionRefusal) -> String {
    if object.dialect.choosesByKeys { return try await chooseByKeys(label) }
    let isOpen = states.contains(.expanded)
    let known = option(label, in: element.id)
    if isOpen || !object.dialect.ignoresClosedOptions, let known {
      return try await choose(known, hasActed: false)
    }
    if !isOpen {
      var reported: AtspiStates?
      if let known { reported = try await reportedStates(of: known.id) }
      // A list that is opened for it would stay open. GTK 3 selects the first option where the text in the field is none.
      if reported?.contains(.selected) == true,
        field(of: element).map({ $0.value == label }) ?? true
      {
        return Self.alreadySelected
      }
      if known == nil {
        try await awaitIdle()
        if let method = try await enter(label, in: element) { return method }
      }
      if let options = knownOptions(in: element.id), !options.contains(label) {
        throw missing(label, of: element, among: options)
      }
      if let known { try checkEnabled(known, reported?.shared ?? known.states) }
    }
    if !isOpen, object.dialect.ignoresClosedOptions { try checkListOpens(of: element) }
    guard try await !nativeActions().isEmpty else {
      throw unsupported(
        "it takes one of its options, and has no action that opens their list",
        advice: "Open its list, and press the option there.")
    }
    return try await opening(isOpen: isOpen) { () async throws(ActionRefusal) -> String in
      let box = element
      // A list that opens may be made again meanwhile.
      for _ in 0..<3 {
        let option = try await awaitShownOption(label, of: box)
        do throws(ActionRefusal) {
          return try await choose(option, hasActed: !isOpen)
        } catch {
          guard error.reason == .stale, host.store.tree.contains(box.id) else { throw error }
          try await pause(milliseconds: 50)
        }
      }
      return try await choose(awaitShownOption(label, of: box), hasActed: !isOpen)
    }
  }

  /// Waits for a while until what a choice before has changed is read: a list that is opened to look for an option has acted.
  private func awaitIdle() async throws(ActionRefusal) {
    for _ in 0..<Self.maxLooks / 2 where !object.queue.isIdle { try await pause(milliseconds: 50) }
  }

  /// Throws, before a list is opened for it, where an option cannot be chosen.
  private func checkEnabled(_ option: Element, _ states: States) throws(ActionRefusal) {
    guard ElementMapping.isDisabled(role: option.role, states: states) else { return }
    throw ActionRefusal(
      .disabled,
      "\(option.messageName) is disabled, and cannot be chosen in \(name); its list was not opened",
      advice: "Choose another option, or wait until this one is enabled.")
  }

  /// Waits for an option with a label in the open list of a combo box, which may be anywhere in its application.
  private func awaitShownOption(
    _ label: String, of box: Element
  ) async throws(ActionRefusal) -> Element {
    let tree = host.store.tree
    // The items of a long menu that are not on screen do not show; it scrolls to the one that is pressed.
    return try await awaitOption(label, in: box.application, of: box) {
      if tree.isInClosedBox($0.id, besides: box.id) { return false }
      return $0.states.contains(.showing)
        || $0.role == .menuItem
          && $0.parent.flatMap { tree.read($0) { $0.states.contains(.showing) } } == true
    }
  }

  /// Opens the list by a press unless it is open, chooses from it, and closes it again where that fails.
  func opening(
    isOpen: Bool, _ choose: () async throws(ActionRefusal) -> String
  ) async throws(ActionRefusal) -> String {
    let (opener, openerObject) = (element, object)
    if !isOpen { _ = try await press() }
    // The press that opened the list closes it, and opens one that has closed itself.
    func close() async {
      if element.id != opener.id { _ = try? await continueOn(opener, openerObject, hasActed: true) }
      guard (try? await isListPlaced(of: opener)) != false else { return }
      _ = try? await press()
      host.afterAction(opener.id)
    }
    do throws(ActionRefusal) {
      let method = try await choose()
      if !isOpen, method == Self.alreadySelected { await close() }
      return method
    } catch {
      if !isOpen { await close() }
      throw error
    }
  }

  /// The states that an element reports now; `nil` when it does not answer.
  func reportedStates(of id: ElementID) async throws(ActionRefusal) -> AtspiStates? {
    guard let path = host.actionObject(id)?.path else { return nil }
    return try await callOptional("GetState", of: "Accessible", at: path, read: Answer.states)
  }

  /// Waits for an option with a label, in an element.
  func awaitOption(
    _ label: String, in id: ElementID, of box: Element, looks: Int = ActionRun.maxLooks,
    where isMeant: (borrowing Element) -> Bool
  ) async throws(ActionRefusal) -> Element {
    var (looksLeft, count) = (looks, host.store.tree.count)
    for _ in 0..<Self.maxLooksAtGrowth where looksLeft > 0 {
      try await pause(milliseconds: 50)
      if let option = option(label, in: id, where: isMeant) { return option }
      looksLeft -= 1
      // A long list is still being read.
      let now = host.store.tree.count
      if now > count || !object.queue.isIdle { (looksLeft, count) = (looks, now) }
    }
    let options = knownOptions(in: box.id) ?? []
    // A list may have closed again, since another window came to the front.
    if options.isEmpty || options.contains(label) { try checkListOpens(of: box) }
    throw missing(label, of: box, among: options)
  }

  /// Throws where the list of a combo box does not stay open, since another window is in front.
  private func checkListOpens(of box: Element) throws(ActionRefusal) {
    guard let window = windowInstead(of: box) else { return }
    throw ActionRefusal(
      .rejected,
      "The list of \(box.messageName) does not stay open, since \(window.messageName) is in front; bring the window of "
        + "the combo box to the front, or close the other one, and try again",
      advice: raisingAdvice(box))
  }

  /// - Parameter options: The labels of all its options; empty where they are not known.
  func missing(_ label: String, of box: Element, among options: [String]) -> ActionRefusal {
    let message = "\(box.messageName) has no option \(label.quoted(limit: 60))"
    let entry = entryAdvice(label, in: box)
    guard !options.isEmpty, !options.contains(label) else {
      return ActionRefusal(
        .rejected, message, advice: entry ?? "Open its list, and look which options it has.")
    }
    let named = options.prefix(Self.maxNamed).map { $0.quoted(limit: 40) }
    let left = options.count - named.count
    return ActionRefusal(
      .rejected,
      "\(message), but \(named.joined(separator: ", "))" + (left > 0 ? " and \(left) more" : ""),
      advice: entry ?? "Choose one of its options.")
  }

  /// The labels of the options of a combo box, where the mirror has all of them; `nil` where it may not.
  private func knownOptions(in id: ElementID) -> [String]? {
    object.queue.isIdle ? host.store.tree.knownOptions(in: id) : nil
  }

  /// Says how a text that is no option is entered where the combo box takes any; `nil` where it does not.
  private func entryAdvice(_ text: String, in box: Element) -> String? {
    field(of: box).map {
      "Run \"set '\($0.id)' \(Self.quotedWord(text) ?? "TEXT")\", which enters it in the text field of the combo box."
    }
  }

  /// The text field of a combo box that takes any text; `nil` where it has none.
  func field(of box: Element) -> Element? {
    firstElement(in: box.id) { $0.role == .textField && $0.states.contains(.editable) }
  }

  private func choose(_ option: Element, hasActed: Bool) async throws(ActionRefusal) -> String {
    guard let object = host.actionObject(option.id) else {
      throw ActionRefusal(.stale, "\(option.messageName) is gone")
    }
    try await continueOn(option, object, hasActed: hasActed)
    return try await setSelected(true)
  }

  /// Returns the first option with a label that is in an element.
  func option(
    _ label: String, in id: ElementID, where isMeant: (borrowing Element) -> Bool = { _ in true }
  ) -> Element? {
    let tree = host.store.tree
    return firstElement(in: id) {
      $0.role.isOption && tree.text(ofItem: $0) == label && isMeant($0)
    }
  }
}

extension Tree {
  /// Whether an option is the choice of another combo box, which shows it and is closed, as in Firefox.
  fileprivate func isInClosedBox(_ option: ElementID, besides box: ElementID) -> Bool {
    let other = ancestors(of: option).prefix(8).first {
      read($0) { $0.role == .comboBox } == true
    }
    guard let other, other != box else { return false }
    return read(other) { $0.states.contains(.expandable) && !$0.states.contains(.expanded) } == true
  }
}

extension Role {
  /// Whether elements of the role are in the list of a combo box.
  var isOption: Bool {
    switch self {
    case .option, .menuItem, .menuItemRadio, .menuItemCheckBox, .listItem: true
    default: false
    }
  }
}
