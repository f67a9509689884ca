internal import Glibc

/// What a command line requests.
package enum Invocation: Hashable, Sendable {
  case run(ParsedCommand)
  /// Help, version, completion or the manual page: print it to standard output and exit 0.
  case show(String)
}

extension Program {
  /// Parses a command line.
  ///
  /// - Parameters:
  ///   - words: The words without the program's own name.
  ///   - environment: Returns the value of an environment variable.
  ///   - width: The maximum width of help, in columns.
  package func read(
    _ words: [String], environment: (String) -> String? = Terminal.environment, width: Int = 80
  ) throws(UsageError) -> Invocation {
    try check(words)
    var parser = Parser(self, words)
    let parsed = try parser.parse(environment: environment)
    switch parser.stop {
    case .help: return .show(help(for: parser.command, width: width))
    case .version: return .show("\(name) \(version)\n")
    case .completion(let shell): return .show(completion(for: shell))
    case .manual: return .show(manualPage)
    case nil: break
    }
    if !commands.isEmpty, parsed.command == nil {
      throw UsageError(
        "no command given",
        hint: "the commands are " + commands.map(\.name).joined(separator: ", "),
        invocation: name)
    }
    return .run(parsed)
  }

  /// Parses the command line of this process. Prints help and exits, or says what is wrong and exits with 2.
  ///
  /// - Parameters:
  ///   - unwritable: The exit code when help cannot be written.
  ///   - failed: Called with the error before it is written to standard error.
  package func parseOrExit(
    _ arguments: [String] = CommandLine.arguments, unwritable: Int32 = 1,
    failed: (_ error: UsageError, _ words: [String]) -> Void = { _, _ in }
  ) -> ParsedCommand {
    // The program's own name is always among the arguments. Without /proc Swift finds no arguments at all;
    // running then would ignore what was requested.
    guard !arguments.isEmpty else {
      Terminal.write("\(name): cannot read the command line: /proc is not mounted\n", to: 2)
      exit(UsageError.exitCode)
    }
    let words = Array(arguments.dropFirst())
    do {
      try checkOwnWords()
      switch try read(words, width: min(Terminal.columns(of: 1) ?? 80, 100)) {
      case .run(let parsed): return parsed
      case .show(let text):
        exit(Terminal.print(TerminalText(own: text), by: name) ? 0 : unwritable)
      }
    } catch {
      failed(error, words)
      Terminal.write(TerminalText(lines: error.description) + "\n", to: 2)
      exit(UsageError.exitCode)
    }
  }
}
