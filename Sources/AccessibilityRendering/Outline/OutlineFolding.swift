internal import AccessibilityTree

/// Decides which elements have a line in an outline for agents: those that a person would name. The decision
/// depends on the element and what is in it, never on the budget or on what is on screen.
struct OutlineFolding {
  enum Decision: Equatable {
    /// A line of its own. `inlined` is the text of its only content, which has no line.
    case line(inlined: String?)
    /// A line of its own for one of several entries that have the same controls in them, with the texts that tell it from the
    /// others, or for a row that is named by its cells, with their texts.
    case row(names: [String])
    /// No line; its children stand in its place. With `text`, after a line with its own text.
    case folded(text: Bool)
    /// No line; in its place stands its text with all words, and after that what is in it and has lines.
    case prose(OutlineProse.Whole)
    /// No line; in its place stands what it is for: the box or switch in a row, the paragraph in a cell.
    case control(ElementID)
    /// No line, and none for what is in it.
    case dropped

    var isFolded: Bool {
      switch self {
      case .folded, .prose, .control: true
      case .line, .row, .dropped: false
      }
    }

    var isLine: Bool { self == asLine }

    /// The texts that a line has from what is in the element.
    var texts: [String] {
      switch self {
      case .line(let inlined): inlined.map { [$0] } ?? []
      case .row(let names): names
      case .folded, .prose, .control, .dropped: []
      }
    }

    /// The same, for an element that has a line in any case.
    var asLine: Decision {
      switch self {
      case .line, .row: self
      case .folded, .prose, .control, .dropped: .line(inlined: nil)
      }
    }
  }

  /// The number of elements that are looked at to see what is in an element.
  static let maxLookahead = 40

  let tree: Tree

  func decision(on element: borrowing Element) -> Decision {
    let decision = ownDecision(on: element)
    if let texts = OutlineRows(folding: self).texts(ofLaidOut: element, decision) {
      return .row(names: texts)
    }
    switch decision {
    // A text with links in it is no entry beside others; one with buttons may be.
    case .prose(let whole) where !whole.controls.isEmpty:
      return OutlineRows(folding: self).names(of: element).map { Decision.row(names: $0) }
        ?? decision
    case .folded where element.role.isWrapper || element.role.isFiller,
      .line(inlined: nil) where element.role.isWrapper && !element.hasLabel:
      let rows = OutlineRows(folding: self)
      guard let names = rows.names(of: element) else {
        let texts = rows.texts(ofReached: element) ?? rows.texts(ofGapped: element)
        return texts.map { Decision.row(names: $0) } ?? decision
      }
      return element.hasLabel ? .line(inlined: nil) : .row(names: names)
    case .line(inlined: nil) where element.role == .listItem:
      return ownText(of: element).map { Decision.row(names: [$0]) } ?? decision
    case .line(inlined: nil) where element.role == .row && isNamedByContents(element):
      let texts = OutlineRows(folding: self).cellTexts(of: element)
      return texts.isEmpty ? decision : .row(names: texts)
    default: return decision
    }
  }

  /// Decides on an element without what is beside it.
  func ownDecision(on element: borrowing Element) -> Decision {
    var left = Self.maxLookahead
    return decision(on: element, &left)
  }

