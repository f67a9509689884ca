internal import CommandLineOptions

/// A command of the program: its arguments and options, how they are read, and what it does.
///
/// A command is one type in `Commands/`, listed in `ClientProgram.commands`. Help, completion, parsing
/// and dispatch come from that list.
///
/// Commands may use `Assistive`, `Bench`, `Terminal` and `Support`. `Assistive` may use `Terminal` and
/// `Support`; `Bench` and `Terminal` may use `Support`. None of these may use a command: what they share with
/// a command is in `Support`.
protocol ClientCommand: SendableMetatype {
  static var spec: CommandSpec { get }

  /// Whether the command begins with the server, so that it waits for one that is still to write its ready file.
  static var beginsWithServer: Bool { get }

  /// Reads the values of a command line that fits `spec`.
  ///
  /// - Throws: `BadCommand` when values contradict each other.
  init(_ parsed: ParsedCommand) throws

  func run(_ session: Session) async throws -> ExitCode
}

extension ClientCommand {
  static var beginsWithServer: Bool { true }
}
