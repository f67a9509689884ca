internal import CommandLineOptions

/// A command of the program: what its line may hold, how the values are read, and what it does.
///
/// A command is one type in `Commands/`, listed in `ClientProgram.commands`. Help, completion, parsing
/// and dispatch come from that list.
///
/// Commands may use `Assistive`, `Bench`, `Terminal` and `Support`. `Assistive` may use `Terminal` and
/// `Support`; `Bench` and `Terminal` may use `Support`. None of them uses a command: what it shares with
/// one is in `Support`.
protocol ClientCommand: SendableMetatype {
  static var spec: CommandSpec { get }

  /// Reads the values of a line that fits `spec`.
  ///
  /// - Throws: `BadCommand` where they do not go together.
  init(_ parsed: ParsedCommand) throws

  func run(_ session: Session) async throws -> ExitCode
}
