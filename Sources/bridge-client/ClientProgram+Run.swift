internal import BridgeClient
internal import BridgeTransport
internal import CommandLineOptions

extension ClientProgram {
  /// Carries out a parsed command line.
  static func run(_ parsed: ParsedCommand) async -> ExitCode {
    let command = commands.first { $0.spec.name == parsed.command }
    let timeout = Duration.seconds(parsed.seconds("timeout") ?? 30)
    let deadline = MonotonicTime.now().advanced(by: timeout)
    do {
      let session = Session(
        endpoint: try Endpoint(parsed), json: parsed.flag("json"),
        timeout: timeout,
        keepalive: .seconds(parsed.seconds("keepalive") ?? 15), deadline: deadline,
        words: CommandWords(command?.spec, invocation: Invocation.text(parsed)),
        steps: StepReader(program: description, commands: commands))
      guard let type = command else { throw BadCommand("no command given") }
      let command = try type.init(parsed)
      return try await command.run(type.beginsWithServer ? session.located() : session)
    } catch {
      let failure = Failure(
        error: error, command: command?.spec, invocation: Invocation.text(parsed))
      if parsed.flag("json") { Output().json(failure) }
      printError(failure.text)
      return ExitCode(error)
    }
  }
}
