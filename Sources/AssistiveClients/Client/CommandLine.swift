/// A command as people write it: a verb, and what it is about.
public struct CommandLine: Hashable, Sendable {
  /// In lower case.
  public let verb: String
  /// What follows the verb, without the spaces around it; empty when nothing does.
  public let argument: String
  /// Everything after the one space that ends the verb, as it was written: what is to be typed.
  public let text: String

  /// `nil` for a line that says nothing: blank, or a remark that begins with "#".
  ///
  /// - Parameter verbs: those of several words are known by this list.
  public init?(_ line: String, verbs: [String] = []) {
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
public struct CommandHelp: Hashable, Sendable {
  /// Its verb, in lower case.
  public let verb: String
  /// What follows the verb: "NAME"; empty when nothing does.
  public let argument: String
  /// What it does, in a phrase.
  public let summary: String
  /// The keys of a terminal that give it, the first one shown in help.
  public let keys: [Key]

  public init(_ verb: String, _ argument: String = "", keys: [Key] = [], does summary: String) {
    self.verb = verb
    self.argument = argument
    self.summary = summary
    self.keys = keys
  }

  public var usage: String { argument.isEmpty ? verb : "\(verb) \(argument)" }
}

extension AssistiveClient {
  /// What a key of a terminal means; `nil` when it means nothing.
  public static func command(for key: Key) -> CommandLine? {
    vocabulary.first { $0.keys.contains(key) }.flatMap { parse($0.verb) }
  }

  /// `nil` for a line that says nothing.
  public static func parse(_ line: String) -> CommandLine? {
    CommandLine(line, verbs: vocabulary.map(\.verb))
  }
}
