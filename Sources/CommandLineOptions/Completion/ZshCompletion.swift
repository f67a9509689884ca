internal import SafeText

extension Program {
  var zshCompletion: String {
    let common = commonOptions.map { zshOption($0) }
    if commands.isEmpty {
      return """
        #compdef \(name)
        \((subprograms + [self]).map(\.zshFunction).joined(separator: "\n"))
        \(zshEnd)
        """
    }
    let branches = commands.map { command in
      let lines = command.options.map { zshOption($0) } + common + zshArguments(command.arguments)
      return """
            \(command.name))
              _arguments -s \\
        \(zshLines(lines, indent: 8)) ;;
        """
    }
    let names =
      commands.map { "    " + shellQuoted(zshEscaped($0.name) + ":" + zshEscaped($0.summary)) }
      + ["    'help:Show help for a command'"]
    return """
      #compdef \(name)
      \(functionName)() {
        local context state line
        local -a commands=(
      \(names.joined(separator: "\n"))
        )
        _arguments -C -s \\
      \(zshLines(common + ["'1:command:->command'", "'*::argument:->argument'"], indent: 4))
        case "$state" in
          command) _describe -t commands command commands ;;
          argument)
            case "$line[1]" in
              help) _describe -t commands command commands ;;
      \(branches.joined(separator: "\n"))
            esac ;;
        esac
      }
      \(zshEnd)
      """
  }

  /// Completes at once where the script is loaded as the function itself, by its file's name, and registers the function
  /// where it is evaluated.
  private var zshEnd: String {
    """
    if [[ "$funcstack[1]" == "_\(name)" ]]; then
      \(functionName) "$@"
    else
      compdef \(functionName) \(name)
    fi

    """
  }

  /// The function of a program without commands.
  private var zshFunction: String {
    var lines = commonOptions.map { zshOption($0) } + zshArguments(arguments)
    var branches = ""
    if !subprograms.isEmpty {
      lines.append("'1:command:(\(subprograms.map(\.lastWord).joined(separator: " ")))'")
      branches = subprograms.map { program in
        """
          if ((CURRENT > 2)) && [[ "$words[2]" == \(shellQuoted(program.lastWord)) ]]; then
            shift words
            ((CURRENT--))
            \(program.functionName)
            return
          fi

        """
      }.joined()
    }
    return """
      \(functionName)() {
      \(branches)  _arguments -s \\
      \(zshLines(lines, indent: 4))
      }
      """
  }

  private func zshLines(_ lines: [String], indent: Int) -> String {
    let space = String(repeating: " ", count: indent)
    return lines.map { space + $0 }.joined(separator: " \\\n")
  }

  private func zshOption(_ option: OptionSpec) -> String {
    let value =
      option.kind.map { ":\(zshEscaped(option.placeholder)):\(zshValues($0))" } ?? ""
    let repeated = option.isRepeatable ? "*" : ""
    let equals = option.kind == nil ? "" : "="
    let long = shellQuoted(
      "\(repeated)--\(option.name)\(equals)[\(zshEscaped(option.help))]\(value)")
    guard let short = option.shortName else { return long }
    return long + " " + shellQuoted("\(repeated)-\(short)[\(zshEscaped(option.help))]\(value)")
  }

  private func zshArguments(_ arguments: [ArgumentSpec]) -> [String] {
    arguments.enumerated().map { index, argument in
      let specification =
        switch argument.presence {
        case .required: "\(index + 1):"
        case .optional: "\(index + 1)::"
        case .rest: "*:"
        }
      return shellQuoted("\(specification)\(zshEscaped(argument.name)):\(zshValues(argument.kind))")
    }
  }

  private func zshValues(_ kind: ValueKind) -> String {
    switch kind {
    case .choice(let words): "(\(words.joined(separator: " ")))"
    case .list(let words): "_sequence compadd - \(words.joined(separator: " "))"
    case .suggested(let words): "(\(words.joined(separator: " ")))"
    case .path: "_files"
    default: " "
    }
  }

  private func zshEscaped(_ text: String) -> String {
    String(text.flatMap { "\\:[]".contains($0) ? ["\\", $0] : [$0] })
  }
}
