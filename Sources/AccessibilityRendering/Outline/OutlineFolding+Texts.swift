internal import AccessibilityTree
internal import SafeText

// What elements are named by: the texts in them.

extension OutlineFolding {
  private static let maxPartsOfItem = 8
  private static let maxShortcut = 40
  private static let maxPartsOfName = 16
  /// Enough for five keys.
  private static let maxPartsOfKeys = 9
  private static let maxKey = 16

  /// Whether the label is put together from what is in the element, as Chromium does for parts of layouts: it begins with the first
  /// text, and has the second one behind that. "Gift wrap" is no such name of a group of which the first box is "Gift".
  func isNamedByContents(_ element: borrowing Element) -> Bool {
    guard let label = element.label else { return false }
    if element.isTableCellForLayout { return !element.children.isEmpty }
    var rest: Substring?
    var left = Self.maxPartsOfName
    var pending: [ElementID] = element.children.prefix(left).reversed()
    while let id = pending.popLast(), left > 0 {
      left -= 1
      guard let part = tree[id] else { return false }
      guard let text = part.label ?? part.value, !text.isBlank else {
        pending += part.children.prefix(left).reversed()
        continue
      }
      if let rest { return rest.contains(String(text.withoutBlanks)) }
      guard text.utf8.count < label.utf8.count, label.hasPrefix(text) else { return false }
      rest = label.dropFirst(text.count)
    }
    return false
  }

  /// Whether a group has the name of a text that is all there is in it, as a cell of GTK 4, or, in a cell, the first of a few texts,
  /// as the name of a file and its folder. Chromium names the cells of a table for layout, which are sections, after what they hold.
  func isNamedByTexts(_ group: borrowing Element, _ left: inout Int) -> Bool {
    if group.role == .section {
      switch content(of: group, &left) {
      case .text(let text), .line(let text?): return text == group.label
      case .nothing, .line(nil), .several: return false
      }
    }
    guard group.role == .group else { return false }
    let isInCell = group.parent.flatMap { tree.read($0) { $0.role == .cell } } == true
    return texts(in: group, atMost: isInCell ? 3 : 1, &left)?.first == group.label
  }

  /// Returns the text of an item beside other things in it, of which its label has the texts as well; `nil` where its text
  /// goes on behind them, as around links.
  func ownText(of item: borrowing Element) -> String? {
    guard item.hasLabel, let text = item.value, !text.isBlank, text != item.label,
      OutlineRepetition.isRepeated(text, of: item, in: []), item.label?.hasPrefix(text) == true
    else { return nil }
    return text
  }

  /// Whether an item has no text of its own but its mark, which its label has before that of what is in it.
  func isNamedAfterMark(_ item: borrowing Element) -> Bool {
    guard item.role == .listItem, let mark = item.value, !mark.isBlank, Substring(mark).isListMark
    else {
      return false
    }
    return item.label?.hasPrefix(mark) == true
  }

  /// Returns the text in a menu item beside its label, where there is nothing else: the keys that do the same, as in GTK 4.
  func shortcut(of item: borrowing Element) -> String? {
    guard (1...Self.maxPartsOfItem).contains(item.children.count) else { return nil }
    let label = item.label
    var found: String?
    for id in item.children {
      guard let part = tree[id] else { return nil }
      // The place of a mark, drawn or not.
      if !part.says, part.role.meansNothingEmpty, isBlank(part) { continue }
      guard part.isPlainText, part.children.isEmpty, let text = part.shownText else { return nil }
      if text == label { continue }
      guard found == nil, text.utf8.count <= Self.maxShortcut else { return nil }
      found = text
    }
    return found
  }

  /// Returns the text in a tab that is called otherwise, where there is nothing else: GTK 4 calls each "Tab".
  func ownTitle(ofTab tab: borrowing Element, _ left: inout Int) -> String? {
    guard (1...Self.maxPartsOfItem).contains(tab.children.count),
      case .text(let text) = content(of: tab, &left), text.utf8.count <= Self.maxShortcut,
      tab.label?.contains(text) == false
    else { return nil }
    return text
  }

