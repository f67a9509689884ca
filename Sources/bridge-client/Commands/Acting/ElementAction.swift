internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// A command that performs one action on an element, with at most one value.
protocol ElementAction: StepCommand {
  /// The action's name; by default the command's name.
  var action: String { get }
  var acting: ActionOptions { get }

  init(acting: ActionOptions)
}

extension ElementAction {
  var action: String { Self.spec.name }

  init(_ parsed: ParsedCommand) throws {
    self.init(acting: try ActionOptions(parsed))
  }

  func step(_ session: Session, _ client: BridgeClient) async throws -> Step {
    try await acting.step(action, session, client)
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await acting.perform(action, session)
  }
}