  func decision(on element: borrowing Element, _ left: inout Int) -> Decision {
    let boxes = OutlineComboBoxes(tree: tree)
    if boxes.isReplaced(element) { return .dropped }
    if boxes.isFolded(element) {
      return element.children.isEmpty ? .dropped : .folded(text: false)
    }
    if element.isUnseenTab { return element.children.isEmpty ? .dropped : .folded(text: false) }
    if element.isUndrawnBox || element.isUndrawnLabel { return .dropped }
    if element.isUnreachedRoot { return .folded(text: false) }
    let isFocused = element.states.contains(.focused)
    if element.role == .listMarker || element.role == .scrollBar, !isFocused { return .dropped }
    if isBlankDocument(element) || OutlineSamples(tree: tree).isSample(element) { return .dropped }
    if element.parent == nil || isFocused { return .line(inlined: inlined(element, &left)) }
    if element.role == .window, !element.hasLabel, isBlank(element, &left) { return .dropped }
    if boxes.isAroundStandIns(element) { return .folded(text: false) }
    if OutlineLabels(tree: tree).isSaidByField(element) || element.isPartOfField(in: tree) {
      return element.children.isEmpty ? .dropped : .folded(text: false)
    }
    let part =
      OutlineTickRows(folding: self).control(of: element)
      ?? OutlineWrittenCells(tree: tree).paragraph(in: element)
      ?? OutlineLoneButtons(tree: tree).button(in: element)
    if let part { return .control(part) }
    if element.role.isWrapper, element.isInert(besides: statesOfAllParts(element)) {
      return wrapper(element, &left)
    }
    if element.isOpaqueArea(in: tree) { return .line(inlined: nil) }
    if element.isMenuButton(in: tree) || element.dividesNothing(in: tree) {
      return .folded(text: false)
    }
    if isDrawnWithHint(element, &left) || element.isEditor { return .line(inlined: nil) }
    if element.role.isFiller, !element.children.isEmpty, !element.saysMoreThanText {
      if !element.hasLabel { return folded(element) }
      if isNamedByContents(element) || isNamedByTexts(element, &left) {
        return .folded(text: false)
      }
    }
    if element.role == .search, !element.hasLabel, !element.children.isEmpty {
      return .folded(text: false)
    }
    if element.role == .menu, !element.hasLabel {
      // Firefox keeps menus that it fills when they open, and a combo box of GTK 3 may have nothing to choose.
      if element.children.isEmpty { return .dropped }
      if isInComboBox(element) { return .folded(text: false) }
    }
    // The frame around a page can be pressed in Firefox, to no effect.
    if element.role == .internalFrame, !element.hasLabel, !element.children.isEmpty {
      return .folded(text: false)
    }
    if isSeparator(element) || isGap(element) { return .dropped }
    if element.says { return .line(inlined: inlined(element, &left)) }
    if element.children.isEmpty {
      let isNothing =
        element.role.meansNothingEmpty && !element.isEmptyParagraph && !element.isKnownByHint
        && !element.isEmptyList(in: tree) || element.isIdleItem
      return isNothing ? .dropped : .line(inlined: nil)
    }
    if element.role.isFiller { return .folded(text: false) }
    return .line(inlined: inlined(element, &left))
  }

  /// The states of a cell that the cells in it have as well, or the one that it is in: GTK 3 has one for each part of a cell,
  /// such as an icon and a text. Also those of its row, where only that is chosen, as in GTK 4.
  private func statesOfAllParts(_ element: borrowing Element) -> States {
    let states = element.states.intersection([.selected, .expanded, .collapsed])
    guard element.role == .cell, !states.isEmpty else { return [] }
    func shared(_ id: ElementID) -> States {
      tree.read(id) { $0.role == .cell ? $0.states : [] } ?? []
    }
    let ofRow =
      element.canBeChosen
      ? [] : element.parent.flatMap { tree.read($0) { $0.role == .row ? $0.states : [] } } ?? []
    guard !element.children.isEmpty else {
      return element.parent.map { states.intersection(ofRow.union(shared($0))) } ?? []
    }
    guard element.children.count <= 8 else { return states.intersection(ofRow) }
    return element.children.reduce(states) { $0.intersection(shared($1)) }
      .union(states.intersection(ofRow))
  }

  /// Folds an element into the keys that it shows, or after its value where no element in it has that, or it is interrupted.
  private func folded(_ element: borrowing Element) -> Decision {
    if let keys = keys(in: element) { return .prose(OutlineProse.Whole(text: keys)) }
    guard element.hasTelltaleValue else { return .folded(text: false) }
    if let whole = OutlineProse(tree: tree).whole(element) { return .prose(whole) }
    // Gecko has an object in the place of each child, and its own texts in the value alone.
    let isOwn = element.objectPlaces.count == element.children.count
    let hasTexts = element.children.prefix(Self.maxLookahead).contains { child in
      tree.read(child) { $0.isPlainText } ?? false
    }
    return .folded(text: isOwn || !hasTexts)
  }

