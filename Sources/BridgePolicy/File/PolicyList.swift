internal import SafeText

/// The values of a line: separated by commas, and in quotation marks where they contain one.
enum PolicyList {
  static func items(_ text: Substring, _ line: Int) throws(PolicyError) -> [String] {
    var items: [String] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      if rest.first == "\"" {
        let inner = rest.dropFirst()
        guard let end = inner.firstIndex(of: "\"") else {
          throw PolicyError(
            line, "the quotation mark before '\(inner.shown)' is not closed",
            "write a \" before and after each value, as in \"Text Editor\", gedit")
        }
        items.append(String(inner[..<end]))
        rest = inner[inner.index(after: end)...].drop(while: \.isWhitespace)
        guard rest.isEmpty || rest.first == "," else {
          throw PolicyError(
            line, "'\(rest.shown)' follows a quotation mark", "separate values by commas")
        }
      } else {
        var item = rest.prefix { $0 != "," }
        rest = rest.dropFirst(item.count)
        while item.last?.isWhitespace == true { item.removeLast() }
        guard !item.hasPrefix("#"), !item.contains(" #"), !item.contains("\t#") else {
          throw PolicyError(
            line, "'\(item.shown)' contains a '#', which does not begin a comment here",
            "put the comment on a line of its own; put a name with a '#' into quotation marks")
        }
        guard item.first.map({ "“”„‘’«»".contains($0) }) != true else {
          throw PolicyError(
            line,
            "\(item.shown) begins with a typographic quotation mark, which does not quote here",
            "write \" in its place, before and after the value")
        }
        guard !item.hasPrefix("'") else {
          throw PolicyError(
            line, "\(item.shown) begins with a single quotation mark, which does not quote here",
            "write \" in its place, before and after the value")
        }
        guard !item.contains("\"") else {
          throw PolicyError(
            line, "'\(item.shown)' has a quotation mark within",
            "write a \" before and after the whole value, or ? for one that belongs to it")
        }
        items.append(String(item))
      }
      if rest.first == "," {
        rest = rest.dropFirst().drop(while: \.isWhitespace)
        if rest.isEmpty { items.append("") }
      }
    }
    if items.contains("") {
      throw PolicyError(line, "a value between commas is empty", "remove a comma")
    }
    return items
  }

  static func pattern(_ text: String, _ line: Int) throws(PolicyError) -> NamePattern {
    guard let pattern = NamePattern(text) else {
      throw PolicyError(
        line, "'\(text.shown)' is no name or pattern",
        "write 1 to \(NamePattern.maxLength) characters; * stands for any text")
    }
    return pattern
  }
}

extension NamePattern {
  /// Matches every name.
  static let any = NamePattern(always: "*")
}
