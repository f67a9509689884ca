extension Program {
  var fishCompletion: String {
    var lines = ["# fish completion for \(name)", "complete -c \(name) -f"]
    for command in commands {
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -a \(command.name) -d \(fish(command.summary))"
      )
    }
    if !commands.isEmpty {
      let names = commands.map(\.name).joined(separator: " ")
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -a help -d 'Show help for a command'")
      lines.append(
        "complete -c \(name) -n '__fish_seen_subcommand_from help' -a \(fish(names))")
    }
    let names = subprograms.map(\.lastWord).joined(separator: " ")
    let alone = subprograms.isEmpty ? nil : "'not __fish_seen_subcommand_from \(names)'"
    for program in subprograms {
      let word = program.lastWord
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -a \(word) -d \(fish(program.summary))")
      let condition = "'__fish_seen_subcommand_from \(word)'"
      lines += program.commonOptions.map { fishOption($0, condition: condition) }
      lines += fishArguments(program.arguments, condition: condition)
    }
    for option in commonOptions { lines.append(fishOption(option, condition: alone)) }
    lines += fishArguments(arguments, condition: nil)
    for command in commands {
      let condition = "'__fish_seen_subcommand_from \(command.name)'"
      lines += command.options.map { fishOption($0, condition: condition) }
      lines += fishArguments(command.arguments, condition: condition)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func fishOption(_ option: OptionSpec, condition: String?) -> String {
    var words = ["complete -c \(name)"]
    if let condition { words.append("-n \(condition)") }
    words.append("-l \(option.name)")
    if let short = option.shortName { words.append("-s \(short)") }
    switch option.kind {
    case nil: break
    case .choice(let values)?: words.append("-x -a \(fish(values.joined(separator: " ")))")
    case .list(let values)?:
      words.append("-x -a \(fish("(__fish_append , \(values.joined(separator: " ")))"))")
    case .suggested(let values)?: words.append("-x -a \(fish(values.joined(separator: " ")))")
    case .path?: words.append("-r -F")
    default: words.append("-x")
    }
    words.append("-d \(fish(option.help))")
    return words.joined(separator: " ")
  }

  private func fishArguments(_ arguments: [ArgumentSpec], condition: String?) -> [String] {
    arguments.compactMap { argument in
      let start = "complete -c \(name)" + (condition.map { " -n \($0)" } ?? "")
      switch argument.kind {
      case .choice(let values), .suggested(let values):
        return start + " -a \(fish(values.joined(separator: " ")))"
      case .path: return start + " -F"
      default: return nil
      }
    }
  }

  /// Quotes a text by fish's rules for single quotes: backslashes and quotes are escaped by a backslash.
  private func fish(_ text: String) -> String {
    "'" + String(text.flatMap { "\\'".contains($0) ? ["\\", $0] : [$0] }) + "'"
  }
}
