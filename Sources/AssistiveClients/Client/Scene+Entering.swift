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

  /// What comes of a request to change a value by an amount.
  enum Change {
    case command(ActionCommand)
    /// Why it cannot be changed, and what can be done instead.
    case refusal(String)
  }

  /// Returns how the value of an element is changed by an amount.
  func change(of element: Element, by amount: String, up isUp: Bool) -> Change {
    let name = name(of: element)
    guard let range = element.range, range.current.isFinite, element.offers(.setValue) else {
      let isStepwise = element.offers(.increment) || element.offers(.decrement)
      return .refusal(
        isStepwise ? "\(name) only changes by its own steps." : "\(name) cannot be adjusted.")
    }
    guard let number = element.amount(in: amount), number >= 0 else {
      return .refusal("Say by how much: a number.")
    }
    let value = (range.current + (isUp ? number : -number)).withoutError
    if let low = range.minimum, let high = range.maximum, value < low || value > high {
      return .refusal("\(name) goes from \(Self.text(low)) to \(Self.text(high)).")
    }
    return value.isFinite ? .command(.setValue(value)) : .refusal("That is too much.")
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

  /// Whether what people enter must not be repeated.
  var isSecret: Bool { isRedacted || role == .passwordField }

  /// Returns the value that people say: "7", "fifty", "nine point five", or "45 percent" of the range.
  fileprivate func number(in text: String) -> Double? {
    guard let spoken = SpokenNumber.amount(text) else { return nil }
    guard spoken.isPercentage else { return spoken.number }
    return range?.minimum.flatMap { low in part(of: spoken.number).map { low + $0 } }
  }

  /// Returns by how much people want to change the value.
  fileprivate func amount(in text: String) -> Double? {
    guard let spoken = SpokenNumber.amount(text) else { return nil }
    return spoken.isPercentage ? part(of: spoken.number) : spoken.number
  }

  /// A percentage of the range; `nil` without bounds.
  private func part(of percentage: Double) -> Double? {
    guard let low = range?.minimum, let high = range?.maximum, high > low else { return nil }
    return ((high - low) * percentage / 100).withoutError
  }
}

extension Double {
  /// The number without the error of binary fractions: 0.3 for 0.1 + 0.2.
  fileprivate var withoutError: Double {
    let scaled = (self * 1e9).rounded() / 1e9
    return scaled.isFinite ? scaled : self
  }
}
