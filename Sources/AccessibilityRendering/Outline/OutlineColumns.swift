internal import AccessibilityTree

/// Texts that are parts of one element and lie apart, as the columns of a row that a page lays out itself. Chromium puts them
/// together without a blank: `BobInvoice 203110:01`.
struct OutlineColumns {
  let tree: Tree

  /// The most parts of one element.
  private static let maxParts = 40
  /// The least distance between words that a text has without a blank between them, in pixels.
  private static let minGap = 3.0

  private struct Part {
    let rect: Rect
    let label: String?
  }

  /// Whether the parts of an element are in columns or in blocks of their own, so that they are not one text.
  func areIn(_ element: borrowing Element) -> Bool {
    guard let value = element.value, !value.isBlank, let frame = element.frame,
      (2...Self.maxParts).contains(element.children.count)
    else { return false }
    var last: Part?
    for id in element.children {
      guard let part = part(id, frame.space) else {
        last = nil
        continue
      }
      if let last, last.label != nil || part.label != nil,
        Self.areApart(last, part, of: value, in: frame.rect)
      {
        return true
      }
      last = part
    }
    return false
  }

  /// Returns a text, or what can be used between texts; `nil` where that is something else, or nobody knows where it is.
  private func part(_ id: ElementID, _ space: CoordinateSpace) -> Part? {
    tree.read(id) { element -> Part? in
      guard element.role == .text || element.role == .link || element.role.isControl,
        let frame = element.frame, frame.space == space, !frame.rect.isEmpty
      else { return nil }
      let label = element.role == .text ? element.label : nil
      return Part(rect: frame.rect, label: label?.isBlank == true ? nil : label)
    } ?? nil
  }

  /// - Parameter value: The whole text, in which words that belong together have a blank between them, or none and no gap.
  private static func areApart(
    _ first: Part, _ second: Part, of value: String, in around: Rect
  ) -> Bool {
    let (one, other) = (first.rect, second.rect)
    var isGlued = false
    if let before = first.label, let after = second.label {
      isGlued = value.contains(before + after)
    }
    if one.isInRow(with: other) {
      let gap = max(other.x - one.x - one.width, one.x - other.x - other.width)
      // A blank is not as wide as two lines are high, even where lines end at both margins.
      return gap >= 2 * max(one.height, other.height) || isGlued && gap >= minGap
    }
    // A text goes on in the next line where its own is full.
    guard isGlued, other.y >= one.y + one.height - 1 else { return false }
    let left = min(one.x - around.x, around.x + around.width - one.x - one.width)
    let right = max(one.x - around.x, around.x + around.width - one.x - one.width)
    return left >= 0 && right >= 2 * one.height
  }
}

extension OutlineRows {
  /// Returns the texts of an element that a page lays out as a row: one that can be pressed around several things, or one that is
  /// all texts, in columns. Also those of a button with several texts, as the one for a font in GTK 4. `nil` where they are one
  /// text, or it is larger than a row.
  func texts(ofLaidOut element: borrowing Element, _ decision: OutlineFolding.Decision) -> [String]?
  {
    guard element.role.isFiller || element.role == .listItem || element.role == .button,
      !element.hasLabel,
      !element.children.isEmpty
    else { return nil }
    let areColumns = OutlineColumns(tree: folding.tree).areIn(element)
    switch decision {
    case .line(let inlined):
      guard element.actions.contains(where: { $0.kind == .press }), element.range == nil,
        !element.states.contains(.editable), inlined == nil || areColumns,
        areColumns || OutlineProse(tree: folding.tree).whole(element) == nil
      else { return nil }
    case .folded(text: false) where areColumns: break
    default: return nil
    }
    let content = content(of: element)
    var texts: [String] = []
    for case .text(let text) in content.items where !text.isBlank { texts.append(text) }
    let controls = content.items.count - texts.count
    guard !texts.isEmpty, texts.count <= Self.maxCells, controls <= Self.maxCells,
      content.items.count > 1, !content.hasCells, !content.repeatsControl,
      texts.allSatisfy({ $0.scalarCount <= Self.maxNameLength }),
      decision != .folded(text: false) && element.role != .button || controls == 0
    else { return nil }
    return texts
  }
}
