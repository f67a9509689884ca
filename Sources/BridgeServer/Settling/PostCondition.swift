internal import AccessibilityQueries
internal import AccessibilityTree

/// What must hold of an element after an action whose effect is known beforehand. Prepared once, so
/// that looking again is linear in the element's value at the most.
struct PostCondition {
  private let command: ActionCommand
  /// What is looked for after a text was inserted.
  private let inserted: TextComparison?
  /// The value before the action.
  private let former: String?
  /// How many characters there were before the action.
  private let formerLength: Int?

  /// - Parameter element: as it was before the action; `nil` when it was not there.
  init(_ command: ActionCommand, on element: Element? = nil) {
    self.command = command
    former = element?.value
    formerLength = element.flatMap { Self.length(of: $0) }
    guard case .insertText(let text, _) = command else {
      inserted = nil
      return
    }
    inserted = .contains(text.prefix(bytes: TextComparison.maxLength))
  }

  /// Whether the element shows the effect; `nil` where the action's effect cannot be foretold, or
  /// the element says nothing of it. Of an inserted text the first 4,096 bytes stand for all of it.
  func holds(for element: borrowing Element, budget: inout WorkBudget) -> Bool? {
    switch command {
    case .setValue(let number): return Self.valueIs(number, element)
    case .setText(let text):
      if element.role == .passwordField { return hasLength(text.scalarCount, element) }
      if element.role == .cell, showsResult(of: text, element) { return true }
      return hasText(text, element, &budget)
    case .insertText(let text, _):
      if element.role == .passwordField {
        guard let formerLength else { return nil }
        return hasLength(formerLength + text.scalarCount, element)
      }
      guard let value = element.value else { return nil }
      return inserted?.holds(for: value, budget: &budget)
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

  /// A cell shows what comes of the text: the result of a formula, or a number as it is formatted.
  private func showsResult(of text: String, _ element: borrowing Element) -> Bool {
    if let value = element.value, !value.isEmpty, !text.isEmpty, value != former { return true }
    guard text.hasPrefix("=") else { return false }
    let formula = element.attributes.first { $0.name.lowercased() == "formula" }?.value
    return formula.map { $0 == text || $0 == text.dropFirst() } ?? false
  }

  private func hasText(
    _ text: String, _ element: borrowing Element, _ budget: inout WorkBudget
  ) -> Bool? {
    guard let value = element.value else { return nil }
    budget.charge(1 + value.utf8.count / 8)
    if value.hasSameBytes(as: text) { return true }
    // Of a long text only the beginning is mirrored.
    return element.text.map { $0.length > value.scalarCount } ?? false
  }

  /// What a masked text is nobody tells, only how long: `nil` where it was as long before, and any change speaks for
  /// the action.
  private func hasLength(_ count: Int, _ element: borrowing Element) -> Bool? {
    guard let length = Self.length(of: element) else { return nil }
    return length == count && length == formerLength ? nil : length == count
  }

  private static func length(of element: borrowing Element) -> Int? {
    element.text?.length ?? element.value?.scalarCount
  }

  private static func valueIs(_ number: Double, _ element: borrowing Element) -> Bool? {
    guard let range = element.range else { return nil }
    // A slider goes to the nearest of its steps.
    let tolerance = max((range.step ?? 0) / 2, abs(number) * 1e-6, 1e-9)
    return abs(range.current - number) <= tolerance
  }
}

extension String {
  /// As many whole code points from the beginning as fit into so many bytes.
  func prefix(bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, bytes))
    while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return String(self[startIndex..<end])
  }
}
