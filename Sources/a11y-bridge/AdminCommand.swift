internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// A command of `a11y-bridge` that serves nothing: `a11y-bridge pair`, `a11y-bridge policy`.
protocol AdminCommand: SendableMetatype {
  static var name: String { get }
  static var description: Program { get }

  /// Prints what it has to say to standard output.
  static func run(_ parsed: ParsedCommand) throws(ProgramError)
}

extension AdminCommand {
  /// Runs the command, and ends the process.
  fileprivate static func main(_ arguments: [String]) -> Never {
    let parsed = description.parseOrExit(arguments)
    do throws(ProgramError) {
      try run(parsed)
      exit(0)
    } catch {
      let program = ([description.name] + (parsed.command.map { [$0] } ?? [])).joined(
        separator: " ")
      AdminCommands.report(error.message)
      if error.isUsage { Terminal.write("Try '\(program) --help'.\n", to: 2) }
      exit(error.exitCode)
    }
  }
}

enum AdminCommands {
  static let all: [any AdminCommand.Type] = [
    PairCommand.self, TokenCommand.self, PolicyCommand.self, AuditLogCommand.self,
  ]

  /// Runs the command that the arguments name, and ends the process; returns when they name none.
  static func runIfNamed(_ arguments: [String] = CommandLine.arguments) {
    let rest = Array(arguments.dropFirst())
    all.first { $0.name == rest.first }?.main(rest)
  }

  /// Prints what is wrong to standard error, each line with the program's name, as the server does.
  static func report(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    Terminal.write(
      TerminalText(lines: lines.map { "a11y-bridge: \($0)\n" }.joined()), to: 2)
  }

  static func output(_ text: String) {
    _ = Terminal.print(TerminalText(lines: text) + "\n", by: "a11y-bridge")
  }
}
