/// A line that is typed key by key.
package struct TypedLine: Hashable, Sendable {
  package private(set) var text = ""

  /// The longest line, in characters; what is typed beyond it is not taken.
  package static let limit = 4096

  package init() {}

  package var isEmpty: Bool { text.isEmpty }

  /// Whether the key changed the line.
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
