internal import AccessibilityTree

/// What is wrong with a selector, where, and what would be right.
package struct SelectorSyntaxError: Error, Hashable, Sendable {
  /// The selector as it was written.
  package let selector: String
  /// In Unicode scalars from the beginning of the selector.
  package let offset: Int
  /// What is wrong; no full stop.
  package let message: String
  /// What would be right; `nil` when `message` says it.
  package let remedy: String?
  /// The limit of selectors or regular expressions that was passed; `nil` when it was none.
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

  /// The selector with a mark under the place, for a terminal. Two lines; of a long selector, the
  /// part around the place.
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
