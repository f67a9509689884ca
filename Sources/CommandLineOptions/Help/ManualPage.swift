extension Program {
  /// The manual page, for `man`: what help says, of the program and all its commands.
  var manualPage: String {
    var page = ManualText()
    page.line(".TH \"\(ManualText.escaped(name.uppercased()))\" 1 \"\" \"\(name) \(version)\"")
    page.section("NAME")
    page.paragraph("\(name) \\- ", summary)
    page.section("SYNOPSIS")
    page.paragraph("\\fB\(ManualText.escaped(name))\\fR ", synopsis)
    page.section("DESCRIPTION")
    for text in details { page.paragraph(text) }
    page.section("OPTIONS")
    page.arguments(arguments)
    page.options(commonOptions)
    for list in lists {
      page.section(list.title.uppercased())
      for entry in list.entries { page.term(entry.term, entry.text) }
    }
    if !commands.isEmpty || !subprograms.isEmpty { page.section("COMMANDS") }
    for command in commands { page.command(command, usageLine(of: command)) }
    for program in subprograms { page.subprogram(program) }
    if !exitCodes.isEmpty { page.section("EXIT STATUS") }
    for (code, meaning) in exitCodes.enumerated() { page.term("\(code)", meaning) }
    page.section("EXAMPLES")
    page.examples(examples)
    if !related.isEmpty {
      page.section("SEE ALSO")
      page.paragraph(related.joined(separator: ", "))
    }
    return page.text
  }

  /// The usage line without the name.
  private var synopsis: String { String(usageLine(of: nil).dropFirst(name.count + 1)) }
}

/// Builds a page in the format of `man`.
private struct ManualText {
  private(set) var text = ""

  /// Escapes what the formatter would read as its own.
  static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\e"
      case "-": "\\-"
      case "'": "\\(aq"
      case "…": "..."
      default: String(character)
      }
    }.joined()
  }

  mutating func line(_ line: String) {
    text += line + "\n"
  }

  mutating func section(_ title: String) {
    line(".SH \"\(Self.escaped(title))\"")
  }

  /// - Parameter prefix: What comes before the text, in the formatter's language.
  mutating func paragraph(_ prefix: String = "", _ text: String) {
    line(".PP")
    line((prefix.isEmpty ? "\\&" : prefix) + Self.escaped(text))
  }

  mutating func paragraph(_ text: String) { paragraph("", text) }

  mutating func term(_ term: String, _ text: String) {
    line(".TP")
    line("\\fB\(Self.escaped(term))\\fR")
    line("\\&" + Self.escaped(text))
  }

  mutating func arguments(_ arguments: [ArgumentSpec]) {
    for argument in arguments { term(argument.placeholder, argument.help) }
  }

  mutating func options(_ options: [OptionSpec]) {
    for option in options {
      let short = option.shortName.map { "-\($0), " } ?? ""
      term("\(short)--\(option.name)\(option.valueText)", option.helpText)
    }
  }

  mutating func command(_ command: CommandSpec, _ usage: String) {
    line(".SS \"\(Self.escaped(usage))\"")
    paragraph(command.summary + ".")
    for text in command.details { paragraph(text) }
    arguments(command.arguments)
    options(command.options)
    examples(command.examples)
  }

  mutating func subprogram(_ program: Program) {
    line(".SS \"\(Self.escaped(program.usageLine(of: nil)))\"")
    paragraph(program.summary + ".")
    for text in program.details { paragraph(text) }
    if let text = program.exitCodesText { paragraph(text) }
    arguments(program.arguments)
    options(program.options)
    for command in program.commands { self.command(command, program.usageLine(of: command)) }
    examples(program.examples)
  }

  mutating func examples(_ examples: [String]) {
    line(".PP")
    line(".RS 4")
    line(".nf")
    for example in examples { line("\\&" + Self.escaped(example)) }
    line(".fi")
    line(".RE")
  }
}