  /// Returns the keys that people press together, where an element has nothing in it but a text for each and a plus between them,
  /// as in a window of shortcuts of GTK.
  func keys(in element: borrowing Element) -> String? {
    let count = element.children.count
    guard (3...Self.maxPartsOfKeys).contains(count), count % 2 == 1,
      element.value?.isBlank ?? true
    else { return nil }
    var keys = ""
    for (place, id) in element.children.enumerated() {
      let text = tree.read(id) { part in
        part.isPlainText && part.children.isEmpty && part.states.contains(.visible)
          ? part.shownText : nil
      }
      guard let text = text ?? nil, text.utf8.count <= Self.maxKey,
        (place % 2 == 0) || text == "+"
      else { return nil }
      keys += text
    }
    return keys
  }

  /// Whether an element has a hint, and in it only what is drawn and says nothing, as the icon in a button of its own make.
  func isDrawnWithHint(_ element: borrowing Element, _ left: inout Int) -> Bool {
    guard (1...Self.maxPartsOfItem).contains(element.children.count), element.isDrawnWithHint
    else { return false }
    if case .nothing = content(of: element, &left) { return true }
    return false
  }

  /// Whether nothing in a part has a line.
  private func isBlank(_ part: borrowing Element) -> Bool {
    var left = Self.maxPartsOfItem
    if case .nothing = content(of: part, &left) { return true }
    return false
  }

  /// Returns the title of what expands and has in it both that and what it shows, as an expander of GTK 4: the one text outside of
  /// what it controls.
  func title(ofExpander element: borrowing Element) -> String? {
    guard element.states.contains(.expandable) else { return nil }
    let shown = element.relations.first { $0.kind == .controls }?.targets ?? []
    return shown.isEmpty ? nil : onlyText(in: element, outside: shown)
  }

  /// Returns the one text among what is in an item, which people know it by; `nil` when there are several, or none.
  ///
  /// - Parameter others: Elements that do not count.
  func onlyText(in element: borrowing Element, outside others: [ElementID] = []) -> String? {
    guard element.value?.isBlank ?? true else { return nil }
    var found: String?
    var left = Self.maxLookahead
    var pending: [ElementID] = element.children.reversed()
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let child = tree[id] else { return nil }
      if others.contains(id) { continue }
      let text = child.isPlainText ? child.shownText : nil
      guard let text, !text.isBlank else {
        if !child.role.isControl { pending += child.children.reversed() }
        continue
      }
      if found != nil { return nil }
      found = text
    }
    return found
  }

  /// Returns the text of an element that has nothing but texts in it, as what a page has drawn to be clicked.
  func onlyTexts(in element: borrowing Element, _ left: inout Int) -> String? {
    guard element.objectPlaces.isEmpty,
      texts(in: element, atMost: Self.maxPartsOfItem, &left) != nil
    else { return nil }
    return element.shownText
  }

  /// Returns the texts that are all there is in an element; `nil` where there is anything else, or more.
  func texts(
    in element: borrowing Element, atMost limit: Int, _ left: inout Int
  ) -> [String]? {
    var texts: [String] = []
    var pending: [ElementID] = element.children.reversed()
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let part = tree[id] else { return nil }
      switch decision(on: part, &left) {
      case .dropped: continue
      case .folded(let hasText):
        guard part.children.count <= left else { return nil }
        pending += part.children.reversed()
        if hasText { texts.append(part.foldedText ?? "") }
      case .control(let id): pending.append(id)
      case .prose(let whole):
        pending += whole.lines.reversed()
        texts.append(whole.text)
      case .line, .row:
        guard part.isPlainText, let text = part.shownText else { return nil }
        texts.append(text)
      }
      guard texts.count <= limit else { return nil }
    }
    return texts
  }
}
