internal import AccessibilityTree

extension Scene {
  /// Returns why a text cannot be typed into an element, and where it can; `nil` when it can.
  func refusal(typing text: String, into element: Element) -> String? {
    guard element.isEditable else {
      return "Text cannot be typed into \(name(of: element)). \(fields)"
    }
    return text.isEmpty ? "Say what to type: type TEXT" : nil
  }

  /// Returns why an element cannot be set to a value, and what can be done instead; `nil` when it can.
  func refusal(setting value: String, of element: Element) -> String? {
    let name = name(of: element)
    if element.isEditable { return nil }
    guard element.offers(.setValue) else {
      return element.offers(.increment) || element.offers(.decrement)
        ? "\(name) cannot be set to a value, only changed by increment and decrement."
        : "\(name) has no value that can be set."
    }
    guard element.number(in: value) == nil else { return nil }
    guard let low = element.range?.minimum, let high = element.range?.maximum else {
      return "\(name) takes a number."
    }
    return "\(name) takes a number from \(Self.text(low)) to \(Self.text(high))."
  }

  /// Where text can be typed.
  private var fields: String {
    let names = stops.compactMap { self[$0] }.filter(\.isEditable).prefix(Self.maxTexts)
      .map { name(of: $0) }
    return names.isEmpty
      ? "There is no text field here."
      : "Go to a text field first: \(names.joined(separator: ", "))."
  }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

extension Element {
  /// Returns the command that sets the value to what people say: a number where the element has a range, its text
  /// otherwise.
  func settingValue(to text: String) -> ActionCommand {
    if range != nil, let number = number(in: text) { return .setValue(number) }
    return .setText(text)
  }

  fileprivate func number(in text: String) -> Double? {
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count == 1 ? Double(words[0]).flatMap { $0.isFinite ? $0 : nil } : nil
  }
}
