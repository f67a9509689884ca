internal import AccessibilityTree

/// The spoken value of an element, and its place in the utterance.
struct SpokenValue {
  enum Place {
    case beforeLabel
    case afterLabel
    case afterRole
  }

  /// What is said in the place of a secret text.
  static let redacted = "redacted"

  let text: String?
  let place: Place

  /// - Parameter label: The name of the element; a value that only repeats it is omitted.
  init(_ element: Element, _ idiom: SpeechIdiom, label: String? = nil) {
    if Self.isSwitched(element), let state = Self.onOrOff(element, idiom) {
      text = state
      place = .afterRole
      return
    }
    place = element.role == .popUpButton || element.role == .comboBox ? .beforeLabel : .afterLabel
    let value = Self.words(element, idiom)
    text = Self.repeats(value, label, element) ? nil : value
  }

  /// Whether the value repeats the name. The value of a list item that is named by its content may be the
  /// same text with a bullet before it.
  private static func repeats(_ value: String?, _ label: String?, _ element: Element) -> Bool {
    guard let value, let label else { return false }
    if value == label { return true }
    return element.role == .listItem && element.label == nil && value.hasSuffix(label)
  }

  /// Whether the element is switched on or off, and is not one of several choices.
  private static func isSwitched(_ element: Element) -> Bool {
    switch element.role {
    case .radio, .menuItemRadio: false
    case .checkBox, .switch, .toggleButton, .menuItemCheckBox: true
    default: element.traits.contains(.toggle) || element.states.contains(.checkable)
    }
  }

  /// Returns the state, such as "off"; the value itself when it has words; `nil` when neither value nor states tell.
  private static func onOrOff(_ element: Element, _ idiom: SpeechIdiom) -> String? {
    if let value = element.value, !value.isBlank {
      switch value {
      case "1": break
      case "0": return word(element, idiom, isOn: false)
      case "mixed": return "mixed"
      default: return value
      }
      return word(element, idiom, isOn: true)
    }
    if element.states.contains(.mixed) { return "mixed" }
    if element.isChecked { return word(element, idiom, isOn: true) }
    return element.states.contains(.checkable) ? word(element, idiom, isOn: false) : nil
  }

  private static func word(_ element: Element, _ idiom: SpeechIdiom, isOn: Bool) -> String {
    // A touch screen has only switches.
    if idiom == .touch, element.traits.contains(.toggle) { return isOn ? "on" : "off" }
    return switch element.role {
    case .checkBox, .menuItemCheckBox: isOn ? "checked" : "not checked"
    case .toggleButton: isOn ? "pressed" : "not pressed"
    default: isOn ? "on" : "off"
    }
  }

  private static func words(_ element: Element, _ idiom: SpeechIdiom) -> String? {
    if element.isRedacted, element.value == Element.redactedText {
      return element.role == .passwordField ? "bullets" : redacted
    }
    if element.role == .passwordField, let value = element.value, !value.isEmpty {
      return value.count == 1 ? "1 character" : "\(value.count) characters"
    }
    if let value = element.value, !value.isBlank { return value }
    // A generic element repeats the number of the control around it.
    if let range = element.range {
      return element.role == .generic ? nil : number(range, element.role, idiom)
    }
    return element.placeholder.flatMap { $0.isBlank ? nil : $0 }
  }

  /// Returns a percentage for indicators with a range, and for sliders of a touch screen; the plain number otherwise.
  private static func number(_ range: NumericRange, _ role: Role, _ idiom: SpeechIdiom) -> String {
    let percentage =
      switch role {
      case .progressBar, .scrollBar, .meter, .levelBar: percentage(of: range)
      case .slider, .dial: idiom == .touch ? percentage(of: range) : nil
      default: nil as String?
      }
    return percentage ?? range.current.shortDescription
  }

  /// Returns how far the number is between its bounds: "39 percent"; `nil` when it has no bounds.
  private static func percentage(of range: NumericRange) -> String? {
    guard let low = range.minimum, let high = range.maximum, high > low else { return nil }
    let part = (range.current - low) / (high - low) * 100
    return part.isFinite ? part.rounded().shortDescription + " percent" : nil
  }
}
