internal import AccessibilityTree

/// Rows of settings: a name, and a box or switch that turns it on. People name one thing, so the line is that of the control. It
/// is called as the row, or has no label and stands after that of the row.
struct OutlineTickRows {
  let folding: OutlineFolding

  /// The most elements that are looked at in a row, and how far around a control its row is looked for.
  private static let maxInside = 24
  private static let maxDepth = 6

  /// Returns the only control in a row, where there is nothing else in it that a person would name.
  func control(of row: borrowing Element) -> ElementID? {
    guard row.role == .listItem || row.role == .row, row.hasLabel, !row.children.isEmpty,
      row.isInert(besides: [], ignoringCustom: true), !row.states.contains(.focused)
    else { return nil }
    var found: ElementID?
    var left = Self.maxInside
    var pending: [ElementID] = row.children.reversed()
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let element = folding.tree[id] else { return nil }
      if element.isTicked {
        guard found == nil, element.label == nil || element.label == row.label else { return nil }
        found = id
      } else if element.isPlainText {
        guard element.shownText == row.label else { return nil }
      } else {
        guard element.isBlankPart else { return nil }
        pending += element.children.reversed()
      }
    }
    return found
  }

  /// Returns the label of the row whose only control has none.
  func name(of control: borrowing Element) -> String? {
    guard control.isTicked, !control.hasLabel else { return nil }
    let id = control.id
    var next = control.parent
    for _ in 0..<Self.maxDepth {
      guard let around = next, let row = folding.tree[around] else { return nil }
      if row.hasLabel { return self.control(of: row) == id ? row.label : nil }
      next = row.parent
    }
    return nil
  }
}

extension Element {
  /// Whether the element is a box or switch.
  fileprivate var isTicked: Bool { role == .checkBox || role == .switch }

  /// Whether the element only holds others, or is decoration.
  fileprivate var isBlankPart: Bool { !hasLabel && role.isFiller && !saysMoreThanText }
}
