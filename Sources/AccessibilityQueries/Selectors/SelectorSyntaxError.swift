internal import AccessibilityTree

/// A syntax error in a selector: what is wrong, where, and how to correct it.
package struct SelectorSyntaxError: Error, Hashable, Sendable {
  /// The selector as written.
  package let selector: String
  /// The position in Unicode scalars from the start of the selector.
  package let offset: Int
  /// What is wrong, without a full stop.
  package let message: String
  /// How to correct it; `nil` when `message` says so.
  package let remedy: String?
  /// The limit of selectors or regular expressions that was exceeded; `nil` for any other error.
  package let limit: Int?

  init(
    selector: String, offset: Int, message: String, remedy: String? = nil, limit: Int? = nil
  ) {
    self.selector = selector
    self.offset = offset
    self.message = message
    self.remedy = remedy
    self.limit = limit
  }

  /// The selector and, on a second line, a caret below the error, for a terminal. Of a long selector only
  /// the part around the error.
  package var caret: String {
    let scalars = selector.unicodeScalars.map {
      $0.properties.generalCategory == .control ? " " : $0
    }
    let start = max(0, min(offset, scalars.count) - 60)
    let end = min(scalars.count, start + 76)
    var line = String.UnicodeScalarView()
    if start > 0 { line.append("…") }
    line.append(contentsOf: scalars[start..<end])
    if end < scalars.count { line.append("…") }
    let indentation = min(offset, scalars.count) - start + (start > 0 ? 1 : 0)
    return String(line) + "\n" + String(repeating: " ", count: indentation) + "^"
  }
}

extension SelectorSyntaxError: CustomStringConvertible {
  package var description: String {
    let base = "selector, character \(offset + 1): \(message)"
    return remedy.map { "\(base); \($0)" } ?? base
  }
}
