internal import AccessibilityTree

/// What must hold of an element after an action whose effect is known beforehand.
enum PostCondition {
  /// Whether the element shows the effect; `nil` where the action's effect cannot be foretold, or
  /// the element says nothing of it.
  static func holds(_ command: ActionCommand, for element: Element) -> Bool? {
    switch command {
    case .setValue(let number): return valueIs(number, element)
    case .setText(let text):
      guard let value = element.value else { return nil }
      return value == text || (element.text.map { $0.length > value.unicodeScalars.count } ?? false)
    case .insertText(let text, _):
      return element.value.map { $0.contains(text) }
    case .focus: return element.states.contains(.focused)
    case .select:
      return element.states.contains(.selectable) ? element.states.contains(.selected) : nil
    case .deselect:
      return element.states.contains(.selectable) ? !element.states.contains(.selected) : nil
    case .expand:
      return element.states.contains(.expandable) ? element.states.contains(.expanded) : nil
    case .collapse:
      return element.states.contains(.expandable) ? !element.states.contains(.expanded) : nil
    case .setSelection(let range):
      guard let text = element.text else { return nil }
      return range.isEmpty ? text.caret == range.lowerBound : text.selections.contains(range)
    default: return nil
    }
  }

  private static func valueIs(_ number: Double, _ element: Element) -> Bool? {
    guard let range = element.range else { return nil }
    // A slider goes to the nearest of its steps.
    let tolerance = max((range.step ?? 0) / 2, abs(number) * 1e-6, 1e-9)
    return abs(range.current - number) <= tolerance
  }
}
