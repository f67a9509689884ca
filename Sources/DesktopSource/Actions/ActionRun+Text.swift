internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  func setText(_ text: String) async throws(ActionRefusal) -> String {
    if let method = try await setByParts(text) { return method }
    guard object.interfaces.contains(.editableText) else {
      if isNumberedCell {
        try checkEditable()
        if let number = Double(text), number.isFinite {
          let tolerance = 1e-9 * max(1, abs(number))
          return try await write(ValueGoal(target: number, tolerance: tolerance), in: nil)
        }
        guard request.allowSynthesis else {
          throw ActionRefusal(
            .unsupported,
            "\(name) accepts only a number; other text must be typed, which requires synthesised "
              + "input: allow it (allow_synthesis), or set a number")
        }
      }
      return try await typeText(text, replacing: true)
    }
    try checkEditable()
    if element.role == .spinButton, object.interfaces.contains(.text), !isSecret {
      return try await setSpinText(text)
    }
    // Of a secret text only the length is compared.
    let isMasked = isSecret
    let count = try await isReadBack && isMasked ? characterCount() : nil
    let before = try await isReadBack && !isMasked ? readText() : nil
    let method = "EditableText.SetTextContents"
    guard
      try await tryMethod("SetTextContents", of: "EditableText", [.string(text)], method: method)
    else { return try await typeText(text, replacing: true) }
    guard isReadBack else { return method }
    // Gecko reports success and changes nothing.
    let expected = Self.comparedPart(of: text)
    let isChanged =
      if let count {
        try await awaitLength(otherThan: count)
      } else {
        try await awaitText(attempts: 4) { $0 == expected || $0 != before }
      }
    if isChanged { return method }
    // What comes of typing is all that is done.
    recordNothingDone()
    return try await typeText(text, replacing: true)
  }

  /// Whether what the element contains is secret.
  var isSecret: Bool { element.isRedacted || element.role == .passwordField }

  /// Whether the text is read back, so that it can be typed where it did not change.
  private var isReadBack: Bool { request.allowSynthesis && object.interfaces.contains(.text) }

  private func checkEditable() throws(ActionRefusal) {
    guard takesText else { throw readOnly() }
  }

  /// The refusal to enter a text where people cannot change what is there. What runs in a terminal takes keys.
  func readOnly() -> ActionRefusal {
    if let editingAdvice {
      return unsupported(
        "its toolkit does not say whether its text can be changed", advice: editingAdvice,
        isTypable: false)
    }
    return unsupported(
      "its text is read-only", advice: element.role == .terminal ? keysAdvice : nil,
      isTypable: false)
  }

  /// Whether people change what the element contains by typing.
  var takesText: Bool {
    states.contains(.editable) && !states.contains(.readOnly)
      || element.role.isSetByKeys
        && !ElementMapping.isReadOnly(role: element.role, states: states)
  }

  /// Whether the element is a cell of a spreadsheet: numbers are set through Value, any other text is typed,
  /// which replaces the contents and ends with Return.
  var isNumberedCell: Bool {
    ValueMapping.isNumberedCell(role: element.role, interfaces: object.interfaces)
  }

  /// Inserts a text at an offset, or at the caret.
  func insertText(_ text: String, at offset: Int?) async throws(ActionRefusal) -> String {
    guard object.interfaces.contains(.editableText) else {
      return try await typeText(text, replacing: false, at: offset)
    }
    try checkEditable()
    let count = try await characterCount()
    let offset = if let offset { offset } else { try await caret(of: count) }
    guard offset <= count else {
      throw ActionRefusal(
        .outOfRange, "Offset \(offset) is past the end of the text of \(name) (\(count) characters)"
      )
    }
    let method = isSecret ? "EditableText.InsertText" : "EditableText.InsertText at \(offset)"
    // GTK counts the length in bytes; for toolkits that count characters, the number of bytes is large enough.
    let isAccepted = try await tryMethod(
      "InsertText", of: "EditableText",
      [.int32(Int32(clamping: offset)), .string(text), .int32(Int32(clamping: text.utf8.count))],
      method: method)
    if isAccepted {
      // An application may report success and change nothing.
      guard isReadBack, !text.isEmpty else { return method }
      if try await awaitLength(otherThan: count) { return method }
      // What comes of typing is all that is done.
      recordNothingDone()
    }
    return try await typeText(text, replacing: false, at: offset)
  }

  /// Returns the caret's offset; the end of the text where the toolkit reports none.
  private func caret(of count: Int) async throws(ActionRefusal) -> Int {
    let caret = try await property("CaretOffset", of: "Text", read: Answer.int32)
    return caret < 0 ? count : Int(caret)
  }

  /// Selects characters; an empty range moves the caret there.
  func setSelection(_ range: Range<Int>) async throws(ActionRefusal) -> String {
    guard object.interfaces.contains(.text) else { throw unsupported("it has no text") }
    let count = try await characterCount()
    guard range.upperBound <= count else {
      throw ActionRefusal(
        .outOfRange,
        "Selection \(range.lowerBound)–\(range.upperBound) is past the end of the text of "
          + "\(name) (\(count) characters)")
    }
    let lower = BusValue.int32(Int32(clamping: range.lowerBound))
    let upper = BusValue.int32(Int32(clamping: range.upperBound))
    if range.isEmpty {
      return try await callRequiringTrue(
        "SetCaretOffset", of: "Text", [lower], method: "Text.SetCaretOffset")
    }
    if try await call("GetNSelections", of: "Text", read: Answer.int32) > 0 {
      return try await callRequiringTrue(
        "SetSelection", of: "Text", [.int32(0), lower, upper], method: "Text.SetSelection")
    }
    return try await callRequiringTrue(
      "AddSelection", of: "Text", [lower, upper], method: "Text.AddSelection")
  }

  // MARK: Reading

  func characterCount() async throws(ActionRefusal) -> Int {
    max(0, Int(try await property("CharacterCount", of: "Text", read: Answer.int32)))
  }

  /// Reads the beginning of the text: at most `comparedCharacters`.
  func readText() async throws(ActionRefusal) -> String {
    let end = Int32(clamping: min(try await characterCount(), Self.comparedCharacters))
    return try await call("GetText", of: "Text", [.int32(0), .int32(end)], read: Answer.string)
  }

  /// The maximum number of characters of a text that are read back.
  private static let comparedCharacters = 4096

  /// Returns what `readText` returns for an element that contains this text.
  static func comparedPart(of text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(comparedCharacters)))
  }

  /// Reads the text, at most `attempts` times, 120 ms apart, until a condition holds. Returns whether it does.
  func awaitText(
    attempts: Int, until condition: (String) -> Bool
  ) async throws(ActionRefusal) -> Bool {
    for attempt in 1...attempts {
      if condition(try await readText()) { return true }
      if attempt < attempts { try await pause(milliseconds: 120) }
    }
    return false
  }

  /// Reads the text's length, at most four times, 120 ms apart. Returns whether it has changed from `count`.
  private func awaitLength(otherThan count: Int) async throws(ActionRefusal) -> Bool {
    for attempt in 1...4 {
      if try await characterCount() != count { return true }
      if attempt < 4 { try await pause(milliseconds: 120) }
    }
    return false
  }
}
