internal import AccessibilityMirror
internal import AccessibilityTree

/// Dates and times that browsers take part by part, each by keys.
extension ActionRun {
  /// Sets a date or time by its parts; `nil` when the element has no parts.
  func setByParts(_ text: String) async throws(ActionRefusal) -> String? {
    guard var field = DateParts(of: element, in: host.store.tree) else { return nil }
    if ElementMapping.isReadOnly(role: element.role, states: states) {
      throw unsupported("it is read-only", isTypable: false)
    }
    guard field.numbers(for: text) != nil else { throw unknownDate(text, field) }
    guard request.allowSynthesis else {
      throw unsupported("only keys set its parts", advice: Self.typingAdvice)
    }
    let fieldName = name
    if let first = field.undecided.first, let second = field.undecided.last {
      field = field.deciding(month: try await isMonth(first, of: fieldName) ? first : second)
    }
    for (index, (part, number)) in (field.numbers(for: text) ?? []).enumerated() {
      try await continueOn(part: part, of: fieldName, hasActed: isSynthesised)
      if field.parts[index].isWord {
        try await typeNoon(isBefore: number == 1)
      } else {
        _ = try await typeNumber(ValueGoal(target: number, tolerance: 0))
      }
    }
    return "synthesised keys in its parts"
  }

  private func unknownDate(_ text: String, _ field: DateParts) -> ActionRefusal {
    let parts = field.parts.compactMap { part in
      host.store.tree.read(part.id) { "\($0.shortName) \(part.id)" }
    }
    return ActionRefusal(
      .invalidArgument,
      "\(text.quoted(limit: 60)) is no date or time that the parts of \(name) are known to make up",
      advice:
        "Write it as 2026-12-24, 2026-12, 17:30 or 2026-12-24T17:30, or set each part with --synthesize: "
        + parts.joined(separator: ", "))
  }

  private func continueOn(
    part: ElementID, of field: String, hasActed: Bool
  ) async throws(ActionRefusal) {
    guard let next = host.store.tree[part], let object = host.actionObject(part) else {
      throw ActionRefusal(.stale, "A part of \(field) is gone")
    }
    try await continueOn(next, object, hasActed: hasActed)
  }

  /// Whether one of two parts is the month and not the day: the key End gives it its greatest number, which is replaced
  /// thereafter. Languages order them differently, and name them in their words.
  private func isMonth(_ part: ElementID, of field: String) async throws(ActionRefusal) -> Bool {
    try await continueOn(part: part, of: field, hasActed: false)
    _ = try await prepare(takeFocus)
    try await checkKeyboard()
    // It may be the twelfth day.
    if Double(try await readText()) == 12 {
      try await sendKey(Keysym.home)
      _ = try await awaitText(attempts: 6) { Double($0) == 1 }
    }
    try await sendKey(Keysym.end)
    var greatest = 0.0
    guard
      try await awaitText(
        attempts: 6,
        until: {
          greatest = Double($0) ?? 0
          return greatest >= 12
        })
    else { throw unsupported("its parts do not tell which is the month", isTypable: false) }
    return greatest == 12
  }

  /// Types the letter for before or after noon, which is the same in each language.
  private func typeNoon(isBefore: Bool) async throws(ActionRefusal) {
    _ = try await prepare(takeFocus)
    try await checkKeyboard()
    try await sendKey(isBefore ? Keysym.a : Keysym.p)
  }

  /// Whether the element is a part of a date that only keys change, whatever interfaces it has.
  var isDatePart: Bool {
    guard object.dialect.offersTextsOfDateParts, element.role == .spinButton,
      let parent = element.parent
    else { return false }
    return host.store.tree.read(parent) { $0.role } == .dateField
  }

  /// Sets a part alone.
  func setDatePart(_ text: String) async throws(ActionRefusal) -> String {
    guard let number = Double(text), number.isFinite else {
      throw ActionRefusal(
        .invalidArgument, "\(text.quoted(limit: 60)) is no number, and \(name) takes only numbers")
    }
    guard request.allowSynthesis else {
      throw unsupported("only keys change a part of a date", advice: Self.typingAdvice)
    }
    return try await typeNumber(ValueGoal(target: number, tolerance: 0))
  }
}
