/// A command as people write it: a verb, and what it is about.
package struct CommandLine: Hashable, Sendable {
  /// In lower case.
  package let verb: String
  /// What follows the verb, without the spaces around it; empty when nothing does.
  package let argument: String
  /// Everything after the one space that ends the verb, as it was written: what is to be typed.
  package let text: String

  /// `nil` for a line that says nothing: blank, or a remark that begins with "#".
  ///
  /// - Parameter verbs: those of several words are known by this list.
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

/// One command that a client understands.
package struct CommandHelp: Hashable, Sendable {
  /// Its verb, in lower case.
  package let verb: String
  /// What follows the verb: "NAME"; empty when nothing does.
  package let argument: String
  /// What it does, in a phrase.
  package let summary: String
  /// The keys of a terminal that give it, the first one shown in help.
  package let keys: [Key]

  package init(_ verb: String, _ argument: String = "", keys: [Key] = [], does summary: String) {
    self.verb = verb
    self.argument = argument
    self.summary = summary
    self.keys = keys
  }

  package var usage: String { argument.isEmpty ? verb : "\(verb) \(argument)" }
}

extension AssistiveClient {
  /// What a key of a terminal means; `nil` when it means nothing.
  package static func command(for key: Key) -> CommandLine? {
    vocabulary.first { $0.keys.contains(key) }.flatMap { parse($0.verb) }
  }

  /// `nil` for a line that says nothing.
  package static func parse(_ line: String) -> CommandLine? {
    CommandLine(line, verbs: vocabulary.map(\.verb))
  }
}
