internal import AccessibilityTree

/// Maps the interfaces Value and Text to properties of an element.
enum ValueMapping {
  /// The object replacement character, which stands for a child in a text.
  static let embedded: Unicode.Scalar = "\u{FFFC}"
  private static let padding: Unicode.Scalar = "\u{FEFF}"

  /// Returns the numbers of the interface Value. Meaningless ones (NaN, an empty range or one that holds
  /// every number, a step of 0) are left out.
  static func range(
    current: Double, minimum: Double?, maximum: Double?, step: Double?
  ) -> NumericRange? {
    guard current.isFinite else { return nil }
    var range = NumericRange(current: current)
    if let minimum, let maximum, minimum < maximum, (maximum - minimum).isFinite {
      range.minimum = minimum
      range.maximum = maximum
    }
    if let step, step.isFinite, step > 0 { range.step = step }
    return range
  }

  /// Whether a number may have no meaning: that of a spin button with a text and without limits. Qt offers one for each, and
  /// for a date or time it is 0, or what it was set to, which changes nothing else.
  static func mayBeMeaningless(
    _ range: NumericRange, of role: Role, _ interfaces: AtspiInterfaces
  ) -> Bool {
    role == .spinButton && interfaces.contains(.editableText) && range.minimum == nil
      && range.step == nil
  }

  /// Whether a number is that of a cell without one. LibreOffice says 0, without limits, of each cell
  /// of a table in a text.
  static func isOfEmptyCell(_ range: NumericRange, of role: Role) -> Bool {
    role == .cell && range.current == 0 && range.minimum == nil
  }

  /// Whether a number is what a text says. An empty one says nothing else.
  static func isShown(_ range: NumericRange, by text: String) -> Bool {
    text.isEmpty || Double(text) == range.current
  }

  /// Whether a part of a date that has no text of its own shows a number: Chromium says 0 of one that is
  /// empty, and the words "0", where another one has "00".
  static func isFilled(_ range: NumericRange, _ attributes: AtspiAttributes) -> Bool {
    if let minimum = range.minimum, range.current < minimum { return false }
    return range.current != 0 || attributes["valuetext"] != "0" || attributes["placeholder"] == nil
  }

  /// Whether the text of an element is worth reading: people type it, or the element has no label.
  static func wantsText(_ facts: AtspiFacts) -> Bool {
    let interfaces = facts.interfaces
    guard interfaces.contains(.text) else { return LinkText.isWanted(facts) }
    let role = ElementMapping.role(facts)
    if role.holdsTypedText || interfaces.contains(.editableText) { return true }
    // Chromium has no interface to edit text.
    if role == .comboBox, facts.states.contains(.editable) { return true }
    if isNumberedCell(role: role, interfaces: interfaces) { return true }
    return NameMapping.label(facts, role: role) == nil
  }

  /// Whether a text says no more than the name of its element, and so is no value of it.
  static func isName(_ text: String, of facts: AtspiFacts) -> Bool {
    let role = ElementMapping.role(facts)
    guard !role.holdsTypedText, role != .comboBox, !facts.states.contains(.editable) else {
      return false
    }
    return NameMapping.trimmed(withoutEmbedded(withoutPadding(text)))
      == NameMapping.label(facts, role: role)
  }

  /// Whether the number of an element is worth reading.
  static func wantsValue(_ facts: AtspiFacts) -> Bool {
    facts.interfaces.contains(.value)
      && !isNumberedCell(role: ElementMapping.role(facts), interfaces: facts.interfaces)
  }

  /// Whether the element is a cell of a spreadsheet: its name is its address, its text is what it shows, and
  /// its number can be set, but is also 0 when there is none.
  static func isNumberedCell(role: Role, interfaces: AtspiInterfaces) -> Bool {
    role == .cell && interfaces.isSuperset(of: [.value, .text])
  }

  /// Stores a text in the property where it belongs.
  ///
  /// Text that people type, and that of a combo box, is the value. Other text becomes the label of a static
  /// text without one, is dropped when it equals the label, and is the value otherwise. Such text is trimmed
  /// as labels are.
  static func apply(text: String, to element: inout Element) {
    // The signs between the parts of a date.
    if element.role == .dateField, text.unicodeScalars.contains(embedded) {
      element.value = nil
      return
    }
    if element.role.holdsTypedText || element.states.contains(.editable)
      || element.role == .comboBox
    {
      // In a text that people edit, places count; in a combo box the objects are its parts.
      let isPartly = element.role == .comboBox && text.unicodeScalars.contains(embedded)
      let shown = isPartly ? NameMapping.trimmed(withoutEmbedded(text)) : text
      element.value = isPartly && shown.isEmpty ? nil : shown
      return
    }
    let text = withoutPadding(text)
    let readable = NameMapping.trimmed(withoutEmbedded(text))
    if readable.isEmpty || readable == element.label {
      element.value = nil
    } else if element.label == nil, element.traits.contains(.staticText) {
      element.label = readable
    } else {
      element.value = readable
      element.objectPlaces = objectPlaces(in: text)
    }
  }

  /// Returns where the text has objects in it, when they are left out and it is trimmed (`Element.objectPlaces`).
  private static func objectPlaces(in text: String) -> [Int] {
    var places: [Int] = []
    /// The scalars that stand before, from the first word on.
    var place = 0
    var lastWord = 0
    /// The blanks since the last word, one for each run of them, and how many stand before each object since then.
    var gaps = 0
    var gapsBefore: [Int] = []
    var isBehindBlank = false
    for scalar in text.unicodeScalars {
      let isBlank = NameMapping.isBlank(scalar)
      if scalar == embedded {
        places.append(place)
        gapsBefore.append(gaps)
      } else if !isBlank {
        place += 1
        (lastWord, gaps, gapsBefore) = (place, 0, [])
      } else if place > 0 {
        place += 1
      } else if !isBehindBlank {
        places = places.map { $0 - 1 }
      }
      if isBlank, !isBehindBlank { gaps += 1 }
      isBehindBlank = isBlank
    }
    return places.dropLast(gapsBefore.count) + gapsBefore.map { lastWord + $0 }
  }

  /// Returns the value in words: the property `Text` of the interface Value, or the attribute `valuetext`.
  /// `nil` when it only repeats the number.
  static func words(_ text: String?, attributes: AtspiAttributes, range: NumericRange?) -> String? {
    for candidate in [text, attributes["valuetext"]] {
      guard let candidate, !candidate.isEmpty else { continue }
      if let range, Double(candidate) == range.current { return nil }
      return candidate
    }
    return nil
  }

  /// Returns a text without the mark that Gecko puts behind each character of two UTF-16 units, such as an emoji, so that both
  /// count. A text that people edit keeps it, because their places count.
  private static func withoutPadding(_ text: String) -> String {
    guard text.unicodeScalars.contains(padding) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == padding, let last = shown.last, last.value > 0xFFFF { continue }
      shown.append(scalar)
    }
    return String(shown)
  }

  private static func withoutEmbedded(_ text: String) -> String {
    guard text.unicodeScalars.contains(embedded) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != embedded }))
  }
}
