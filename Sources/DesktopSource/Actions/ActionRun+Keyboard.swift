internal import AccessibilityMirror
internal import AccessibilityTree

/// Synthesised typing, for toolkits that offer no other way to enter text.
extension ActionRun {
  /// Focuses the element and types a text.
  func typeText(
    _ text: String, replacing: Bool, at offset: Int? = nil
  ) async throws(ActionRefusal) -> String {
    guard request.allowSynthesis else {
      throw unsupported("its toolkit does not allow setting its text")
    }
    guard states.contains(.editable) else { throw unsupported("its text is read-only") }
    let isOneLine = !states.shared.contains(.multiLine) || isNumberedCell
    for scalar in text.unicodeScalars {
      if scalar == "\t" || (scalar == "\n" && isOneLine) || Keysym.of(scalar) == nil {
        throw ActionRefusal(
          .invalidArgument,
          "U+\(String(scalar.value, radix: 16)) cannot be typed into \(name): it has no key, or its "
            + "key does not insert a character there")
      }
    }
    try await takeFocus()
    if isNumberedCell { return try await typeIntoCell(text, replacing: replacing) }
    if replacing { return try await replaceByTyping(text) }
    let count = try await characterCount()
    if let offset { try await setCaret(at: offset) }
    try await typeKeys(text, after: count)
    return "synthesised typing"
  }

  private func setCaret(at place: Int) async throws(ActionRefusal) {
    let offset = BusValue.int32(Int32(clamping: place))
    guard try await call("SetCaretOffset", of: "Text", [offset], read: Answer.bool) else {
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
      try await typeKeys(text, after: 0)
      try await sendKey(Keysym.enter)
    }
    if let before {
      let expected = Self.comparedPart(of: text)
      try await renewObject()
      _ = try await awaitText(attempts: 8) { $0 == expected || $0 != before }
    }
    return text.isEmpty ? "synthesised key Delete" : "synthesised typing into the cell"
  }

  /// Replaces the whole text by typing. A busy application may misread a character whose key was assigned
  /// temporarily, so such a text is read back where possible, and typed again, at most twice, where it differs.
  private func replaceByTyping(_ text: String) async throws(ActionRefusal) -> String {
    let isCertain = text.unicodeScalars.allSatisfy(\.isASCII) || isSecret
    let expected = Self.comparedPart(of: text)
    for triesLeft in (0..<3).reversed() {
      if try await characterCount() > 0 { try await selectAll() }
      if text.isEmpty { try await sendKey(Keysym.backSpace) }
      try await typeKeys(text, after: 0)
      if isCertain || triesLeft == 0 { break }
      if try await awaitText(attempts: 8, until: { $0 == expected }) { break }
    }
    return "synthesised typing over the whole text"
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
  private func typeKeys(_ text: String, after count: Int) async throws(ActionRefusal) {
    let scalars = text.unicodeScalars
    // Whether the mirror has seen that the element has the focus.
    var isFocusKnown = false
    for (typed, scalar) in scalars.enumerated() {
      guard let keysym = Keysym.of(scalar) else { return }
      if hasFocusInside {
        isFocusKnown = true
      } else if isFocusKnown {
        throw ActionRefusal(
          .rejected,
          "The keyboard focus left \(name) after \(typed) of \(scalars.count) characters; "
            + "the others were not typed")
      }
      try await sendKey(keysym)
      if !scalar.isASCII { try await awaitCharacters(count + typed + 1) }
    }
  }

  /// Waits until the text has at least `count` characters, for about 2.5 seconds at most. A character without
  /// a key is typed by a temporary one, which must have been read before it is assigned to the next character.
  private func awaitCharacters(_ count: Int) async throws(ActionRefusal) {
    for _ in 0...20 {
      try await pause(milliseconds: 120)
      if try await characterCount() >= count { return }
    }
  }

  private var hasFocusInside: Bool {
    guard let focused = host.store.focused else { return false }
    return focused == element.id || host.store.tree.isAncestor(element.id, of: focused)
  }

  private func sendKey(_ keysym: UInt32) async throws(ActionRefusal) {
    try await sendKeyEvent(Int32(clamping: keysym), .symbol)
  }

  private func sendKeyEvent(_ code: Int32, _ kind: KeyEventKind) async throws(ActionRefusal) {
    // A modifier is released in any case.
    if kind != .unlockModifiers, let window = otherActiveWindow {
      throw ActionRefusal(
        .rejected,
        "Keys would go to \(window.messageName), which is active, and not to \(name); bring the "
          + "window of \(name) to the front, or close the active window, and try again")
    }
    switch kind {
    case .lockModifiers: pendingRelease = .key(code, .unlockModifiers)
    case .unlockModifiers: pendingRelease = nil
    case .symbol: break
    }
    try await synthesize(.key(code, kind))
  }

  /// The active window of another application, when no window of the element's application is active. Keys go
  /// there, whatever the element reports about its focus.
  private var otherActiveWindow: Element? {
    let tree = host.store.tree
    var other: Element?
    for root in tree.roots {
      for child in tree[root]?.children ?? [] {
        guard let window = tree[child], window.states.contains(.active) else { continue }
        if root == element.application { return nil }
        other = window
      }
    }
    return other
  }

  /// Presses Escape. The key goes to the focused element, which must be in the application of this element.
  func escape() async throws(ActionRefusal) -> String {
    if let method = try await native(.escape) { return method }
    guard request.allowSynthesis else { throw unsupported() }
    let store = host.store
    guard let focused = store.focused,
      store.tree.read(focused, { $0.application }) == element.application
    else {
      throw ActionRefusal(
        .notOnScreen, "The keyboard focus is not in the application of \(name); focus it first")
    }
    try await sendKey(Keysym.escape)
    return "synthesised Escape"
  }
}

extension InputEvent {
  fileprivate static func key(_ code: Int32, _ kind: KeyEventKind) -> InputEvent {
    InputEvent(
      member: "GenerateKeyboardEvent",
      arguments: [.int32(code), .string(""), .uint32(kind.rawValue)])
  }
}

/// AtspiKeySynthType.
private enum KeyEventKind: UInt32 {
  case symbol = 3
  case lockModifiers = 5
  case unlockModifiers = 6
}

/// Symbols of the X keyboard.
enum Keysym {
  static let backSpace: UInt32 = 0xFF08
  static let enter: UInt32 = 0xFF0D
  static let delete: UInt32 = 0xFFFF
  static let escape: UInt32 = 0xFF1B
  static let a: UInt32 = 0x61

  /// Returns the symbol that types a character; `nil` for a control character.
  static func of(_ scalar: Unicode.Scalar) -> UInt32? {
    switch scalar.value {
    case 0x0A: enter
    case 0x20...0x7E, 0xA0...0xFF: scalar.value
    case 0x100...0x10FFFF: 0x0100_0000 | scalar.value
    default: nil
    }
  }
}
