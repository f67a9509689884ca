internal import AccessibilityTree

/// Puts the text of a paragraph together that has links or marked words in it: they stand between parts of the text, which
/// say little alone.
struct OutlineProse {
  let tree: Tree

  /// The most parts of one text.
  private static let maxParts = 40
  private static let closing: Set<Character> = [
    ",", ".", ";", ":", "!", "?", ")", "]", "”", "’", "…",
  ]
  private static let opening: Set<Character> = ["(", "[", "“", "‘"]

  private struct Part {
    let text: String
    /// Whether the text of the paragraph has an object in its place.
    let isEmbedded: Bool
  }

  /// Returns the whole text of an element; `nil` where its parts are none of one text, or two lines or less say the same.
  func text(of element: borrowing Element) -> String? {
    guard element.role.holdsProse, element.isPlainText, !element.hasLabel,
      let text = element.value, (2...Self.maxParts).contains(element.children.count),
      let parts = parts(of: element.children)
    else { return nil }
    return Self.woven(parts, into: text)
  }

  /// Whether an element is a part of a text, and nothing that people act on.
  func isWord(_ id: ElementID) -> Bool { tree.read(id) { !$0.role.isControl } ?? false }

  /// Returns what is in a text, in order; `nil` where anything in it is no part of one, or no word follows another.
  private func parts(of children: [ElementID]) -> [Part]? {
    var parts: [Part] = []
    for id in children {
      guard let child = tree[id] else { return nil }
      if child.role == .listMarker { continue }
      guard let text = child.label, !text.isBlank, isPart(child) else { return nil }
      // Chromium has an object for marked words, which has their text in it.
      parts.append(Part(text: text, isEmbedded: child.role != .text || !child.children.isEmpty))
    }
    return parts.count(where: { !$0.isEmbedded }) > 1 ? parts : nil
  }

  /// Whether the element is a text, marked words or a link, with nothing in it but the same text.
  private func isPart(_ element: borrowing Element) -> Bool {
    switch element.role {
    case .text, .code, .mark, .subscript, .superscript, .time, .deletion, .insertion:
      guard element.isReading || element.isPlainText else { return false }
    case .link: break
    default: return false
    }
    return element.children.allSatisfy { tree.read($0) { $0.role == .text } ?? false }
  }

  /// Puts parts where objects stood in a text, which has all others; `nil` where it has them not.
  private static func woven(_ parts: [Part], into text: String) -> String? {
    var rest = Substring(text)
    // The mark of a list item stands before its text.
    if let first = parts.first, !first.isEmbedded, !rest.hasPrefix(first.text) {
      let mark = rest.prefix { !$0.isWhitespace }
      if mark.isListMark { rest = rest.dropFirst(mark.count).drop(while: \.isWhitespace) }
    }
    var woven = ""
    // The objects since the last text.
    var objects: [String] = []
    for part in parts {
      guard !part.isEmbedded else {
        objects.append(part.text)
        continue
      }
      let blanks = rest.prefix(while: \.isWhitespace)
      rest = rest.dropFirst(blanks.count)
      guard rest.hasPrefix(part.text) else { return nil }
      rest = rest.dropFirst(part.text.count)
      woven += joint(objects, after: woven, before: part.text, blanks: blanks.count) + part.text
      objects = []
    }
    // Blanks at the end are not kept.
    guard rest.allSatisfy(\.isWhitespace) else { return nil }
    if objects.isEmpty { return woven }
    return woven + joint(objects, after: woven, before: "", blanks: 1)
  }

  /// Returns objects with the blanks around them: how many there are is known, and not always where.
  private static func joint(
    _ objects: [String], after former: String, before next: String, blanks: Int
  ) -> String {
    guard !objects.isEmpty else { return blanks > 0 && !former.isEmpty ? " " : "" }
    let needsNone = former.isEmpty || former.last.map(opening.contains) == true
    let isTight = next.isEmpty || next.first.map(closing.contains) == true
    let before = blanks > 0 && !needsNone
    let after = blanks > 1 || blanks > 0 && needsNone && !isTight
    return (before ? " " : "") + objects.joined(separator: " ") + (after && !isTight ? " " : "")
  }
}

extension Role {
  /// Whether elements of the role hold one text.
  fileprivate var holdsProse: Bool {
    switch self {
    case .paragraph, .listItem, .definition, .term, .caption, .section, .generic: true
    default: false
    }
  }
}
