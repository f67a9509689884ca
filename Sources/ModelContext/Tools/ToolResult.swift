internal import AccessibilityRendering

/// What a tool answers.
package struct ToolResult: Hashable, Sendable {
  /// How a call ended, as a word.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    case done
    /// Not found, refused, or the condition was not met.
    case no
    /// The arguments are wrong.
    case usage
    /// There is no server, or it cannot be trusted.
    case unreachable
    case timeout
    /// The client may not do this.
    case denied
    /// An action was sent, and whether it was performed is not known.
    case unknown
  }

  package let text: String
  package let outcome: Outcome

  package init(_ text: String, _ outcome: Outcome = .done) {
    self.text = text
    self.outcome = outcome
  }
}

/// Text of applications, marked as such.
package enum MarkedText {
  /// Returns a text between `<ui>` and `</ui>`, which do not occur in it.
  package static func mark(_ text: String) -> String {
    var safe = ""
    safe.reserveCapacity(text.utf8.count + 12)
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      safe += rest[..<start]
      rest = rest[rest.index(after: start)...]
      safe += isTag(rest) ? "&lt;" : "<"
    }
    return "<ui>\n" + safe + rest + "\n</ui>"
  }

  /// Whether a text goes on as one of the marks after its `<`.
  private static func isTag(_ text: Substring) -> Bool {
    let name = text.first == "/" ? text.dropFirst() : text
    return name.prefix(2).lowercased() == "ui"
  }
}
