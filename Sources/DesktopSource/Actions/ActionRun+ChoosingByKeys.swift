internal import AccessibilityMirror
internal import AccessibilityTree

/// Options that only keys choose.
extension ActionRun {
  /// Chooses an option in the list that the button of the combo box opens.
  func chooseByKeys(_ label: String) async throws(ActionRefusal) -> String {
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
  func enter(_ text: String, in box: Element) async throws(ActionRefusal) -> String? {
    guard let field = field(of: box), let object = host.actionObject(field.id) else { return nil }
    let isOption = option(text, in: box.id) != nil
    if request.allowSynthesis || !object.dialect.choosesByKeys, isOption { return nil }
    try await continueOn(field, object)
    let method = try await setText(text)
    if isOption {
      // Its program is told that the text was edited, and not that an option was chosen.
      reservations.insert(.isPartial)
      note.addNote("its text was written, and the option was not chosen: --synthesize chooses it")
    }
    return method
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
