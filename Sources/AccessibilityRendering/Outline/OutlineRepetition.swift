internal import AccessibilityTree
internal import SafeText

/// Finds texts that say what another line says already.
struct OutlineRepetition {
  let tree: Tree

  /// Longer texts are only compared as a whole.
  private static let maxNameLength = 4096
  /// The most elements that are looked at for controls.
  private static let maxParts = 16

  /// Whether an element is a text that the line above it contains.
  func repeats(_ element: borrowing Element, in owner: OutlineNode) -> Bool {
    if element.role == .heading && element.isReading || element.isTextCell,
      let text = element.label, owner.inlined.contains(text)
    {
      return true
    }
    if element.role == .cell, owner.role == .cell, isSamePart(element, as: owner.last?.id) {
      return true
    }
    if element.role == .image || element.role == .icon, element.isReading,
      element.children.isEmpty, element.hasLabel, let id = owner.id
    {
      // A control that shows an image has its name.
      let text = element.label
      return tree.read(id) { $0.role.isControl && $0.label == text } ?? false
    }
    if element.isDrawnWithHint, let id = owner.id {
      let hint = element.hint
      return tree.read(id) { $0.role.isControl && ($0.label == hint || $0.hint == hint) } ?? false
    }
    guard element.isPlainText, let text = element.label ?? element.value,
      element.children.isEmpty || isAll(text, in: element)
    else { return false }
    if let text = element.shownText, owner.inlined.contains(text) { return true }
    guard let id = owner.id else { return false }
    let place = element.frame
    return tree.read(id) { above in
      // A heading on the page of a tab, as in Gnumeric, is not the title of the tab.
      if above.role == .tab, let place, let title = above.frame, place.space == title.space,
        !place.rect.intersects(title.rect)
      {
        return false
      }
      if above.label == text || above.value == text || above.says(text) { return true }
      guard above.role.isNamedByContents, let name = above.label,
        name.utf8.count <= Self.maxNameLength, text.utf8.count < name.utf8.count,
        // A name that is put together from several cells does not say where one ends.
        above.role != .row || above.children.count < 2
      else { return false }
      return name.contains(text.withoutBlanks)
    } ?? false
  }

  /// Returns what people can use in an element whose words another line says, such as the link in the heading of a card.
  func controls(in element: borrowing Element) -> [ElementID] {
    var controls: [ElementID] = []
    var left = Self.maxParts
    var pending: [ElementID] = element.children.prefix(left).reversed()
    while let id = pending.popLast(), left > 0 {
      left -= 1
      tree.read(id) { part in
        if part.role.isControl {
          controls.append(id)
        } else {
          pending += part.children.prefix(left).reversed()
        }
      }
    }
    return controls
  }

  /// Whether a part of a cell says what the one before it says. GTK 3 has a part for an icon, for a text, and for each of several
  /// ways to draw it, all of which may have the text as their name.
  private func isSamePart(_ element: borrowing Element, as last: ElementID?) -> Bool {
    guard let last, let label = element.label, element.children.isEmpty else { return false }
    let (states, value) = (element.states, element.value)
    return tree.read(last) { last in
      last.role == .cell && last.label == label && last.states == states && last.value == value
        && last.children.isEmpty
    } ?? false
  }

  /// Whether the text of an entry or paragraph has no word but its mark, such as a bullet, and those of its label and of the
  /// texts on its line, in their order. Of what is in it, such as links, the text lacks the words.
  static func isRepeated(
    _ text: String, of element: borrowing Element, in texts: [String]
  ) -> Bool {
    switch element.role {
    case .listItem, .definition, .term, .paragraph, .section, .generic, .columnHeader, .rowHeader,
      .heading:
      break
    case .cell where !element.isSheetCell: break
    default: return false
    }
    guard text.utf8.count <= maxNameLength else { return false }
    // Those of columns are put together without blanks.
    if texts.count > 1,
      text.filter({ !$0.isWhitespace }) == texts.joined().filter({ !$0.isWhitespace })
    {
      return true
    }
    var words = text.split(whereSeparator: \.isWhitespace)[...]
    if element.role == .listItem, words.first?.isListMark == true { words.removeFirst() }
    for said in ([element.label].compactMap(\.self) + texts) {
      for word in said.split(whereSeparator: \.isWhitespace) where word == words.first {
        words.removeFirst()
      }
    }
    return words.isEmpty
  }

  /// Whether the only content of an element is a text, as that of the legend of a group of fields is.
  private func isAll(_ text: String, in element: borrowing Element) -> Bool {
    guard element.children.count == 1, let id = element.children.first else { return false }
    return tree.read(id) { child in
      child.isPlainText && child.children.isEmpty && (child.label ?? child.value) == text
    } ?? false
  }

  func isText(_ element: borrowing Element, ofControl id: ElementID) -> Bool {
    guard element.isPlainText, element.children.isEmpty, let text = element.label ?? element.value
    else { return false }
    let frame = element.frame
    return tree.read(id) { isNamed($0, text) && !Self.isApart(frame, $0.frame) } ?? false
  }

  /// Whether a text stands neither beside a control nor above or below it, as one that begins the next row of a form.
  private static func isApart(_ text: Frame?, _ control: Frame?) -> Bool {
    guard let text, let control, text.space == control.space, !text.rect.isEmpty,
      !control.rect.isEmpty, !text.rect.isInRow(with: control.rect)
    else { return false }
    return text.rect.x + text.rect.width <= control.rect.x
      || control.rect.x + control.rect.width <= text.rect.x
  }

  func isText(_ id: ElementID, ofControl element: borrowing Element) -> Bool {
    guard element.role.isControl else { return false }
    let text = tree.read(id) { text -> String? in
      text.isPlainText && text.children.isEmpty ? text.label ?? text.value : nil
    }
    guard let text = text ?? nil else { return false }
    return isNamed(element, text)
  }

  /// Whether a text beside a control is its name, or one that a relation gives it.
  private func isNamed(_ element: borrowing Element, _ text: String) -> Bool {
    guard element.role.isControl else { return false }
    // LibreOffice draws what an empty field shows as a text in front of it.
    if element.placeholder == text || OutlineLabels(tree: tree).label(of: element) == text {
      return true
    }
    guard let label = element.label, !label.isBlank else { return false }
    return label == text || label.withoutBlanks == text.withoutBlanks
  }
}

extension Element {
  /// Longer values may be cut on their line.
  private static let maxWholeValue = 160

  /// Whether the element is a field whose line has all of its value, which a text in it is a part of, as in Chromium.
  fileprivate func says(_ text: String) -> Bool {
    guard role.isTextEntry, states.contains(.editable), !isValueCut, let value,
      value.utf8.count <= Self.maxWholeValue
    else { return false }
    return value.contains(text)
  }
}

extension String {
  /// The text without blanks at its ends and the marks that follow names of fields.
  var withoutBlanks: Substring {
    let trailing = { (character: Character) in
      character.isWhitespace || character == ":" || character == "*"
    }
    var text = drop { $0.isWhitespace }
    while let last = text.last, trailing(last) { text.removeLast() }
    return text
  }
}

extension String {
  /// The text without the bullet or number of a list item that it begins with.
  var behindListMark: Substring {
    let mark = prefix { !$0.isWhitespace }
    return mark.isListMark ? dropFirst(mark.count).drop(while: \.isWhitespace) : self[...]
  }
}

extension Substring {
  /// Whether the word is a bullet, or a number or letter as lists have it.
  var isListMark: Bool {
    if last == "." || last == ")" { return utf8.count <= 8 }
    return !contains { $0.isLetter || $0.isNumber }
  }
}
