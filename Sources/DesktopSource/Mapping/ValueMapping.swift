internal import AccessibilityTree

/// What the interfaces Value and Text come to in an element.
enum ValueMapping {
  /// The object replacement character: where a child stands in a text.
  static let embedded: Unicode.Scalar = "\u{FFFC}"

  /// The numbers of the interface Value. Numbers that mean nothing (NaN, an empty range, a step of
  /// 0) are left out.
  static func range(
    current: Double, minimum: Double?, maximum: Double?, step: Double?
  ) -> NumericRange? {
    guard current.isFinite else { return nil }
    var range = NumericRange(current: current)
    if let minimum, let maximum, minimum.isFinite, maximum.isFinite, minimum < maximum {
      range.minimum = minimum
      range.maximum = maximum
    }
    if let step, step.isFinite, step > 0 { range.step = step }
    return range
  }

  /// Whether the text of an element is worth asking for: what people type, or what has no name that
  /// says it.
  static func wantsText(role: Role, label: String?, interfaces: AtspiInterfaces) -> Bool {
    guard interfaces.contains(.text) else { return false }
    if role.holdsTypedText || interfaces.contains(.editableText) { return true }
    if isNumberedCell(role: role, interfaces: interfaces) { return true }
    return label == nil
  }

  /// Whether the number of an element is worth asking for.
  static func wantsValue(_ facts: AtspiFacts) -> Bool {
    facts.interfaces.contains(.value)
      && !isNumberedCell(role: ElementMapping.role(facts), interfaces: facts.interfaces)
  }

  /// A cell of a spreadsheet: its name is its address, its text what it shows, and its number can be
  /// set, but is 0 also where there is none.
  static func isNumberedCell(role: Role, interfaces: AtspiInterfaces) -> Bool {
    role == .cell && interfaces.isSuperset(of: [.value, .text])
  }

  /// Puts a text where it belongs: what people type is the value; what is read becomes the label of
  /// an element that has none, and is nothing new where the label says it. As a label has none, what is read
  /// has no blanks at its ends.
  static func apply(text: String, to element: inout Element) {
    if element.role.holdsTypedText || element.states.contains(.editable)
      || element.role == .comboBox
    {
      element.value = text
      return
    }
    let readable = NameMapping.trimmed(withoutEmbedded(text))
    if readable.isEmpty || readable == element.label {
      element.value = nil
    } else if element.label == nil, element.traits.contains(.staticText) {
      element.label = readable
    } else {
      element.value = readable
    }
  }

  /// A value in words: the property `Text` of the interface Value, or the attribute `valuetext`.
  /// `nil` when it says no more than the number.
  static func words(_ text: String?, attributes: [String: String], range: NumericRange?) -> String?
  {
    for candidate in [text, attributes["valuetext"]] {
      guard let candidate, !candidate.isEmpty else { continue }
      if let range, Double(candidate) == range.current { return nil }
      return candidate
    }
    return nil
  }

  private static func withoutEmbedded(_ text: String) -> String {
    guard text.unicodeScalars.contains(embedded) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0 != embedded }))
  }
}
