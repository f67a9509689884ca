/// A command as people write it: a verb and its argument.
package struct CommandLine: Hashable, Sendable {
  /// In lower case.
  package let verb: String
  /// The text after the verb, without surrounding spaces; empty when there is none.
  package let argument: String
  /// Everything after the single space that ends the verb, unchanged: text to be typed.
  package let text: String

  /// Parses a command; `nil` for a blank line or a comment that begins with "#".
  ///
  /// - Parameter verbs: The known verbs, to recognise those of several words.
  package init?(_ line: String, verbs: [String] = []) {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, let last = words.last, !first.hasPrefix("#") else { return nil }
    let known = verbs.map { $0.split(separator: " ") }
      .filter { $0.count > 1 && words.count >= $0.count }
      .sorted { $0.count > $1.count }
    let match = known.first { verb in
      zip(verb, words).allSatisfy { $0 == $1.lowercased() }
    }
    let count = match?.count ?? 1
    verb = words.prefix(count).joined(separator: " ").lowercased()
    text = String(line[words[count - 1].endIndex...].dropFirst())
    argument =
      words.count > count ? String(line[words[count].startIndex..<last.endIndex]) : ""
  }
}

/// A command of a client, for help.
package struct CommandHelp: Hashable, Sendable {
  /// The verb, in lower case.
  package let verb: String
  /// A name for the argument: "NAME"; empty when there is none.
  package let argument: String
  /// What the command does, in a phrase.
  package let summary: String
  /// The terminal keys for the command; help shows the first one.
  package let keys: [Key]

  package init(_ verb: String, _ argument: String = "", keys: [Key] = [], does summary: String) {
    self.verb = verb
    self.argument = argument
    self.summary = summary
    self.keys = keys
  }

  package var usage: String { argument.isEmpty ? verb : "\(verb) \(argument)" }
}

extension [CommandHelp] {
  /// Returns why a command cannot be meant: it takes no argument, and has one. `nil` for commands that are not listed.
  package func refusal(of command: CommandLine) -> String? {
    guard !command.argument.isEmpty,
      contains(where: { $0.verb == command.verb && $0.argument.isEmpty })
    else { return nil }
    return "\"\(command.verb)\" takes nothing more, not \"\(command.argument)\"."
  }
}

extension AssistiveClient {
  /// Returns the command for a terminal key; `nil` when the key has none.
  package static func command(for key: Key) -> CommandLine? {
    vocabulary.first { $0.keys.contains(key) }.flatMap { parse($0.verb) }
  }

  /// Parses a command; `nil` for a blank line or a comment.
  package static func parse(_ line: String) -> CommandLine? {
    CommandLine(line, verbs: vocabulary.map(\.verb))
  }
}
