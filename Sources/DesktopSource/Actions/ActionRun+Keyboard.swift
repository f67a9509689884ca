internal import AccessibilityMirror
internal import AccessibilityTree

/// Synthesised typing, for toolkits that offer no other way to enter text.
extension ActionRun {
  /// Focuses the element and types a text.
  func typeText(
    _ text: String, replacing: Bool, at offset: Int? = nil
  ) async throws(ActionRefusal) -> String {
    if takesOption {
      guard replacing else { throw unsupported("it takes no text, but one of its options") }
      return try await choose(text)
    }
    guard takesText else { throw readOnly() }
    guard request.allowSynthesis else {
      throw unsupported("its toolkit does not allow setting its text")
    }
    let isOneLine = !states.shared.contains(.multiLine) || isNumberedCell
    for scalar in text.unicodeScalars {
      if scalar == "\t" || (scalar == "\n" && isOneLine) || Keysym.of(scalar) == nil {
        throw ActionRefusal(
          .invalidArgument,
          "\(scalar.codePoint) cannot be typed into \(name): it has no key, or its "
            + "key does not insert a character there", advice: pressingAdvice(scalar))
      }
    }
    _ = try await prepare(takeFocus)
    try await leaveSelection()
    try await checkKeyboard()
    if isNumberedCell { return try await typeIntoCell(text, replacing: replacing) }
    let holdsText = object.interfaces.contains(.editableText) && !isDatePart
    if replacing, !states.contains(.editable), !holdsText {
      // There is no text that could be selected: the first key replaces what is there. One that had the focus already may go on
      // with what was typed into it before.
      if isDatePart, states.contains(.focused) { try await sendKey(Keysym.backSpace) }
      try await typeKeys(text, after: 0)
      return "synthesised keys"
    }
    if replacing { return try await replaceByTyping(text) }
    let count = try await knownLength() ?? 0
    if let offset {
      try await prepare { () async throws(ActionRefusal) in try await setCaret(at: offset) }
    }
    try await typeKeys(text, after: count)
    return "synthesised typing"
  }

  private static let strayedAdvice =
    "Look what has the focus now and what was typed, before you act again."

  private func setCaret(at place: Int) async throws(ActionRefusal) {
    let offset = BusValue.int32(Int32(clamping: place))
    guard try await call("SetCaretOffset", of: "Text", [offset], read: Answer.bool) else {
      recordNothingDone()
      throw ActionRefusal(.rejected, "The caret of \(name) could not be moved to \(place)")
    }
  }

  /// Types into a cell of a spreadsheet: the first key replaces the cell's contents, Return confirms, and then
  /// the cell shows something else.
  private func typeIntoCell(
    _ text: String, replacing: Bool
  ) async throws(ActionRefusal) -> String {
    guard replacing else {
      throw unsupported("the text of a cell can be set, but text cannot be inserted")
    }
    let before = object.interfaces.contains(.text) ? try await readText() : nil
    if text.isEmpty {
      try await sendKey(Keysym.delete)
    } else {
      try await editCell(text)
    }
    if let before {
      let expected = Self.comparedPart(of: text)
      try await renewObject()
      let isTold = try await awaitText(attempts: 8) { $0 == expected || $0 != before }
      if text.isEmpty, !isTold {
        // LibreOffice says of the cell what it had, until the cursor leaves it.
        reservations.insert(.isToldLater)
        note.addNote(
          "the application may say that the cell is empty only when its cursor leaves it: "
            + "'focus' another cell, and look again")
      }
    }
    return text.isEmpty ? "synthesised key Delete" : "synthesised typing into the cell"
  }

  /// Types into a cell, which is edited meanwhile, and confirms the edit.
  private func editCell(_ text: String) async throws(ActionRefusal) {
    do throws(ActionRefusal) {
      try await typeKeys(text, after: 0, in: .cell)
      // Removes the ending that the application suggests from other cells, which is selected.
      try await sendKey(Keysym.delete)
      try await sendKey(Keysym.enter)
      isEditingCell = false
    } catch {
      throw error.replacing(message: error.message + editNote)
    }
  }