  private func isInComboBox(_ element: borrowing Element) -> Bool {
    guard let parent = element.parent else { return false }
    return tree.read(parent) { $0.role == .comboBox || $0.role == .popUpButton } ?? false
  }

  /// Decides on an entry of a list or table, which stands for its content when that is one thing.
  private func wrapper(_ element: borrowing Element, _ left: inout Int) -> Decision {
    // Gecko names a label after the field in it as well; its value is its own text.
    let names = element.role == .label ? [element.label, element.value].compactMap(\.self) : []
    let content = content(of: element, &left, without: names)
    let isOperated = element.canBeChosen || element.actions.contains { $0.kind == .press }
    if element.hasLabel, !isOperated, !element.isChosenByFocus,
      let whole = OutlineProse(tree: tree).whole(element)
    {
      return .prose(whole)
    }
    switch content {
    case .nothing:
      if let name = OutlineSamples(tree: tree).name(of: element) { return .line(inlined: name) }
      // GTK has cells for icons and for what is empty, which can be chosen as their row can.
      let isNamed = element.hasLabel || element.hasTelltaleValue
      return isNamed || isOperated && element.role != .cell ? .line(inlined: nil) : .dropped
    case .text(let text):
      if isOperated || element.isChosenByFocus {
        return .line(inlined: element.hasLabel ? nil : text)
      }
      return .folded(text: false)
    case .line(let label):
      guard element.hasLabel else { return folded(element) }
      if isNamedAfterMark(element) { return .folded(text: false) }
      let isNamed = element.label == label || label.map(names.contains) == true
      return isNamed ? .folded(text: false) : .line(inlined: nil)
    case .several:
      if !element.hasLabel, !isOperated, !element.isChosenByFocus { return folded(element) }
      if isNamedAfterMark(element) { return .folded(text: false) }
      if element.role == .cell, isNamedByContents(element) { return folded(element) }
      return .line(inlined: element.hasLabel ? nil : onlyText(in: element))
    }
  }

  private func inlined(_ element: borrowing Element, _ left: inout Int) -> String? {
    if element.role.isMenuItem, element.hasLabel { return shortcut(of: element) }
    if element.role == .tab, element.hasLabel { return ownTitle(ofTab: element, &left) }
    // Its value is put together from what is in it (`OutlineEditors`).
    if element.isEditor { return nil }
    if element.isPressedText { return onlyTexts(in: element, &left) }
    guard !element.hasLabel, element.value?.isBlank ?? true else { return nil }
    switch content(of: element, &left) {
    case .text(let text): return text
    case .several where element.role.isItem: return onlyText(in: element)
    case .line, .several: return title(ofExpander: element)
    case .nothing: return nil
    }
  }

  // MARK: Content

  enum Content {
    case nothing
    case text(String)
    /// One element with a line of its own, with its label.
    case line(String?)
    case several
  }

  /// - Parameter names: Texts that do not count.
  func content(
    of element: borrowing Element, _ left: inout Int, without names: [String] = []
  ) -> Content {
    var found = Content.nothing
    var pending: [ElementID] = element.children.reversed()
    if pending.count > left { return .several }
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let child = tree[id] else { return .several }
      let item: Content
      switch decision(on: child, &left) {
      case .dropped: continue
      case .folded(let hasText):
        if child.children.count > left { return .several }
        pending += child.children.reversed()
        guard hasText else { continue }
        item = .text(child.foldedText ?? "")
      case .control(let id):
        pending.append(id)
        continue
      case .prose(let whole):
        pending += whole.lines.reversed()
        item = .text(whole.text)
      case .line, .row:
        let text = child.label ?? child.value
        if child.isPlainText, let text, names.contains(text) { continue }
        item = child.isPlainText && text != nil ? .text(child.shownText ?? "") : .line(child.label)
      }
      guard case .nothing = found else { return .several }
      found = item
    }
    return found
  }
}
