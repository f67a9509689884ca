internal import CommandLineOptions

/// A command that performs one action on an element and takes at most a value for it.
protocol ElementAction: ClientCommand {
  /// The action's name: the command's own unless a type says otherwise.
  var action: String { get }
  var acting: Acting { get }

  init(acting: Acting)
}

extension ElementAction {
  var action: String { Self.spec.name }

  init(_ parsed: ParsedCommand) throws {
    self.init(acting: try Acting(parsed))
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await acting.perform(action, session)
  }
}