  /// What becomes of the cell that is edited when the action ends now, for messages; empty when none is.
  var editNote: String {
    guard isEditingCell else { return "" }
    return canCancelEdit
      ? "; Escape was pressed, which cancels the edit of the cell"
      : "; the cell is still being edited: bring its window to the front and press Escape, or the next "
        + "action there confirms what was typed"
  }

  /// How far typing has come when the action ends now, for messages; empty when nothing is typed.
  var typingNote: String {
    if pressedKeys != nil { return pressingNote }
    guard let typed else { return "" }
    return "; \(typed.count) of \(typed.of) characters were typed: allow more time for a long text"
  }

  private var canCancelEdit: Bool {
    windowInstead(of: element) == nil && hasFocusInside(.cell)
  }

  /// Releases what synthesised input holds down. Cancels the edit of a cell, because the next action in the table
  /// would confirm the part that was typed.
  func releaseInput() {
    let escape = InputEvent.key(Int32(clamping: Keysym.escape), .symbol)
    let events = [pendingRelease, isEditingCell && canCancelEdit ? escape : nil]
    guard let registry = host.registry else { return }
    for event in events.compactMap(\.self) {
      registry.enqueue(event.request(of: registry), lane: .urgent) { _ in }
    }
  }

  /// Replaces the whole text by typing. A busy application may misread a character whose key was assigned
  /// temporarily, so such a text is read back where possible, and typed again, at most twice, where it differs.
  private func replaceByTyping(_ text: String) async throws(ActionRefusal) -> String {
    let isCertain = text.unicodeScalars.allSatisfy(\.isASCII) || isSecret || !tellsText
    let expected = Self.comparedPart(of: text)
    var isRetaken = false
    for triesLeft in (0..<3).reversed() {
      if try await knownLength() != 0 { try await selectAll() }
      if text.isEmpty { try await sendKey(Keysym.backSpace) }
      do throws(ActionRefusal) {
        try await typeKeys(text, after: 0)
      } catch {
        guard hasFocusStrayed, !isRetaken, triesLeft > 0 else { throw error }
        isRetaken = true
        try await prepare(retakeFocus)
        continue
      }
      if isCertain || triesLeft == 0 { break }
      if try await awaitText(attempts: 8, until: { $0 == expected }) { break }
    }
    return "synthesised typing over the whole text"
  }

  /// Whether the application tells the text of the element. GTK 4 does not where an application made an entry of several things.
  private var tellsText: Bool { object.interfaces.contains(.text) }

  /// The length of the text; `nil` where it is not told.
  private func knownLength() async throws(ActionRefusal) -> Int? {
    guard tellsText else { return nil }
    return try await characterCount()
  }

  /// Selects the whole text, so that typing replaces it.
  private func selectAll() async throws(ActionRefusal) {
    let control: Int32 = 4
    // The registry takes a modifier by its bit.
    try await sendKeyEvent(control, .lockModifiers)
    try await sendKey(Keysym.a)
    try await sendKeyEvent(control, .unlockModifiers)
    try await pause(milliseconds: 30)
  }

  /// Types the characters one after another, as long as the element has the focus.
  ///
  /// - Parameter count: The length of the text that stays in the element, in Unicode scalars.
  /// - Parameter target: What is typed into.
  private func typeKeys(
    _ text: String, after count: Int, in target: TypingTarget = .text
  ) async throws(ActionRefusal) {
    let scalars = text.unicodeScalars
    // Whether the mirror has seen that the element has the focus.
    var isFocusKnown = false
    for (typed, scalar) in scalars.enumerated() {
      guard let keysym = Keysym.of(scalar) else { return }
      try checkApplication()
      if hasFocusInside(target) {
        isFocusKnown = true
      } else if isFocusKnown {
        throw ActionRefusal(
          .rejected,
          "The keyboard focus left \(name) after \(typed) of \(scalars.count) characters; "
            + "the others were not typed", advice: Self.strayedAdvice)
      }
      try await sendKey(keysym)
      self.typed = (typed + 1, scalars.count)
      isEditingCell = target == .cell
      if !scalar.isASCII { try await awaitCharacters(count + typed + 1, in: target) }
    }
  }

