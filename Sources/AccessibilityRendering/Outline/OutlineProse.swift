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
    /// How many of these stand before the first word, as a heading above it.
    var leading = 0
    /// The labels of buttons, boxes and fields in the text, which has them in brackets.
    var controls: [String] = []

    mutating func add(_ part: Whole) {
      text += part.text
      lines += part.lines
      controls += part.controls
    }
  }

  /// Returns the whole text of an element; `nil` where it is not known which of its words stand where, or its parts say the same in
  /// no more lines.
  func whole(_ element: borrowing Element) -> Whole? {
    guard element.role.holdsProse, element.range == nil,
      (1...Self.maxParts).contains(element.children.count),
      !OutlineColumns(tree: tree).areIn(element)
    else { return nil }
    guard let text = element.value else { return named(element) }
    let places = element.objectPlaces
    if !places.isEmpty {
      let whole = whole(text, places, of: element, depth: 0, isAlone: true)
      // Gecko names entries and cells by all that is in them.
      guard let label = element.label, !label.isBlank else { return whole }
      return whole.flatMap { label.onlyWords.hasPrefix($0.text.onlyWords) ? $0 : nil }
    }
    return element.isPlainText ? joined(text, of: element.children) : nil
  }

  /// Returns the label of a cell where that is all words that are in it, as in Chromium.
  private func named(_ element: borrowing Element) -> Whole? {
    guard element.role.isCell, let label = element.label else { return nil }
    var whole = Whole()
    var texts = 0
    for id in element.children {
      if isInText(id) {
        texts += self.label(of: id) == nil ? 0 : 1
        whole.text += self.label(of: id) ?? ""
      } else {
        guard let part = part(id, depth: 0) else { return nil }
        whole.add(part)
      }
    }
    guard texts > 1, whole.text.onlyWords == label.onlyWords else { return nil }
    whole.text = label
    return whole
  }

  /// Returns how many of the children of an element stand before its own words, as Gecko says where each stands.
  func leading(_ element: borrowing Element) -> Int {
    let places = element.objectPlaces
    guard !places.isEmpty, places.count == element.children.count,
      let runs = element.value?.split(at: places)
    else { return 0 }
    let first = runs.firstIndex { run in
      let words = run.trimmed
      return !words.isEmpty && !(element.role == .listItem && Substring(words).isListMark)
    }
    return first ?? 0
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
    let own =
      hasTexts
      ? inText.count { label(of: $0) != nil && !isListMarker($0) } : runs.count { !$0.isBlank }
    guard !isAlone || own > 0 else { return nil }
    var whole = Whole()
    var parts = 0
    /// The lines of parts.
    var count = 0
    var isBehindBlock = false
    var run = 0
    var rest = Substring(text)
    for id in children {
      if hasTexts, isInText(id) {
        // What the text lacks has a line.
        if let words = label(of: id) {
          guard !isBehindBlock, let left = rest.rest(behind: words) else { return nil }
          rest = left
        }
        continue
      }
      whole.text += runs[run]
      run += 1
      if let part = part(id, depth: depth) {
        guard !isBehindBlock else { return nil }
        whole.add(part)
        parts += 1
        count += part.lines.count
      } else {
        // Such as the list in an entry, behind its text.
        isBehindBlock = hasTexts
        guard !hasTexts || isBlock(id) else { return nil }
        whole.lines.append(id)
        if whole.text.isBlank { whole.leading = whole.lines.count }
      }
    }
    whole.text += runs[run]
    // The texts before them tell equal ones apart, where they have lines.
    guard Set(whole.controls).count == whole.controls.count else { return nil }
    if isAlone { whole.text = whole.text.trimmed }
    if isAlone, hasTexts { whole.text = whole.text.withoutMark(before: firstWords(of: inText)) }
    if isAlone, !hasTexts, element.role == .listItem { whole.text = whole.text.withoutBullet }
    return !isAlone || own + parts > 1 + count ? whole : nil
  }

  /// Returns the words of an object in a text, and what has a line; `nil` where it is no part of one.
  private func part(_ id: ElementID, depth: Int) -> Whole? {
    guard let element = tree[id] else { return nil }
    switch element.role {
    case .link:
      guard element.children.allSatisfy(isImageOrText) else { return nil }
      if let label = element.label, !label.isBlank { return Whole(text: label, lines: [id]) }
      return element.children.isEmpty ? Whole(lines: [id]) : nil
    case .text, .code, .mark, .subscript, .superscript, .time:
      guard element.isReading || element.isPlainText else { return nil }
      return words(of: element, depth: depth)
    case .deletion, .insertion:
      guard var words = words(of: element, depth: depth) else { return nil }
      words.text = "[\(element.role.name): \(words.text)]"
      return words
    case let role where role.isControl:
      guard let label = element.label, !label.isBlank else { return nil }
      return Whole(text: "[\(label)]", lines: [id], controls: [label])
    default: return nil
    }
  }

  /// Returns the words of marked text, and what in them has a line.
  private func words(of element: borrowing Element, depth: Int) -> Whole? {
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

  /// Whether an element stands below the text that it is in.
  private func isBlock(_ id: ElementID) -> Bool {
    tree.read(id) { element in
      switch element.role {
      case .list, .descriptionList, .paragraph, .blockQuote, .table: true
      default: false
      }
    } ?? false
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
    return String(behindListMark)
  }

  /// The text without a mark at its start that has no letter or digit, as Gecko has one in the text of a list item.
  fileprivate var withoutBullet: String {
    let mark = prefix { !$0.isWhitespace }
    let rest = dropFirst(mark.count).drop(while: \.isWhitespace)
    return mark.onlyWords.isEmpty && !rest.isEmpty ? String(rest) : self
  }
}

extension StringProtocol {
  /// The letters and digits of the text, which brackets and blanks do not change.
  fileprivate var onlyWords: String { String(filter { $0.isLetter || $0.isNumber }) }
}

extension Role {
  fileprivate var isCell: Bool { self == .cell || self == .columnHeader || self == .rowHeader }

  /// Whether elements of the role hold one text.
  fileprivate var holdsProse: Bool {
    switch self {
    case .paragraph, .listItem, .definition, .term, .caption, .section, .generic, .blockQuote,
      .cell, .columnHeader, .rowHeader:
      true
    default: false
    }
  }
}
