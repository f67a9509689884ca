internal import AccessibilityTree

/// Entries that people choose by what is drawn in them, as the colour schemes of a text editor: the text in one shows how others
/// would look, and only a hint names it.
struct OutlineSamples {
  let tree: Tree

  /// The most elements in an entry, and the most levels.
  private static let maxParts = 8
  private static let maxLevels = 3

  /// Returns the hint that names an entry; `nil` where it has a name, or something that people read or use.
  func name(of entry: borrowing Element) -> String? {
    guard entry.role.isItem, entry.canBeChosen, !entry.hasLabel, !entry.children.isEmpty else {
      return nil
    }
    var hint = entry.hint
    var left = Self.maxParts
    var pending: [ElementID] = entry.children.reversed()
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let part = tree[id], isDrawn(part) else { return nil }
      if hint?.isBlank ?? true { hint = part.hint }
      pending += part.children.reversed()
    }
    return hint.flatMap { $0.isBlank ? nil : $0 }
  }

  /// Whether the element is the text in such an entry.
  func isSample(_ text: borrowing Element) -> Bool {
    guard isSampleText(text) else { return false }
    var next = text.parent
    for _ in 0..<Self.maxLevels {
      guard let id = next, let around = tree[id] else { return false }
      if around.role.isItem { return name(of: around) != nil }
      next = around.parent
    }
    return false
  }

  private func isDrawn(_ part: borrowing Element) -> Bool {
    isSampleText(part)
      || part.role.meansNothingEmpty && !part.hasLabel && part.value?.isBlank ?? true
        && !part.says && !part.states.contains(.focusable)
  }

  /// Whether the element is a text that people see, and cannot reach.
  private func isSampleText(_ element: borrowing Element) -> Bool {
    element.role.isTextEntry && element.states.contains(.readOnly)
      && element.states.isDisjoint(with: [.focusable, .focused])
      && !element.actions.contains { $0.kind == .press || $0.kind == .setText }
  }
}
