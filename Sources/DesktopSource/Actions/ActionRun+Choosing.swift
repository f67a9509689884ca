internal import AccessibilityMirror
internal import AccessibilityTree

/// Choosing an option of a combo box by its label.
extension ActionRun {
  /// How often it is looked whether the list has opened, every 50 ms.
  fileprivate static let maxLooks = 40
  private static let maxLooksAtGrowth = 160
  /// The number of rows that a list of GTK 4 has at most (`GTK_LIST_VIEW_MAX_LIST_ITEMS`).
  private static let maxRows = 200
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
  private func opening(
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
  private func awaitOption(
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
  private func missing(_ label: String, of box: Element, among options: [String]) -> ActionRefusal {
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
  private func field(of box: Element) -> Element? {
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

// MARK: Keys

extension ActionRun {
  /// Chooses an option in the list that the button of the combo box opens.
  private func chooseByKeys(_ label: String) async throws(ActionRefusal) -> String {
    let box = element
    // A GtkComboBox; the lists of others have items with a text.
    if object.interfaces.contains(.selection) {
      throw ActionRefusal(
        .unsupported, "\(name) does not report the labels of its options, so none can be found",
        advice: pressingAdvice(ofBoxWithoutLabels: box))
    }
    if let method = try await enter(label, in: box) { return method }
    if let options = try await reportedOptions(in: box), !options.contains(label) {
      throw missing(label, of: box, among: options)
    }
    try await checkKeys()
    if try await nativeActions().isEmpty {
      // A GtkDropDown opens by the button in it.
      let opener = firstElement(in: box.id) { $0.role == .button && $0.states.contains(.visible) }
      guard let opener, let object = host.actionObject(opener.id) else {
        throw unsupported(
          "it has no button that opens its list",
          advice: "Run \"press '\(box.id)' --synthesize\", and press the option in its list.")
      }
      try await continueOn(opener, object)
    }
    return try await opening(isOpen: try await isOpen(box)) {
      () async throws(ActionRefusal) -> String in
      try await choose(awaitOption(label, in: box.id, of: box, where: { _ in true }).id, in: box.id)
    }
  }

  /// Says how an option is chosen by keys in the list of a combo box that does not tell its labels.
  private func pressingAdvice(ofBoxWithoutLabels box: Element) -> String {
    let opener = firstElement(in: box.id) {
      ($0.role == .button || $0.role == .toggleButton) && $0.states.contains(.visible)
    }
    return "Run \"press '\((opener ?? box).id)'\", which opens its list, and then "
      + "\"keys 'window:active' 'Down Enter' --synthesize\", with a Down or Up for each option to "
      + "move on by; then look what it has."
  }

  /// Enters a text into the field of a combo box that takes any text, where it is none of its options, or where keys may not
  /// choose from its list; `nil` when it has no field, or the option is to be chosen.
  private func enter(_ text: String, in box: Element) async throws(ActionRefusal) -> String? {
    guard let field = field(of: box), let object = host.actionObject(field.id) else { return nil }
    if request.allowSynthesis || !object.dialect.choosesByKeys, option(text, in: box.id) != nil {
      return nil
    }
    try await continueOn(field, object)
    return try await setText(text)
  }

  /// Whether the list of a combo box is open, from which keys choose.
  private func isOpen(_ box: Element) async throws(ActionRefusal) -> Bool {
    if let isPlaced = try await isListPlaced(of: box) { return isPlaced }
    return states.contains(.pressed)
      || firstElement(in: box.id) {
        $0.role == .list && $0.states.contains(.showing) && host.store.hasFocus(in: $0.id)
      } != nil
  }

  /// Chooses the element, where it is an item in the open list of a combo box that only keys choose from; `nil` elsewhere.
  func chooseItemByKeys() async throws(ActionRefusal) -> String? {
    guard object.dialect.choosesByKeys, element.role.isOption, let box = comboBox else {
      return nil
    }
    try await checkKeys()
    return try await choose(element.id, in: box.id)
  }

  private func checkKeys() async throws(ActionRefusal) {
    guard request.allowSynthesis else { throw unsupported("only keys choose from its list") }
    try checkInFront(element)
    try await checkKeyboard()
  }

  /// Moves the focus to an item of the open list, and confirms it.
  private func choose(_ item: ElementID, in box: ElementID) async throws(ActionRefusal) -> String {
    let parent = host.store.tree.read(item) { $0.parent } ?? nil
    let items = parent.flatMap { host.store.tree[$0] }?.children ?? []
    guard let target = items.firstIndex(of: item) else {
      throw ActionRefusal(.stale, "the option is gone")
    }
    // Of a longer list, GTK 4 uses the rows again for other options while keys move through it.
    if object.dialect.omitsShowEvents, items.count >= Self.maxRows {
      throw ActionRefusal(
        .unsupported, "The list of \(name) is too long for keys to choose from it safely",
        advice: "Ask a person to choose it.")
    }
    let label = label(of: item)
    // Keys may be lost while the list opens or scrolls.
    for _ in 0..<3 {
      guard let place = try await awaitFocus(in: items) else {
        guard let focused = host.store.focused, host.store.tree.isAncestor(box, of: focused) else {
          break
        }
        // A list with a search field has the focus there.
        try await sendKey(Keysym.down)
        continue
      }
      let isThere = place == target && !isSelected(item)
      // A list that has just opened may select what was chosen again: the focus goes away and back.
      let keys =
        isThere
        ? (target > 0 ? [Keysym.up, Keysym.down] : [Keysym.down, Keysym.up])
        : Array(repeating: place < target ? Keysym.down : Keysym.up, count: abs(target - place))
      for key in keys { try await sendKey(key) }
      guard try await awaitFocus(in: items, on: target) != nil else { continue }
      try await pause(milliseconds: 100)
      if !isSelected(item),
        try await reportedStates(of: item)?.contains(.selected) != true
      {
        continue
      }
      // A list that scrolls uses its rows again for other options.
      guard self.label(of: item) == label else { break }
      try await sendKey(Keysym.enter)
      return "synthesised keys"
    }
    throw ActionRefusal(
      .rejected, "The keyboard focus did not reach the option in the list of \(name)",
      advice: "Expand the combo box, and press the option in the list that opens.")
  }

  private func label(of item: ElementID) -> String? {
    let tree = host.store.tree
    return tree.read(item) { tree.text(ofItem: $0) } ?? nil
  }

  private func isSelected(_ item: ElementID) -> Bool {
    host.store.tree.read(item) { $0.states.contains(.selected) } ?? false
  }

  /// Waits for up to two seconds until an item has the focus, or one of them, and that is selected. Returns its index.
  private func awaitFocus(
    in items: [ElementID], on target: Int? = nil
  ) async throws(ActionRefusal) -> Int? {
    for look in 0..<100 {
      if let place = place(in: items), target.map({ place == $0 && isSelected(items[$0]) }) ?? true
      {
        return place
      }
      try await pause(milliseconds: 20)
      // No event may come of it.
      if look % 10 == 9, let place = try await reportedPlace(in: items, isSelected: target != nil),
        target.map({ place == $0 }) ?? true
      {
        return place
      }
    }
    return nil
  }

  /// The index of the one item that reports the focus, where the list is shown and its application keeps the keyboard to itself: Qt
  /// does not always tell by an event that an item of a list that opens has it.
  ///
  /// - Parameter isSelected: Whether it must be selected as well.
  private func reportedPlace(
    in items: [ElementID], isSelected: Bool
  ) async throws(ActionRefusal) -> Int? {
    guard items.count <= Self.maxRows, let first = items.first,
      let list = host.store.tree.read(first, { $0.parent }) ?? nil,
      try await reportedStates(of: list)?.contains(.showing) == true,
      await isKeyboardHeld
    else { return nil }
    try checkNotEnded()
    var focused: [(place: Int, isSelected: Bool)] = []
    for (place, item) in items.enumerated() {
      let states = try await reportedStates(of: item) ?? []
      if states.contains(.focused) { focused.append((place, states.contains(.selected))) }
    }
    guard focused.count == 1, focused[0].isSelected || !isSelected else { return nil }
    return focused[0].place
  }

  /// The index of the item that the next key moves on from: the one with the focus, or the one that is selected in a list
  /// that has the focus itself.
  private func place(in items: [ElementID]) -> Int? {
    guard let focused = host.store.focused else { return nil }
    let tree = host.store.tree
    if let parent = items.first.flatMap({ tree.read($0) { $0.parent } ?? nil }), parent == focused {
      return items.firstIndex(where: isSelected)
    }
    return items.firstIndex { $0 == focused || tree.isAncestor($0, of: focused) }
  }

  func firstElement(
    in id: ElementID, where isMeant: (borrowing Element) -> Bool
  ) -> Element? {
    let tree = host.store.tree
    var found: ElementID?
    tree.walk(from: [id]) { element, _ in
      guard isMeant(element) else { return .descend }
      found = element.id
      return .stop
    }
    return found.flatMap { tree[$0] }
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
