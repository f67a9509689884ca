extension Program {
  /// Returns the completion script for a shell, to be used as `eval "$(PROGRAM --completion bash)"`.
  package func completion(for shell: Shell) -> String {
    switch shell {
    case .bash: bashCompletion
    case .zsh: zshCompletion
    case .fish: fishCompletion
    }
  }

  /// The words that can be given where a command is expected.
  var commandWords: [String] { commands.isEmpty ? [] : commands.map(\.name) + ["help"] }

  /// The name of the completion function, made of characters that every shell accepts.
  var functionName: String {
    "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
