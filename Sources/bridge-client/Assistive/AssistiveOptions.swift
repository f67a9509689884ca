internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The options of every assistive client: where to work, where commands come from, how to speak.
struct AssistiveOptions {
  static let specs: [OptionSpec] = [
    OptionSpec.text(
      "do", "COMMAND", "Command to run instead of those on standard input"
    )
    .repeatable(),
    .flag("echo", "Write each command before its output"),
    .flag("aloud", "Also speak, through speech-dispatcher or espeak-ng"),
    .synthesize,
  ]

  static let target = ArgumentSpec.optional(
    "target", "Selector or id of the part to work in (default: the front window)")

  static let details = [
    "On a terminal, keys are commands: ? lists them, : takes a command as a line. From a pipe, it reads "
      + "one command a line; \"hear TEXT\" waits for speech. The exit code is 1 when one was refused."
  ]

  /// The element to work in, as a selector or an id; `nil`: the frontmost dialog, window or application.
  let target: String?
  /// The commands to run instead of those on standard input.
  let commands: [String]
  let echoes: Bool
  let isAloud: Bool
  let allowSynthesis: Bool
  /// The interval at which a switch user's scan moves on by itself; `nil`: it does not.
  let scanInterval: Duration?

  init(_ parsed: ParsedCommand) {
    target = parsed.argument("target")
    commands = parsed.strings("do")
    echoes = parsed.flag("echo")
    isAloud = parsed.flag("aloud")
    allowSynthesis = parsed.flag("synthesize")
    scanInterval = parsed.seconds("scan").map { .seconds($0) }
  }

  /// Returns the part of the tree that the target names.
  func scope(_ session: Session, _ server: BridgeClient) async throws -> SceneScope {
    guard let target else { return .front }
    return .element(try await session.id(of: Target(written: target), on: server))
  }
}
