internal import AccessibilityTree

/// Finds entries that repeat: rows, items and cards that have the same buttons in them. What is in such an entry stands below a
/// line that tells it from the others, whatever of it fits.
struct OutlineRows {
  let folding: OutlineFolding

  /// The most elements that are looked at in an entry.
  private static let maxInside = 48
  /// The most texts that name an entry.
  private static let maxNames = 3
  static let maxNameLength = 60
  /// The most texts of cells that the line of a row has, and of one of them.
  static let maxCells = 8
  private static let maxTexts = 3

  /// What is on the level of an entry when it folds, in reading order.
  struct Content {
    enum Item {
      case text(String)
      case control(Role, String?)
    }

    var items: [Item] = []
    /// Whether any of it is a cell that can be chosen, whose line has its text.
    var hasCells = false

    /// How often each control is there.
    var counts: [Control: Int] {
      var counts: [Control: Int] = [:]
      for case .control(let role, let label) in items {
        counts[Control(role: role, label: label), default: 0] += 1
      }
      return counts
    }

    /// The controls, with how often they are there. In an entry, one with a label is there once: what has it more often has
    /// entries in it.
    var controls: [Control: Int] { counts.filter { $0.key.label == nil || $0.value == 1 } }

    /// Whether a control with a label is there several times. A card may have two links to one page, around an image and a name.
    var repeatsControl: Bool {
      counts.contains { $0.key.label != nil && $0.value > ($0.key.role == .link ? 2 : 1) }
    }
  }

  /// What is in an entry: an element, or a text between elements.
  private enum Part {
    case element(ElementID)
    case text(String)
  }

  struct Control: Hashable {
    let role: Role
    let label: String?
  }

  /// Returns the texts that tell an entry from its siblings, if it has a control in it that a sibling has as often;
  /// `nil` when it has none, or nothing tells it. There are no texts where the lines of its cells do.
  func names(of element: borrowing Element) -> [String]? {
    guard !element.children.isEmpty, let parent = element.parent else { return nil }
    let siblings = siblings(of: element, in: parent)
    guard !siblings.isEmpty else { return nil }
    let content = content(of: element)
    let controls = content.controls
    guard !controls.isEmpty, content.items.count > 1 || content.hasCells else { return nil }
    // A part of a page that has the same button several times is no entry: it has entries in it.
    if [.section, .generic, .group].contains(element.role), content.repeatsControl { return nil }
    for id in siblings {
      guard let sibling = folding.tree[id] else { continue }
      let others = self.content(of: sibling).controls
      guard isAlike(controls, others) else { continue }
      if beginsWithName(content, unlike: others) { return nil }
      let names = names(in: content, unlike: others)
      return names.isEmpty && !content.hasCells ? nil : names
    }
    return nil
  }

  /// Whether entries have a control with the same label, or the same ones without a label: one of several such says nothing.
  private func isAlike(_ controls: [Control: Int], _ others: [Control: Int]) -> Bool {
    if controls.contains(where: { $0.key.label != nil && others[$0.key] == $0.value }) {
      return true
    }
    let unlabelled = controls.filter { $0.key.label == nil }
    return !unlabelled.isEmpty && unlabelled == others.filter { $0.key.label == nil }
  }

  /// Returns the texts of the cells of a row that have no line of their own: a name that is put together from
  /// all cells does not say where one ends. What is not among them has a line below the row. A cell with nothing in it has an empty
  /// text where others follow: what is behind it would be in another column.
  func cellTexts(of row: borrowing Element) -> [String] {
    guard row.children.count > 1 else { return [] }
    var texts: [String] = []
    for id in row.children where texts.count < Self.maxCells {
      guard let cell = folding.tree[id] else { continue }
      if cell.isEmptyCell {
        texts.append("")
        continue
      }
      if cell.isTextCell, let text = cell.label, text.scalarCount <= Self.maxNameLength {
        texts.append(text)
        continue
      }
      if folding.ownDecision(on: cell).isLine { continue }
      let items = content(of: cell).items
      let own = items.compactMap { item -> String? in
        guard case .text(let text) = item, text.scalarCount <= Self.maxNameLength else {
          return nil
        }
        return text
      }
      if own.count == items.count, own.count <= Self.maxTexts { texts += own }
    }
    texts = Array(texts.prefix(Self.maxCells))
    while texts.last?.isEmpty == true { texts.removeLast() }
    return texts
  }

  /// Returns the texts of a row that lacks one of them and folds otherwise: on lines of their own they would be in any column.
  func texts(ofGapped row: borrowing Element) -> [String]? {
    guard row.role == .row, !row.hasLabel, (2...Self.maxCells).contains(row.children.count) else {
      return nil
    }
    var hasGap = false
    for id in row.children {
      guard let cell = folding.tree[id] else { return nil }
      if cell.isEmptyCell { hasGap = true } else if !isText(cell) { return nil }
    }
    guard hasGap else { return nil }
    let texts = cellTexts(of: row)
    return texts.filter { !$0.isEmpty }.count > 1 ? texts : nil
  }

  /// Whether a cell has one short text, and nothing else.
  private func isText(_ cell: borrowing Element) -> Bool {
    if cell.isTextCell { return (cell.label?.scalarCount ?? 0) <= Self.maxNameLength }
    guard cell.role == .cell, !folding.ownDecision(on: cell).isLine else { return false }
    let items = content(of: cell).items
    guard items.count == 1, case .text(let text) = items[0] else { return false }
    return text.scalarCount <= Self.maxNameLength
  }

