internal import SafeText

extension Program {
  var bashCompletion: String {
    """
    # bash completion for \(name)
    \((subprograms + [self]).map(\.bashFunction).joined(separator: "\n"))
    complete -o default -F \(functionName) \(name)

    """
  }

  private var bashFunction: String {
    """
    \(functionName)() {
      local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
      local command="" words="" i
    \(bashSubprograms)
      # bash splits --option=value into three words.
      if [[ $cur == "=" ]]; then
        cur=""
      elif [[ $prev == "=" && COMP_CWORD -gt 2 ]]; then
        prev="${COMP_WORDS[COMP_CWORD-2]}"
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case "${COMP_WORDS[i]}" in
          \(commands.isEmpty ? "''" : commandWords.joined(separator: "|"))) command="${COMP_WORDS[i]}"; break ;;
        esac
      done
      case "$command $prev" in
    \(bashValues)
      esac
      case "$command" in
    \(bashWords)
      esac
    \(bashSubprogramWords)
      COMPREPLY=($(compgen -W "$words" -- "$cur"))
    }
    """
  }

  /// Passes the rest of the line on to a command that is a program of its own.
  private var bashSubprograms: String {
    guard !subprograms.isEmpty else { return "" }
    let branches = subprograms.map { "\(shellQuoted($0.lastWord))) \($0.functionName); return ;;" }
    return
      "  ((COMP_CWORD > 1)) && case \"${COMP_WORDS[1]}\" in \(branches.joined(separator: " ")) esac"
  }

  private var bashSubprogramWords: String {
    guard !subprograms.isEmpty else { return "" }
    let names = subprograms.map(\.lastWord).joined(separator: " ")
    return "  ((COMP_CWORD == 1)) && words=\(shellQuoted(names))\" $words\""
  }

  /// The `case` branches that complete the value after an option.
  private var bashValues: String {
    let owned =
      commonOptions.map { ("*", $0) }
      + commands.flatMap { command in command.options.map { (command.name, $0) } }
    let branches = owned.compactMap { owner, option -> String? in
      guard let kind = option.kind else { return nil }
      let command = owner == "*" ? "*" : shellQuoted(owner)
      var patterns = ["\(command)' --\(option.name)'"]
      if let short = option.shortName { patterns.append("\(command)' -\(short)'") }
      let action =
        switch kind {
        case .choice(let words):
          "COMPREPLY=($(compgen -W \(shellQuoted(words.joined(separator: " "))) -- \"$cur\")); return"
        case .list(let words):
          // Keep what is before the last comma.
          "local list=\"\"; [[ $cur == *,* ]] && list=\"${cur%,*},\"; "
            + "COMPREPLY=($(compgen -P \"$list\" -W \(shellQuoted(words.joined(separator: " "))) "
            + "-- \"${cur##*,}\")); return"
        case .suggested(let words):
          "COMPREPLY=($(compgen -W \(shellQuoted(words.joined(separator: " "))) -- \"$cur\")); "
            + "[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null; return"
        case .path: "COMPREPLY=($(compgen -f -- \"$cur\")); return"
        default: "COMPREPLY=(); return"
        }
      return "    \(patterns.joined(separator: "|"))) \(action) ;;"
    }
    return branches.joined(separator: "\n")
  }

  private var bashWords: String {
    let common = commonOptions.map { "--\($0.name)" }
    var branches = [("''", commandWords + argumentWords(arguments) + common)]
    if !commands.isEmpty { branches.append(("help", commands.map(\.name))) }
    for command in commands {
      branches.append(
        (
          shellQuoted(command.name),
          argumentWords(command.arguments) + command.options.map { "--\($0.name)" } + common
        ))
    }
    return branches.map { "    \($0.0)) words=\(shellQuoted($0.1.joined(separator: " "))) ;;" }
      .joined(separator: "\n")
  }

  private func argumentWords(_ arguments: [ArgumentSpec]) -> [String] {
    arguments.flatMap { argument -> [String] in
      switch argument.kind {
      case .choice(let words), .suggested(let words): return words
      default: return []
      }
    }
  }
}
