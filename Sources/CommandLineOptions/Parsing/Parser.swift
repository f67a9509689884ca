internal import SafeText

/// Parses the words of a command line one by one.
struct Parser {
  enum Stop: Hashable {
    case help
    case version
    case completion(Shell)
    case manual
  }

  private let program: Program
  private var words: ArraySlice<String>
  private(set) var command: CommandSpec?
  private var positional: [String] = []
  private var given: [String: ParsedCommand.Given] = [:]
  private var optionsEnded = false
  /// Whether the word `help` was given; `help COMMAND` is the same as `COMMAND --help`.
  private var wantsHelp = false
  /// Set when help, version or completion is requested: the rest of the command line is then ignored.
  private(set) var stop: Stop?

  init(_ program: Program, _ words: [String]) {
    self.program = program
    self.words = words[...]
  }

  mutating func parse(environment: (String) -> String?) throws(UsageError) -> ParsedCommand {
    while stop == nil, let word = words.popFirst() {
      try read(word)
    }
    if wantsHelp {
      if let extra = positional.first { throw surplus(extra) }
      stop = stop ?? .help
    }
    if stop == nil {
      for option in options { try complete(option, environment) }
      return ParsedCommand(
        command: command?.name, arguments: positional, given: given, named: try assign())
    }
    return ParsedCommand(command: command?.name, arguments: [], given: [:], named: [:])
  }

  /// The options accepted here: after `help`, none of the command's own.
  private var options: [OptionSpec] {
    program.commonOptions + (wantsHelp ? [] : command?.options ?? [])
  }

  var invocation: String {
    ([program.name] + (command.map { [$0.name] } ?? [])).joined(separator: " ")
  }

  func error(_ message: String, hint: String = "") -> UsageError {
    UsageError(message, hint: hint, invocation: invocation)
  }
}

// MARK: Words

extension Parser {
  private mutating func read(_ word: String) throws(UsageError) {
    if optionsEnded || word == "-" || !word.hasPrefix("-") {
      try readPlain(word)
    } else if word == "--" {
      optionsEnded = true
    } else if word.hasPrefix("--") {
      try readLong(word)
    } else if isNumber(word), option(short: word.dropFirst().first) == nil {
      try readPlain(word)
    } else {
      try readShort(word)
    }
  }

  /// Returns whether a word that begins with a dash is a negative number: `-5`, `-.5`, `-5,-5`.
  private func isNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let digit = word.dropFirst().first(where: { $0 != "." })
    else { return false }
    return digit.isASCII && digit.isNumber
  }

  private mutating func readPlain(_ word: String) throws(UsageError) {
    if command == nil, !program.commands.isEmpty {
      if word == "help", !wantsHelp, program.command(named: word) == nil {
        wantsHelp = true
        return
      }
      guard let known = program.command(named: word) else {
        throw error(
          "unknown command \"\(word)\"",
          hint: program.command(meantBy: word).map { "did you mean \($0)?" } ?? "")
      }
      command = known
    } else {
      positional.append(word)
    }
  }

  private mutating func readLong(_ word: String) throws(UsageError) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = options.first(where: { $0.name == name }) else {
      throw unknownOption("--\(name)", name)
    }
    try take(option, written: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// Reads short options: `-v`, `-abc`, `-n5`, `-n 5`.
  private mutating func readShort(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while stop == nil, let letter = letters.popFirst() {
      guard let option = option(short: letter) else { throw unknownOption("-\(letter)", nil) }
      if option.kind == nil {
        try take(option, written: "-\(letter)", attached: nil)
      } else {
        let attached = letters.first == "=" ? letters.dropFirst() : letters
        let value = letters.isEmpty ? nil : String(attached)
        return try take(option, written: "-\(letter)", attached: value)
      }
    }
  }

  private func option(short letter: Character?) -> OptionSpec? {
    guard let letter else { return nil }
    return options.first { $0.shortName == letter }
  }

  private mutating func take(
    _ option: OptionSpec, written: String, attached: String?
  ) throws(UsageError) {
    guard let kind = option.kind else {
      guard attached == nil else { throw error("\(written) does not take a value") }
      if option == Program.helpOption { stop = .help }
      if option == Program.versionOption { stop = .version }
      if option == Program.manualOption { stop = .manual }
      given[option.name] = .init(values: [], origin: .commandLine)
      return
    }
    let value: String
    if let attached { value = attached } else { value = try nextValue(of: option, written) }
    try check(value, kind, "\(written) must be")
    if option == Program.completionOption, let shell = Shell(rawValue: value) {
      stop = .completion(shell)
    }
    if !option.isRepeatable, given[option.name] != nil {
      throw error("\(written) may be given only once")
    }
    given[option.name, default: .init(values: [], origin: .commandLine)].values.append(value)
  }

  private mutating func nextValue(
    of option: OptionSpec, _ written: String
  ) throws(UsageError) -> String {
    if let next = words.first, next == "-" || !next.hasPrefix("-") || isNumber(next) {
      words.removeFirst()
      return next
    }
    let hint =
      words.first.map { "if the value starts with a dash, write --\(option.name)=\($0)" } ?? ""
    throw error("\(written) needs a value: \(option.placeholder)", hint: hint)
  }

  private func check(
    _ value: String, _ kind: ValueKind, _ subject: String
  ) throws(UsageError) {
    guard !kind.accepts(value) else { return }
    var hint = ""
    switch kind {
    case .choice(let words): hint = suggestion(value, among: words) { $0 }
    case .list(let words):
      let wrong = value.split(separator: ",").first { !words.contains(String($0)) }
      hint = suggestion(wrong.map(String.init) ?? "", among: words) { $0 }
    default: break
    }
    throw error("\(subject) \(kind.requirement), not \"\(value)\"", hint: hint)
  }

  private static let helpTakes = "'help' takes one command name"

  private func unknownOption(_ written: String, _ name: String?) -> UsageError {
    if wantsHelp { return error("unknown option \(written)", hint: Self.helpTakes) }
    let owners =
      (program.commands.map { ($0.name, $0.options) }
      + program.subprograms.map { ($0.lastWord, $0.options) })
      .filter { owner, options in
        name != nil && owner != command?.name && options.contains { $0.name == name }
      }
    if let command, let argument = argument(insteadOf: name, in: owners.flatMap(\.1)) {
      let line = ([command.name] + command.arguments.map(\.usage)).joined(separator: " ")
      return error(
        "unknown option \(written)",
        hint: "'\(command.name)' takes \(argument.name.uppercased()) without it: '\(line)'")
    }
    if !owners.isEmpty {
      return error(
        "unknown option \(written)",
        hint: (command == nil ? "write it after " : "it is an option of ")
          + Self.names(owners.map(\.0)))
    }
    return error(
      "unknown option \(written)",
      hint: name.map { suggestion($0, among: options.map(\.name)) { "--\($0)" } } ?? "")
  }

  /// Returns the argument of the command that takes what an option of other commands takes.
  private func argument(insteadOf name: String?, in options: [OptionSpec]) -> ArgumentSpec? {
    guard let option = options.first(where: { $0.name == name }) else { return nil }
    return command?.arguments.first { $0.name.uppercased() == option.placeholder }
  }

  /// Returns names for people: all of a few, and the first of many.
  private static func names(_ names: [String]) -> String {
    let quoted = names.map { "'\($0)'" }
    guard quoted.count > maxNames else { return quoted.joined(separator: ", ") }
    let first = quoted.prefix(maxNames - 1).joined(separator: ", ")
    return "\(first) and \(quoted.count - maxNames + 1) other commands"
  }

  private static let maxNames = 4

  private func suggestion(
    _ word: String, among words: [String], _ write: (String) -> String
  ) -> String {
    closest(to: word, among: words).map { "did you mean \(write($0))?" } ?? ""
  }
}

