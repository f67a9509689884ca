internal import AccessibilityTree

/// Rows of settings: a name, and a box, switch, slider or field for a number. People name one thing, so the line is that of the
/// control. It is called as the row, or has no label and stands after that of the row.
struct OutlineTickRows {
  let folding: OutlineFolding

  /// The most elements that are looked at in a row, and how far around a control its row is looked for.
  private static let maxInside = 24
  private static let maxDepth = 6

  /// Returns the only control in a row, where there is nothing else in it that a person would name.
  func control(of row: borrowing Element) -> ElementID? { parts(of: row)?.control }

  /// Returns that control, and what the row is called: by its label, or by the only text in it, as in GTK 4.
  private func parts(of row: borrowing Element) -> (control: ElementID, name: String)? {
    guard row.role == .listItem || row.role == .row, !row.children.isEmpty,
      row.isInert(besides: [], ignoringCustom: true), !row.states.contains(.focused)
    else { return nil }
    var name = row.hasLabel ? row.label : nil
    var found: (id: ElementID, label: String?)?
    var left = Self.maxInside
    var pending: [ElementID] = row.children.reversed()
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let element = folding.tree[id] else { return nil }
      if element.isSetting {
        guard found == nil else { return nil }
        found = (id, element.label)
      } else if element.isPlainText {
        guard name == nil || element.shownText == name else { return nil }
        name = element.shownText
      } else {
        guard element.isBlankPart else { return nil }
        pending += element.children.reversed()
      }
    }
    guard let found, let name, found.label == nil || found.label == name else { return nil }
    // The words of a page may stand behind the box.
    if !row.hasLabel, ReadingOrder(tree: folding.tree).isInDocument(row.id) { return nil }
    return (found.id, name)
  }

  /// Returns what the row is called whose only control has no label.
  func name(of control: borrowing Element) -> String? {
    guard control.isSetting, !control.hasLabel else { return nil }
    let id = control.id
    var next = control.parent
    for _ in 0..<Self.maxDepth {
      guard let around = next, let row = folding.tree[around] else { return nil }
      if row.hasLabel || row.role == .listItem || row.role == .row {
        return parts(of: row).flatMap { $0.control == id ? $0.name : nil }
      }
      next = row.parent
    }
    return nil
  }
}

extension Element {
  /// Whether the element sets what a row is about. A button that stays pressed may do something with the row, as one that plays it.
  fileprivate var isSetting: Bool {
    switch role {
    case .checkBox, .switch, .slider, .spinButton: true
    case .toggleButton: actions.contains { $0.kind == .press && $0.nativeName == Self.switching }
    default: false
    }
  }

  /// What a switch of GTK 3 calls its action, which has the role of a button that stays pressed. That of a button is `click`.
  private static let switching = "toggle"

  /// Whether the element only holds others, or is decoration.
  fileprivate var isBlankPart: Bool { !hasLabel && role.isFiller && !saysMoreThanText }
}
