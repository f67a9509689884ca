extension Program {
  /// Returns the help of a command, or of the program.
  ///
  /// - Parameter width: The maximum width in columns; less than 40 counts as 40.
  package func help(for command: CommandSpec? = nil, width: Int = 80) -> String {
    var page = HelpPage(width: max(40, width))
    page.paragraph((command?.summary ?? summary) + ".")
    page.usage(usageLine(of: command))
    for text in command?.details ?? details { page.paragraph(text) }
    if command == nil, let exitCodesText { page.paragraph(exitCodesText) }
    page.list("Arguments", (command?.arguments ?? arguments).map { ($0.placeholder, $0.help) })
    if let command {
      page.list("Options", command.options.map(\.helpEntry))
      page.list("Global options", commonOptions.map(\.helpEntry))
    } else {
      page.list(
        "Commands",
        commands.map { ($0.name, $0.summary) } + subprograms.map { ($0.lastWord, $0.summary) })
      page.list("Options", commonOptions.map(\.helpEntry))
      for list in lists { page.list(list.title, list.entries.map { ($0.term, $0.text) }) }
    }
    let examples = command?.examples ?? examples
    page.lines(examples.count == 1 ? "Example" : "Examples", examples)
    if command == nil, !commands.isEmpty {
      page.paragraph("See '\(name) help COMMAND' for more about a command.")
    }
    if command == nil, !subprograms.isEmpty {
      page.paragraph("See '\(name) COMMAND --help' for more about a command.")
    }
    return page.text
  }

  /// The exit codes in a sentence; `nil`: there are none.
  var exitCodesText: String? {
    guard !exitCodes.isEmpty else { return nil }
    let codes = exitCodes.enumerated().map { "\($0.offset) \($0.element)" }
    return "Exit codes: \(codes.joined(separator: "; "))."
  }

  func usageLine(of command: CommandSpec?) -> String {
    let arguments = command?.arguments ?? arguments
    var words = [name]
    if let command {
      words.append(command.name)
    } else if !commands.isEmpty {
      words.append("COMMAND")
    }
    words.append("[OPTION…]")
    return (words + arguments.map(\.usage)).joined(separator: " ")
  }
}

extension OptionSpec {
  /// The entry of the list of options: "-s, --server HOST:PORT" and the text, with range, default and variable.
  fileprivate var helpEntry: (String, String) {
    let short = shortName.map { "-\($0), " } ?? "    "
    return ("\(short)--\(name)\(valueText)", helpText)
  }

  /// The name of the value after a space; empty for a flag.
  var valueText: String { kind == nil ? "" : " \(placeholder)" }

  /// What the option does, with range, default and variable.
  var helpText: String {
    var remarks: [String] = []
    if let range = kind?.rangeText { remarks.append(range) }
    if case .choice(let words) = kind, placeholder != words.joined(separator: "|") {
      remarks.append(words.joined(separator: ", "))
    }
    if case .list(let words) = kind { remarks.append(words.joined(separator: ", ")) }
    if let defaultValue { remarks.append("default: \(defaultValue)") }
    if let environmentVariable { remarks.append("or set \(environmentVariable)") }
    if isRepeatable { remarks.append("may be repeated") }
    let suffix = remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    return help + suffix
  }
}