// MARK: Completing options, assigning arguments

extension Parser {
  private mutating func complete(
    _ option: OptionSpec, _ environment: (String) -> String?
  ) throws(UsageError) {
    guard given[option.name] == nil else { return }
    if let variable = option.environmentVariable, let text = environment(variable), !text.isEmpty {
      let origin = ParsedCommand.Origin.environment(variable)
      guard let kind = option.kind else {
        if !["0", "false", "no", "off"].contains(text.lowercased()) {
          given[option.name] = .init(values: [], origin: origin)
        }
        return
      }
      let values = option.isRepeatable ? text.split(separator: ",").map(String.init) : [text]
      for value in values {
        try check(value, kind, "the environment variable \(variable) must be")
      }
      given[option.name] = .init(values: values, origin: origin)
    } else if let value = option.defaultValue {
      given[option.name] = .init(values: [value], origin: .defaultValue)
    }
  }

  private func assign() throws(UsageError) -> [String: [String]] {
    var left = positional[...]
    var named: [String: [String]] = [:]
    for spec in command?.arguments ?? program.arguments {
      switch spec.presence {
      case .required, .optional:
        if let word = left.popFirst() {
          named[spec.name] = [word]
        } else if spec.presence == .required {
          throw error("missing argument \(spec.placeholder)", hint: spec.help)
        }
      case .rest(let minimum):
        guard left.count >= minimum else {
          throw error("missing argument \(spec.placeholder)", hint: spec.help)
        }
        named[spec.name] = Array(left)
        left = []
      }
      for word in named[spec.name] ?? [] {
        try check(word, spec.kind, "\(spec.placeholder) must be")
      }
    }
    if let extra = left.first { throw surplus(extra) }
    return named
  }

  private func surplus(_ word: String) -> UsageError {
    let subprograms = program.subprograms.map(\.lastWord)
    if subprograms.contains(word) {
      return error(
        "\"\(word)\" stands behind options", hint: "begin with '\(program.name) \(word)'")
    }
    if !subprograms.isEmpty {
      let meant = suggestion(word, among: subprograms) { $0 }
      return error(
        "unknown command \"\(word)\"",
        hint: meant.isEmpty ? "the commands are \(subprograms.joined(separator: ", "))" : meant)
    }
    return error(
      "unexpected argument \"\(word)\"",
      hint: wantsHelp
        ? Self.helpTakes : valueHint(word) ?? "quote an argument that contains spaces")
  }

  /// Returns the option whose value a word looks like.
  private func valueHint(_ word: String) -> String? {
    let option = command?.options.first { option in
      guard case .suggested(let words)? = option.kind,
        given[option.name]?.origin != .commandLine
      else {
        return false
      }
      return words.contains { $0 == word || $0.hasSuffix("=") && word.hasPrefix($0) }
    }
    return option.map { "did you mean --\($0.name) \(shellWord(word))?" }
  }
}
