internal import AccessibilityTree
internal import SafeText

/// Puts the text of a paragraph together that has links or marked words in it, which stand as objects between its other words.
struct OutlineProse {
  let tree: Tree

  /// The most parts of one text.
  private static let maxParts = 40
  private static let maxDepth = 4

  /// A text with all its words.
  struct Whole: Equatable {
    var text = ""
    /// What is in the text and has a line of its own, such as links.
    var lines: [ElementID] = []
  }

  /// Returns the whole text of an element; `nil` where it is not known which of its words stand where, or two lines or less say the
  /// same.
  func whole(_ element: borrowing Element) -> Whole? {
    guard element.role.holdsProse, !element.hasLabel, element.range == nil,
      (1...Self.maxParts).contains(element.children.count), let text = element.value
    else { return nil }
    let places = element.objectPlaces
    if !places.isEmpty {
      return whole(text, places, of: element, depth: 0, isAlone: true)
    }
    return element.isPlainText ? joined(text, of: element.children) : nil
  }

  /// Puts the words of objects in their places.
  ///
  /// - Parameter isAlone: Whether the text has lines of its own, and is no part of another one.
  private func whole(
    _ text: String, _ places: [Int], of element: borrowing Element, depth: Int, isAlone: Bool
  ) -> Whole? {
    let children = element.children
    let inText = children.filter { isInText($0) }
    // Gecko has an object for each child, Chromium none for its texts, which are in the text as well.
    let hasTexts = places.count != children.count
    guard places.count == children.count - (hasTexts ? inText.count : 0),
      let runs = text.split(at: places)
    else { return nil }
    let own = hasTexts ? inText.count { label(of: $0) != nil } : runs.count { !$0.isBlank }
    guard !isAlone || own > 1 else { return nil }
    var whole = Whole()
    var isWoven = false
    var run = 0
    var rest = Substring(text)
    for id in children {
      if hasTexts, isInText(id) {
        // What the text lacks has a line.
        if let words = label(of: id) {
          guard let left = rest.rest(behind: words) else { return nil }
          rest = left
        }
        continue
      }
      whole.text += runs[run]
      run += 1
      if let part = part(id, depth: depth) {
        whole.text += part.text
        whole.lines += part.lines
        isWoven = true
      } else if hasTexts {
        return nil
      } else {
        whole.lines.append(id)
      }
    }
    whole.text += runs[run]
    if isAlone, hasTexts { whole.text = whole.text.withoutMark(before: firstWords(of: inText)) }
    return isWoven || !isAlone ? whole : nil
  }

  /// Returns the words of an object in a text, and what has a line; `nil` where it is no part of one.
  private func part(_ id: ElementID, depth: Int) -> Whole? {
    guard let element = tree[id] else { return nil }
    switch element.role {
    case .link:
      guard let label = element.label, !label.isBlank, element.children.allSatisfy(isImageOrText)
      else { return nil }
      return Whole(text: label, lines: [id])
    case .text, .code, .mark, .subscript, .superscript, .time, .deletion, .insertion:
      guard element.isReading || element.isPlainText else { return nil }
      if let value = element.value, !element.objectPlaces.isEmpty, depth < Self.maxDepth,
        let whole = whole(
          value, element.objectPlaces, of: element, depth: depth + 1, isAlone: false)
      {
        return whole
      }
      guard let words = element.label ?? element.value, !words.isBlank,
        element.children.allSatisfy({ tree.read($0) { $0.role == .text } ?? false })
      else { return nil }
      return Whole(text: words)
    default: return nil
    }
  }

  /// Joins texts that are in a text one behind the other, as around a mark; `nil` where anything else is in it.
  private func joined(_ text: String, of children: [ElementID]) -> Whole? {
    var count = 0
    var rest = Substring(text)
    for id in children {
      guard isInText(id) else { return nil }
      if isListMarker(id) { continue }
      guard let words = label(of: id), let left = rest.rest(behind: words) else { return nil }
      rest = left
      count += 1
    }
    return count > 1 ? Whole(text: text.withoutMark(before: firstWords(of: children))) : nil
  }

  /// Whether an element is a text that the text which it is in has as well, or its mark.
  private func isInText(_ id: ElementID) -> Bool {
    tree.read(id) { ($0.role == .text || $0.role == .listMarker) && $0.children.isEmpty } ?? false
  }

  private func isImageOrText(_ id: ElementID) -> Bool {
    tree.read(id) { $0.role == .text || $0.role == .image && $0.children.isEmpty } ?? false
  }

  private func isListMarker(_ id: ElementID) -> Bool {
    tree.read(id) { $0.role == .listMarker } ?? false
  }

  /// Returns the words of the first text behind the mark of a list item.
  private func firstWords(of texts: [ElementID]) -> String? {
    texts.first { !isListMarker($0) }.flatMap(label)
  }

  private func label(of id: ElementID) -> String? {
    tree.read(id) { element in element.label.flatMap { $0.isBlank ? nil : $0 } } ?? nil
  }
}

extension String {
  /// Returns what stands before, between and behind places in the text (`Element.objectPlaces`); `nil` where it does not have
  /// them.
  fileprivate func split(at places: [Int]) -> [String]? {
    let length = scalarCount
    var runs: [String] = []
    var start = startIndex
    var last = Int.min
    for place in places + [length] {
      let isEnd = runs.count == places.count
      guard isEnd || place >= last else { return nil }
      let (from, to) = (min(max(last, 0), length), min(max(place, 0), length))
      let end = unicodeScalars.index(start, offsetBy: to - from)
      // A blank parts what stands before or behind the text from it, and from what stands there as well.
      let isBehindBlank = last < 0 && !runs.isEmpty && place > last
      let isBeforeBlank = place > length && place > last
      runs.append((isBehindBlank ? " " : "") + self[start..<end] + (isBeforeBlank ? " " : ""))
      (start, last) = (end, place)
    }
    return runs
  }

  /// The text without the mark of a list item, which stands before its first words.
  fileprivate func withoutMark(before words: String?) -> String {
    guard let words, !hasPrefix(words) else { return self }
    let mark = prefix { !$0.isWhitespace }
    return mark.isListMark ? String(dropFirst(mark.count).drop(while: \.isWhitespace)) : self
  }
}

extension Role {
  /// Whether elements of the role hold one text.
  fileprivate var holdsProse: Bool {
    switch self {
    case .paragraph, .listItem, .definition, .term, .caption, .section, .generic, .blockQuote: true
    default: false
    }
  }
}
