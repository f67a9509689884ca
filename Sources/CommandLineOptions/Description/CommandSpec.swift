internal import SafeText

/// The description of a command: its arguments and options, and the texts of its help.
package struct CommandSpec: Hashable, Sendable {
  package let name: String
  /// A phrase without a full stop, for the list of commands.
  package let summary: String
  /// More paragraphs, for the command's own help.
  package let details: [String]
  package let arguments: [ArgumentSpec]
  package let options: [OptionSpec]
  /// Whole command lines that work.
  package let examples: [String]

  package init(
    _ name: String, summary: String, details: [String] = [], arguments: [ArgumentSpec] = [],
    options: [OptionSpec] = [], example: String, moreExamples: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.arguments = arguments
    self.options = options
    self.examples = [example] + moreExamples
  }
}

/// The description of a program, from which its parser, help and shell completion are made.
package struct Program: Hashable, Sendable {
  package let name: String
  package let version: String
  package let summary: String
  package let details: [String]
  /// Options that are accepted before and after a command's name.
  package let options: [OptionSpec]
  /// The arguments of a program without commands.
  package let arguments: [ArgumentSpec]
  package let commands: [CommandSpec]
  /// Words that people try first, with the command that does what they expect of it.
  package let otherWords: [String: String]
  /// Commands that are parsed as programs of their own, such as "a11y-bridge pair" of "a11y-bridge".
  package let subprograms: [Program]
  /// The exit codes from 0 on, each with what it means.
  package let exitCodes: [String]
  /// Lists that help shows after the options.
  package let lists: [HelpList]
  /// The manual pages to read as well, such as "bridge-client(1)".
  package let related: [String]
  package let examples: [String]

  package init(
    _ name: String, version: String, summary: String, details: [String] = [],
    options: [OptionSpec] = [], arguments: [ArgumentSpec] = [], commands: [CommandSpec] = [],
    otherWords: [String: String] = [:], subprograms: [Program] = [], exitCodes: [String] = [],
    lists: [HelpList] = [],
    related: [String] = [],
    examples: [String]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.details = details
    self.options = options
    self.arguments = arguments
    self.commands = commands
    self.otherWords = otherWords
    self.subprograms = subprograms
    self.exitCodes = exitCodes
    self.lists = lists
    self.related = related
    self.examples = examples
  }

  package func command(named name: String) -> CommandSpec? {
    commands.first { $0.name == name }
  }

  /// Returns the name of the command that a word that names none was probably meant for; `nil` when none is similar.
  package func command(meantBy word: String) -> String? {
    otherWords[word.lowercased()] ?? closest(to: word, among: commands.map(\.name))
  }
}

extension Program {
  static let helpOption = OptionSpec.flag("help", "Show this help and exit").short("h")
  static let versionOption = OptionSpec.flag("version", "Show the version and exit")
  static let completionOption = OptionSpec.choice(
    "completion", Shell.allCases.map(\.rawValue),
    "Print the completion script for a shell and exit",
    placeholder: "SHELL")

  static let manualOption = OptionSpec.flag("man", "Print the manual page and exit")

  /// The last word of the name: "pair" of "a11y-bridge pair".
  var lastWord: String { name.split(separator: " ").last.map(String.init) ?? name }

  /// The options that every command accepts, the built-in ones last.
  var commonOptions: [OptionSpec] {
    options + [
      Self.helpOption, Self.versionOption, Self.completionOption, Self.manualOption,
    ]
  }
}