  /// The look behind which a text that is not told counts as read, after about half a second.
  private static var looksUntold: Int { 3 }

  /// Waits until the text has at least `count` characters, for about 2.5 seconds at most. A character without
  /// a key is typed by a temporary one, which must have been read before it is assigned to the next character.
  private func awaitCharacters(
    _ count: Int, in target: TypingTarget
  ) async throws(ActionRefusal) {
    for look in 0...20 {
      try await pause(milliseconds: 120)
      switch target {
      case .text:
        let length = try await knownLength()
        if length.map({ $0 >= count }) ?? (look == Self.looksUntold) { return }
      // What is typed is in the editor, whose text the mirror has.
      case .cell:
        if let editor = cellEditor, (editor.value?.unicodeScalars.count ?? 0) >= count { return }
      }
    }
  }

  /// The active window of another application.
  func activeWindow(besides application: ElementID) -> Element? {
    let tree = host.store.tree
    return tree.activeWindow(besides: application, focused: host.store.focused).flatMap { tree[$0] }
  }

  /// Throws when the application has ended: the registry would hand the keys to whatever has the focus now.
  func checkApplication() throws(ActionRefusal) {
    guard !host.store.tree.contains(element.application) else { return }
    recordApplicationLost()
    throw ActionRefusal(.stale, "The application of \(name) ended", advice: Self.endedAdvice)
  }

  func hasFocusInside(_ target: TypingTarget) -> Bool {
    guard let focused = host.store.focused else { return false }
    return focused == element.id || host.store.tree.isAncestor(element.id, of: focused)
      || (target == .cell && cellEditor != nil)
  }

  /// Whether the focus went to what takes no text, such as a page of a browser's own right after its start.
  var hasFocusStrayed: Bool {
    guard !hasFocusInside(.text), let focused = host.store.focused else { return false }
    return host.store.tree.read(focused) {
      $0.application == element.application && !$0.role.holdsTypedText
    } ?? false
  }

  /// The text that has the focus while a cell is edited: it lies over the cell, in the same window, and is no child of
  /// the cell.
  private var cellEditor: Element? {
    guard let focused = host.store.focused.flatMap({ host.store.tree[$0] }),
      focused.role == .paragraph, focused.states.contains(.editable),
      let window = window(of: element), window.id == self.window(of: focused)?.id
    else { return nil }
    return focused
  }

  func sendKey(
    _ keysym: UInt32, to target: Element? = nil
  ) async throws(ActionRefusal) {
    try await sendKeyEvent(Int32(clamping: keysym), .symbol, to: target)
  }

  /// - Parameter target: The element that the key is for; `nil`: the action's.
  func sendKeyEvent(
    _ code: Int32, _ kind: KeyEventKind, to target: Element? = nil
  ) async throws(ActionRefusal) {
    // A modifier is released in any case.
    if kind != .unlockModifiers {
      try checkApplication()
      try checkInFront(target ?? element)
      try await checkProgram(target ?? element)
      try await takeKeyboard()
    }
    switch kind {
    case .lockModifiers: pendingRelease = .key(code, .unlockModifiers)
    case .unlockModifiers: pendingRelease = nil
    case .symbol, .release: break
    }
    try await synthesize(.key(code, kind))
  }
}

extension InputEvent {
  static func key(_ code: Int32, _ kind: KeyEventKind) -> InputEvent {
    InputEvent(
      member: "GenerateKeyboardEvent",
      arguments: [.int32(code), .string(""), .uint32(kind.rawValue)])
  }
}

/// What is typed into.
enum TypingTarget {
  case text
  /// A cell of a spreadsheet, over which an editor opens with the first key.
  case cell
}

/// AtspiKeySynthType.
enum KeyEventKind: UInt32 {
  /// Takes the code of a key, and not its symbol.
  case release = 1
  case symbol = 3
  case lockModifiers = 5
  case unlockModifiers = 6
}
