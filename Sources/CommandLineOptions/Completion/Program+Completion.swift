extension Program {
  /// A script for the shell: `eval "$(PROGRAM --completion bash)"`.
  package func completion(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// What may stand where a command is expected.
  var commandWords: [String] { commands.isEmpty ? [] : commands.map(\.name) + ["help"] }

  /// A name that shells take for a function.
  var functionName: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}

/// Text within single quotes, for every shell.
func quoted(_ text: String) -> String {
  "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    + "'"
}
