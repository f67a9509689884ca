/// A line of text that is edited key by key.
package struct TypedLine: Hashable, Sendable {
  package private(set) var text = ""

  /// The maximum length of the line, in characters; further ones are ignored.
  package static let limit = 4096

  package init() {}

  package var isEmpty: Bool { text.isEmpty }

  /// Applies a key. Returns whether the line changed.
  package mutating func take(_ key: Key) -> Bool {
    let before = text
    switch key {
    case .backspace: _ = text.popLast()
    case .control("u"): text = ""
    case .character(let character) where text.count < Self.limit: text.append(character)
    default: break
    }
    return text != before
  }
}