  /// Returns the texts of the cells of a row without a name that people choose, or reach by the keyboard as in GTK 4; `nil` where
  /// its cells have lines of their own. Also those of an item that is all texts, as in the lists of GTK 3 and the grids of GTK 4.
  func texts(ofReached row: borrowing Element) -> [String]? {
    guard !row.hasLabel, row.canBeChosen || row.states.contains(.focusable) else { return nil }
    if row.role == .listItem || row.role == .cell { return texts(ofItem: row) }
    guard row.role == .row else { return nil }
    let texts = cellTexts(of: row)
    return texts.isEmpty ? nil : texts
  }

  /// Returns the short ones of several texts that are all there is in an item, as people read them; the others have lines in it.
  private func texts(ofItem item: borrowing Element) -> [String]? {
    var left = OutlineFolding.maxLookahead
    guard item.value?.isBlank ?? true,
      let all = folding.texts(in: item, atMost: Self.maxCells, &left), all.count > 1
    else { return nil }
    let texts = content(of: item).items.compactMap { item -> String? in
      guard case .text(let text) = item, text.scalarCount <= Self.maxNameLength else { return nil }
      return text
    }
    return Array(texts.prefix(Self.maxNames))
  }

  /// Whether a control that the sibling lacks stands before all else in an entry, as the link of a row does: it tells the entry from
  /// the others, and is left out no sooner than what follows it.
  private func beginsWithName(_ content: Content, unlike others: [Control: Int]) -> Bool {
    guard case .control(let role, let label?)? = content.items.first, !label.isBlank else {
      return false
    }
    return others[Control(role: role, label: label)] == nil
  }

  /// Returns the first and last of the elements around an element that may be entries beside it.
  private func siblings(of element: borrowing Element, in parent: ElementID) -> [ElementID] {
    let (id, role) = (element.id, element.role)
    // Pages of which one is shown stand in one place, and not beside each other.
    let isVisible = element.states.contains(.visible)
    return folding.tree.read(parent) { parent in
      parent.children.ends(3, 2).filter { other in
        other != id
          && folding.tree.read(other) {
            $0.role == role && !$0.children.isEmpty && $0.states.contains(.visible) == isVisible
          } == true
      }
    } ?? []
  }

  /// - Parameter others: The controls of a sibling.
  private func names(in content: Content, unlike others: [Control: Int]) -> [String] {
    var texts: [String] = []
    for case .text(let text) in content.items where !texts.contains(text) { texts.append(text) }
    let short = texts.filter { $0.scalarCount <= Self.maxNameLength }
    if !short.isEmpty { return Array(short.prefix(Self.maxNames)) }
    if let long = texts.first {
      let start = String.UnicodeScalarView(long.unicodeScalars.prefix(Self.maxNameLength))
      return [String(start) + "…"]
    }
    for case .control(let role, let label?) in content.items
    where !label.isBlank && others[Control(role: role, label: label)] == nil {
      return [label]
    }
    return []
  }

  /// Returns the first texts in an entry, whether they tell it from others or not; where there are none, the first labels of
  /// its controls.
  func firstTexts(in entry: borrowing Element) -> [String] {
    var (texts, labels): ([String], [String]) = ([], [])
    for item in content(of: entry).items {
      switch item {
      case .text(let text) where !text.isBlank && !texts.contains(text): texts.append(text)
      case .control(_, let label?) where !label.isBlank: labels.append(label)
      case .text, .control: continue
      }
    }
    return (texts.isEmpty ? labels : texts).prefix(Self.maxNames)
      .map { $0.cut(to: Self.maxNameLength) }
  }

  func content(of element: borrowing Element) -> Content {
    var content = Content()
    var left = Self.maxInside
    // What is scrolled out is visible all the same.
    let saysWhatIsVisible = element.states.contains(.visible)
    // GTK 3 says of a part of a page that was never shown that it is visible, and not where.
    let saysWhatShows = element.states.contains(.showing)
    let (order, labels) = (ReadingOrder(tree: folding.tree), OutlineLabels(tree: folding.tree))
    var pending: [Part] = order.children(of: element).prefix(left).reversed().map { .element($0) }
    while let part = pending.popLast(), left > 0 {
      left -= 1
      guard case .element(let id) = part else {
        if case .text(let text) = part { content.items.append(.text(text)) }
        continue
      }
      guard let child = folding.tree[id] else { continue }
      if saysWhatIsVisible, !child.states.contains(.visible) { continue }
      if saysWhatShows, !child.states.contains(.showing), child.frame?.rect.isEmpty ?? true {
        continue
      }
      switch folding.ownDecision(on: child) {
      case .dropped: continue
      case .folded(let hasText):
        var parts = order.children(of: child).prefix(left).map { Part.element($0) }
        if hasText, let text = child.foldedText {
          let leading = OutlineProse(tree: folding.tree).leading(child)
          parts.insert(.text(text), at: min(leading, parts.count))
        }
        pending += parts.reversed()
      case .control(let id): pending.append(.element(id))
      case .prose(let whole):
        var parts = whole.lines.prefix(left).map { Part.element($0) }
        parts.insert(.text(whole.text), at: min(whole.leading, parts.count))
        pending += parts.reversed()
      case .line, .row:
        if child.role.isControl {
          let label = labels.label(of: child) ?? child.label ?? child.namingHint
          content.items.append(.control(child.role, label))
        } else if child.role == .cell, child.canBeChosen {
          content.hasCells = true
        } else if child.isPlainText || child.isReading, let text = child.shownText, !text.isBlank {
          content.items.append(.text(text))
        }
      }
    }
    return content
  }
}

extension Element {
  /// Whether the element is a cell with nothing in it.
  fileprivate var isEmptyCell: Bool {
    role == .cell && children.isEmpty && !hasLabel && value?.isBlank ?? true && range == nil
      && states.isDisjoint(with: [.editable, .checkable, .focused, .selected])
      && !actions.contains { $0.kind == .setText }
  }
}
