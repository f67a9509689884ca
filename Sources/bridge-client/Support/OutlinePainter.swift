internal import AccessibilityTree
internal import CommandLineOptions

/// Colours the parts of an outline's line: `button "Save" #482117350014 [focused] ("Reply")`.
enum OutlinePainter {
  /// Returns the line with styles for its role, label, id, states and the rest.
  static func painted(_ line: some StringProtocol) -> TerminalText {
    let line = Substring(line)
    let content = line.drop { $0 == " " }
    let indent = line.prefix(line.count - content.count)
    guard content.first != "…" else { return "\(whole: indent)\(whole: content, .dim)" }
    // Lines of a difference begin with a mark.
    let mark = content.prefix { "+~- ".contains($0) }
    let unmarked = content.dropFirst(mark.count)
    let role = unmarked.prefix { $0 != " " && $0 != "\"" }
    var result: TerminalText = "\(whole: indent)\(whole: mark, .dim)\(role, .cyan)"
    var rest = unmarked.dropFirst(role.count)
    while !rest.isEmpty {
      let part = Self.part(of: rest)
      result += styled(part)
      rest = rest.dropFirst(part.count)
    }
    return result
  }

  private static func styled(_ part: Substring) -> TerminalText {
    switch part.first {
    case "\"": "\(whole: part, .bold)"
    case "[": "\(whole: part, .yellow)"
    case "#", "(", "@", "…": "\(whole: part, .dim)"
    default: "\(whole: part)"
    }
  }

  /// Returns the first part: a quoted text, a bracketed list, a word, or the space before one.
  private static func part(of text: Substring) -> Substring {
    switch text.first {
    case "\"": return quoted(text)
    case "[": return upTo("]", text)
    case "(": return upTo(")", text)
    case " ": return text.prefix { $0 == " " }
    default: return text.prefix { $0 != " " }
    }
  }

  private static func quoted(_ text: Substring) -> Substring {
    var isEscaped = false
    for position in text.indices.dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if text[position] == "\\" {
        isEscaped = true
      } else if text[position] == "\"" {
        return text[...position]
      }
    }
    return text
  }

  /// Returns the text up to a closing bracket that is not in a quoted text.
  private static func upTo(_ end: Character, _ text: Substring) -> Substring {
    var position = text.startIndex
    while position < text.endIndex {
      if text[position] == "\"" {
        position = quoted(text[position...]).endIndex
        continue
      }
      if text[position] == end { return text[...position] }
      position = text.index(after: position)
    }
    return text
  }
}
