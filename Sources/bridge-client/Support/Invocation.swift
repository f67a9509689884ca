internal import CommandLineOptions
internal import SafeText

/// How the client is run again: what command lines in its messages begin with.
enum Invocation {
  static let program = "bridge-client"

  /// Returns the program with the options that lead to the same server. What the environment says, it says again.
  static func text(_ parsed: ParsedCommand) -> String {
    let names = ["server"] + Endpoint.options.map(\.name)
    return names.reduce(into: program) { text, name in
      guard parsed.origin(name) == .commandLine, let value = parsed.string(name) else { return }
      text += " --\(name) \(shellWord(value))"
    }
  }
}
