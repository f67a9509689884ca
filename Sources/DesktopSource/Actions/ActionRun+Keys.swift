internal import AccessibilityMirror
internal import AccessibilityTree

/// Keys that are pressed as a person presses them: the only way to submit a form without a button, or to leave a field.
extension ActionRun {
  /// The time between two chords, in milliseconds: what the application does at one, such as opening a dialog, is known
  /// before the next one.
  private static let pauseBetweenChords: UInt64 = 60

  /// Focuses the element, or puts the window in front, and presses keys there.
  func pressKeys(_ chords: [KeyChord]) async throws(ActionRefusal) -> String {
    guard request.allowSynthesis else {
      throw ActionRefusal(
        .unsupported,
        "Keys are pressed only as a person presses them, which requires synthesised input: allow it "
          + "(allow_synthesis)", advice: "Run \(command(chords)), which presses them.")
    }
    try await focusForKeys()
    try await leaveSelection()
    if states.contains(.selected) { try await noteKept(itemsBesideSelected) }
    try await checkKeyboard()
    // What comes of an action before, or of the focus, is not what the keys do.
    try await endPreparation()
    let start = window(of: element)
    let pressAll = { [self] () async throws(ActionRefusal) in
      do throws(ActionRefusal) {
        for (index, chord) in chords.enumerated() {
          if index > 0 {
            try await pause(milliseconds: Self.pauseBetweenChords)
            try checkWindow(start)
          }
          try await press(chord, in: start)
          pressedKeys = (index + 1, chords.count)
        }
      } catch {
        throw error.replacing(message: error.message + pressingNote)
      }
      return "synthesised keys"
    }
    if mayScrollPage(chords) { return try await performSmoothScroll(pressAll) }
    if object.dialect.answersFromCopy { reservations.insert(.scrolledNothing) }
    return try await pressAll()
  }

  /// Whether keys may scroll the page that the element is or is in, of which no event tells.
  private func mayScrollPage(_ chords: [KeyChord]) -> Bool {
    guard object.dialect.answersFromCopy, !element.role.takesArrowKeys else { return false }
    return chords.contains { chord in
      switch chord.key {
      case .named(.pageUp), .named(.pageDown), .named(.home), .named(.end), .named(.up),
        .named(.down):
        true
      case .character(" "): !element.role.isPressedBySpace
      default: false
      }
    }
  }

  /// How many keys have been pressed when the action ends now, for messages; empty when none are, or all.
  var pressingNote: String {
    guard let pressedKeys, pressedKeys.count < pressedKeys.of else { return "" }
    return "; \(pressedKeys.count) of \(pressedKeys.of) keys were pressed"
  }

  /// Says how the key of a character that cannot be typed is pressed; `nil` when it has none.
  func pressingAdvice(_ scalar: Unicode.Scalar) -> String? {
    let key: NamedKey? =
      switch scalar {
      case "\n": .enter
      case "\t": .tab
      default: nil
      }
    return key.map {
      "Run \(command([KeyChord(.named($0))])) for the key, before or after the other text."
    }
  }

  /// Says how the keys of the text are pressed that was to be entered.
  var keysAdvice: String {
    let scalars: String.UnicodeScalarView =
      switch request.command {
      case .setText(let text), .insertText(let text, _): text.unicodeScalars
      default: "".unicodeScalars
      }
    let chords = scalars.prefix(KeyChord.maxCount).map { scalar in
      KeyChord(scalar == "\n" ? .named(.enter) : scalar == "\t" ? .named(.tab) : .character(scalar))
    }
    let isWhole = !scalars.isEmpty && scalars.count <= KeyChord.maxCount
    return "Run \(command(isWhole ? chords : [])), which presses keys there."
  }

  /// Says how people edit an item of a view that does not say that its text can be changed, where a toolkit has such items (Qt).
  var editingAdvice: String? {
    guard case .setText(let text) = request.command, object.dialect.takesItemKeysOnly,
      element.role.isItem
    else { return nil }
    let typed = text.unicodeScalars.prefix(KeyChord.maxCount).map { KeyChord(.character($0)) }
    let chords =
      [KeyChord(.named(.function(2))), KeyChord(.character("a"), [.control])]
      + (typed.isEmpty ? [KeyChord(.named(.delete))] : typed) + [KeyChord(.named(.enter))]
    let isPossible =
      chords.count <= KeyChord.maxCount && text.unicodeScalars.allSatisfy { $0.value >= 32 }
    return "Where people can edit it, run \"\(selection)\", and then "
      + command(isPossible ? chords : []) + "."
  }

  /// The command that makes an item of a view the current one.
  private var selection: String { "select '\(element.id)' --synthesize" }

  private func command(_ chords: [KeyChord]) -> String {
    let keys = isSecret || chords.isEmpty ? nil : Self.quotedWord(KeyChord.text(of: chords))
    return "\"keys '\(element.id)' \(keys ?? "KEYS") --synthesize\""
  }

  /// Returns a text as a word of a step, which is the same word for a shell; `nil` where none is both.
  static func quotedWord(_ text: String) -> String? {
    guard text.utf8.count <= maxWordLength, !text.unicodeScalars.contains(where: { $0.value < 32 })
    else { return nil }
    if !text.contains(where: { "'\\".contains($0) }) { return "'\(text)'" }
    return text.contains { "\"$`\\!".contains($0) } ? nil : "\"\(text)\""
  }

