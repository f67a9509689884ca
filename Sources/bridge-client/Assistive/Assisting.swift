internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// `voiceover`, `voice-control`, `switch-control` and `keyboard`.
enum Assisting {
  struct Options {
    /// Where to work: a selector or an id; `nil`: what is in front.
    var target: String?
    /// Instead of standard input.
    var commands: [String] = []
    var isAloud = false
    var allowSynthesis = false
    var verbosity = Verbosity.default
    var scanMode = SwitchControl.Mode.groups
    /// How often a switch user's scan goes on by itself.
    var scanInterval: Duration?
  }

  static func run(
    _ command: String, _ session: Session, _ options: Options
  ) async throws -> ExitCode {
    let server = try await session.connect(reconnecting: true)
    defer { server.close() }
    let scope = try await scope(options, session, server)
    switch command {
    case "voiceover":
      let client = VoiceOver(scope: scope, verbosity: options.verbosity)
      return try await run(client, session, server, options)
    case "voice-control":
      return try await run(VoiceControl(scope: scope), session, server, options)
    case "switch-control":
      let client = SwitchControl(scope: scope, mode: options.scanMode)
      return try await run(client, session, server, options)
    default:
      return try await run(KeyboardAccess(scope: scope), session, server, options)
    }
  }

  /// Where the target says to work.
  static func scope(
    _ options: Options, _ session: Session, _ server: BridgeClient
  ) async throws -> SceneScope {
    guard let target = options.target else { return .front }
    return .element(try await Looking.id(of: parseTarget(target), session, server))
  }

  private static func run(
    _ client: some AssistiveClient, _ session: Session, _ server: BridgeClient, _ options: Options
  ) async throws -> ExitCode {
    var runner = try AssistiveRunner(client, session, server, options)
    return try await runner.run()
  }

  /// The commands of a client with their keys, then those that every one has, within a width.
  static func help(_ vocabulary: [CommandHelp], width: Int) -> [String] {
    var rows = vocabulary.map { command in
      [command.usage, command.keys.map(\.name).joined(separator: " "), command.summary]
    }
    rows.append(["hear TEXT", "", "Wait until something is said that holds the text"])
    rows.append(["wait SECONDS", "", "Wait, and listen meanwhile"])
    rows.append(["help", "?", "List the commands"])
    rows.append(["quit", "q", "End"])
    let room = max(20, width - Columns(rows: rows.map { Array($0.dropLast()) }).width - 2)
    var columns = Columns()
    for row in rows {
      for (number, text) in wrapped(row.last ?? "", width: room).enumerated() {
        columns.append(number == 0 ? row.dropLast() + [text] : ["", "", text])
      }
    }
    return columns.lines()
  }
}
