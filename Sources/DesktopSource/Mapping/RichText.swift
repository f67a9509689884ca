/// Texts that are written in the subset of HTML that Qt draws in tool tips and help
/// (https://doc.qt.io/qt-6/richtext-html-subset.html).
enum RichText {
  /// Returns what a text says without its markup; the text itself where it does not begin with a tag.
  static func plain(_ text: String) -> String {
    var rest = text.unicodeScalars[...].drop { $0.properties.isWhitespace }
    guard let first = takeTag(&rest), knownTags.contains(first.name) else { return text }
    var plain = String.UnicodeScalarView()
    var tag: Tag? = first
    while true {
      if let tag {
        // Two blocks are two sentences at least.
        if !tag.name.isEmpty, !inlineTags.contains(tag.name) { plain.append(" ") }
        if hiddenTags.contains(tag.name), !tag.isEnd, !tag.isEmpty { skip(to: tag.name, in: &rest) }
      }
      guard let next = rest.first else { break }
      tag = next == "<" ? takeTag(&rest) : nil
      if tag == nil { plain.append(takeScalar(&rest)) }
    }
    return String(plain).split { $0.isWhitespace }.joined(separator: " ")
  }

  private struct Tag {
    /// In small letters; empty for a comment.
    let name: String
    let isEnd: Bool
    /// Whether nothing is in it: `<head/>`.
    let isEmpty: Bool
  }

  private static let inlineTags: Set = [
    "a", "b", "big", "cite", "code", "em", "font", "i", "img", "kbd", "nobr", "s", "samp", "small",
    "span", "strong", "sub", "sup", "tt", "u", "var",
  ]
  private static let blockTags: Set = [
    "blockquote", "body", "br", "center", "dd", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5",
    "h6", "hr", "html", "li", "ol", "p", "pre", "qt", "table", "td", "th", "tr", "ul",
  ]
  /// What they contain is not drawn.
  private static let hiddenTags: Set = ["head", "style", "title"]
  private static let knownTags = inlineTags.union(blockTags).union(hiddenTags)

  private static let entities: [String: Unicode.Scalar] = [
    "lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]
  /// The most characters of a tag's name, or of an entity.
  private static let nameLimit = 10

  /// Takes a tag from the start of a text; `nil` where there is none.
  private static func takeTag(_ text: inout Substring.UnicodeScalarView) -> Tag? {
    guard text.first == "<" else { return nil }
    var rest = text.dropFirst()
    let isComment = rest.starts(with: "!--".unicodeScalars)
    let isEnd = rest.first == "/"
    if isEnd { rest = rest.dropFirst() }
    let name = rest.prefix(nameLimit).prefix(while: isOfName)
    // There is no other tag in one, so the time is linear.
    guard isComment || !name.isEmpty, let end = rest.firstIndex(where: { $0 == ">" || $0 == "<" }),
      rest[end] == ">"
    else { return nil }
    text = rest[rest.index(after: end)...]
    return Tag(
      name: isComment ? "" : String(name).lowercased(), isEnd: isEnd,
      isEmpty: rest[..<end].last == "/")
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
  }

  /// Takes a character, or an entity, from the start of a text that is not empty.
  private static func takeScalar(_ text: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
    let scalar = text.removeFirst()
    guard scalar == "&", let end = text.prefix(nameLimit).firstIndex(of: ";") else { return scalar }
    let name = String(text[..<end])
    let number =
      name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
    let meant = name.hasPrefix("#") ? number.flatMap(Unicode.Scalar.init) : entities[name]
    guard let meant else { return scalar }
    text = text[text.index(after: end)...]
    return meant
  }

  private static func skip(to name: String, in text: inout Substring.UnicodeScalarView) {
    while !text.isEmpty {
      if let tag = takeTag(&text) {
        if tag.isEnd, tag.name == name { return }
      } else {
        text.removeFirst()
      }
    }
  }
}