  private static let maxWordLength = 200

  private func press(_ chord: KeyChord, in window: Element?) async throws(ActionRefusal) {
    guard let keysym = Keysym.of(chord.key) else {
      throw ActionRefusal(.invalidArgument, "There is no key for \(KeyChord.text(of: [chord]))")
    }
    let modifiers = chord.modifiers.stateBits
    guard modifiers != 0 else { return try await sendKey(keysym, to: window) }
    // Whatever fails from here on, the end of the action releases the modifiers.
    try await sendKeyEvent(modifiers, .lockModifiers, to: window)
    try await sendKey(keysym, to: window)
    try await sendKeyEvent(modifiers, .unlockModifiers)
  }

  /// Throws when the window is gone, because the next key would go to another one.
  private func checkWindow(_ window: Element?) throws(ActionRefusal) {
    try checkApplication()
    guard let window, !host.store.tree.contains(window.id) else { return }
    throw ActionRefusal(.stale, "\(window.messageName) closed")
  }

  // MARK: Focus

  /// What is advised where the element does not take the focus.
  static let otherKeysAdvice =
    "Press the keys in an element that takes the focus, or in its window."

  /// Sees to it that keys go to the element, or into the window.
  private func focusForKeys() async throws(ActionRefusal) {
    // Keys for an application go to its active window, if it has one.
    if element.id == element.application { return try checkInFront(element) }
    if element.parent == element.application, element.isWindow {
      return try await focusWindow()
    }
    // The focused part of a list or a page takes its keys.
    if isFocusOnPart { return }
    if await isInOpenMenu { return }
    do throws(ActionRefusal) {
      _ = try await prepare(takeFocus)
    } catch {
      // A list that hands the focus on to a row does not have it.
      if isFocusOnPart { return }
      guard error.reason == .unsupported else { throw error }
      var advice = Self.otherKeysAdvice
      if object.dialect.takesItemKeysOnly, element.role.isItem {
        advice = "Run \"\(selection)\", which gives it the focus, and repeat this."
      }
      throw ActionRefusal(.unsupported, error.message, advice: advice)
    }
    // The events that tell of the focus may come later than the answer.
    for _ in 0..<4 where hasFocusStrayed { try await pause(milliseconds: 50) }
    if hasFocusStrayed, object.interfaces.contains(.component) {
      try await prepare(retakeFocus)
    }
  }

  /// Whether something in the element has the focus, and gets keys.
  private var isFocusOnPart: Bool {
    guard let focused = host.store.focused, host.store.tree.isAncestor(element.id, of: focused)
    else { return false }
    return windowInstead(of: element) == nil
  }

  /// Puts the element, which is a window, in front.
  private func focusWindow() async throws(ActionRefusal) {
    let isActive = states.contains(.active) && element.states.contains(.active)
    if isActive, windowInstead(of: element) == nil { return }
    // A window behind its dialog does not come to the front.
    if !isActive, let dialog = activeDialog {
      throw ActionRefusal(
        .rejected,
        "Keys would go to \(dialog.messageName), which is in front, and not to \(name); press them "
          + "there, or close it first", advice: Self.closingAdvice(ofDialog: dialog))
    }
    let hadFocus = hasFocusInside(.text)
    _ = try await prepare(activateWindow)
    try await awaitFront(looks: hadFocus ? 0 : Self.looksForFocus)
    // That it is in front now is not what the keys do.
    try await endPreparation()
  }

  /// An active window of the application that is no ordinary one.
  var activeDialog: Element? {
    let tree = host.store.tree
    return tree.activeWindows(of: element.application).lazy.compactMap { tree[$0] }
      .first { $0.id != element.id && $0.role != .window }
  }

  /// Waits for up to a second until the application reports that no other window is in front.
  ///
  /// - Parameter looks: How often it is looked whether it says that this one is active and has the focus. Some never say so.
  private func awaitFront(looks: Int) async throws(ActionRefusal) {
    for look in 0..<20 {
      let isActive = host.store.tree.read(element.id) { $0.states.contains(.active) } == true
      let isTold = look >= looks || isActive && hasFocusInside(.text)
      if isTold, windowInstead(of: element) == nil { return }
      try await pause(milliseconds: 50)
    }
  }

  /// How often it is looked, every 50 ms, whether a window that came to the front has the focus.
  private static var looksForFocus: Int { 4 }
}

extension Role {
  /// Whether what has the focus in a page takes the keys itself that scroll the page elsewhere.
  fileprivate var takesArrowKeys: Bool {
    switch self {
    case .slider, .scrollBar, .listBox, .option, .menu, .menuBar, .menuItem, .menuItemCheckBox,
      .menuItemRadio, .popUpButton, .tree, .treeItem, .treeGrid, .grid, .row, .cell, .tab, .tabList,
      .radio, .radioGroup:
      true
    default: isTextEntry
    }
  }

  /// Whether the space bar presses what has the focus.
  fileprivate var isPressedBySpace: Bool {
    switch self {
    case .button, .toggleButton, .checkBox, .switch: true
    default: false
    }
  }
}
