internal import AccessibilityMirror
internal import AccessibilityTree

/// Texts of spin buttons: numbers in words, dates and times.
///
/// A spin button shows any text that it is given, and takes it later: when the focus leaves it, or the caret another part of
/// the date. What it does not take, it drops then, and has what it had before.
extension ActionRun {
  /// Sets the text of a spin button, and checks that it takes it.
  func setSpinText(_ text: String) async throws(ActionRefusal) -> String {
    if isDatePart { return try await setDatePart(text) }
    let before = try await readText()
    if object.interfaces.contains(.value) {
      let range = try await readRange()
      let isMeaningless =
        ValueMapping.mayBeMeaningless(range, of: element.role, object.interfaces)
        && !ValueMapping.isShown(range, by: before)
      if isMeaningless { return try await setDate(text, before: before) }
      if let number = Double(text), number.isFinite { return try await setValue(number) }
      return try await setWords(text, before: before, number: range.current)
    }
    return try await replaceText(by: text)
  }

  private func replaceText(by text: String) async throws(ActionRefusal) -> String {
    let method = "EditableText.SetTextContents"
    guard
      try await tryMethod("SetTextContents", of: "EditableText", [.string(text)], method: method)
    else { return try await typeText(text, replacing: true) }
    return method
  }

  /// Sets a text that says a number, such as "5 kg". The number tells whether it was taken; otherwise the spin button gets its
  /// text again.
  private func setWords(
    _ text: String, before: String, number: Double
  ) async throws(ActionRefusal) -> String {
    let method = try await replaceText(by: text)
    for attempt in 1...3 {
      let now = try await property("CurrentValue", of: "Value", read: Answer.double)
      if now != number || Self.leadingNumber(of: text) == now { return method }
      if attempt < 3 { try await pause(milliseconds: 60) }
    }
    if try await readText() == before {
      guard request.allowSynthesis, !isSynthesised else {
        throw notTaken(text, shown: before, advice: Self.numberAdvice)
      }
      return try await typeText(text, replacing: true)
    }
    _ = try await callOptional(
      "SetTextContents", of: "EditableText", [.string(before)], read: Answer.bool)
    throw notTaken(text, shown: before, advice: Self.numberAdvice)
  }

  /// The number that a text begins with; `nil`: none.
  static func leadingNumber(of text: String) -> Double? {
    let start = text.prefix { $0.isNumber || "+-.,".contains($0) }
    return Double(String(start.map { $0 == "," ? "." : $0 }))
  }

  /// Sets the text of a date, moves the caret through it, as a person does, and compares what it has then.
  private func setDate(_ text: String, before: String) async throws(ActionRefusal) -> String {
    let method = try await replaceText(by: text)
    let end = Int32(clamping: try await characterCount())
    for offset in [0, end] {
      _ = try await callOptional(
        "SetCaretOffset", of: "Text", [.int32(offset)], read: Answer.bool)
    }
    let now = try await readText()
    if Self.isSame(now, as: text) { return method }
    guard now != before else { throw notTaken(text, shown: before) }
    throw recordMiss(
      "\(name) has \(now.quoted(limit: 60)) after it was given \(text.quoted(limit: 60))",
      by: method)
  }

  /// Nothing is left of what was done.
  ///
  /// - Parameter advice: What to do; `nil`: to write it as it is shown.
  private func notTaken(
    _ text: String, shown: String, advice: String? = nil
  ) -> ActionRefusal {
    if !isSynthesised { recordUndone() }
    host.afterAction(element.id)
    return ActionRefusal(
      .rejected,
      "\(name) does not take \(text.quoted(limit: 60)), and has \(shown.quoted(limit: 60)) as before",
      advice: advice
        ?? "Write it in the form in which it is shown: \(shown.quoted(limit: 60)).")
  }

  private static let numberAdvice = "Give it a number within its range."

  /// Whether two texts say the same numbers and words in the same order.
  static func isSame(_ one: String, as other: String) -> Bool { words(of: one) == words(of: other) }

  /// The numbers of a text, without zeros in front, and its words in lower case.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var last: Bool?
    for character in text.lowercased() {
      let isDigit: Bool? = character.isNumber ? true : character.isLetter ? false : nil
      if let isDigit {
        if last != isDigit { words.append("") }
        if words[words.count - 1] == "0" { words[words.count - 1] = "" }
        words[words.count - 1].append(character)
      }
      last = isDigit
    }
    return words
  }
}
