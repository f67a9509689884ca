internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The arguments and options of every command that acts: the element, a value, and how to act and wait.
struct ActionOptions {
  static let options: [OptionSpec] = [
    .synthesize,
    .integer(
      "quiet", "MS", in: 1...60_000,
      "Time without changes after which the action counts as complete, in ms; 50 by default"),
    .integer(
      "settle", "MS", in: 1...60_000,
      "Maximum time to wait for changes to end, in ms; 1000 by default"),
    .flag("no-settle", "Return when the application answers, without waiting for changes"),
  ]

  let target: Target
  let value: String?
  private let allowSynthesis: Bool
  private let quietMs: UInt32
  private let settleMs: UInt32
  private let answersImmediately: Bool

  init(_ parsed: ParsedCommand) throws {
    answersImmediately = parsed.flag("no-settle")
    for name in ["quiet", "settle"] where answersImmediately && parsed.string(name) != nil {
      throw BadCommand("--no-settle and --\(name) cannot be combined")
    }
    target = try parsed.requiredTarget()
    value = parsed.argument("value") ?? parsed.string("at")
    allowSynthesis = parsed.flag("synthesize")
    quietMs = UInt32(clamping: parsed.int("quiet") ?? 0)
    settleMs = UInt32(clamping: parsed.int("settle") ?? 0)
  }

  /// Performs an action by its name: a standard action, `set`, or one that the element advertises.
  func perform(_ action: String, _ session: Session) async throws -> ExitCode {
    let client = try session.open(reconnecting: true)
    defer { client.close() }
    return try await perform(command(action, session, client), on: target, session, client)
  }

  private func command(
    _ action: String, _ session: Session, _ client: BridgeClient
  ) async throws -> ActionCommand {
    if action == SetCommand.spec.name {
      return try await SetCommand.setting(value, of: target, session, client)
    }
    var text = CommandText(action, value)
    if text.needsActivationPoint {
      text.activationPoint = try await session.element(target, on: client).effectiveActivationPoint
    }
    return try text.command()
  }

  /// Performs a command and prints its outcome.
  func perform(
    _ command: ActionCommand, on target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> ExitCode {
    let request = PerformRequest(
      target: target, command: command, allowSynthesis: allowSynthesis,
      quietMs: quietMs, settleMs: settleMs,
      answersImmediately: answersImmediately)
    // An element that the action removes cannot be named afterwards.
    var names = ElementNames(client)
    var (element, receipt) = try await client.performReadingElement(
      request, timeout: session.timeLeft())
    names.learn(element.map { [$0] } ?? [])
    receipt.refusal = receipt.refusal.map(session.words.replacingProtocolTerms)
    if session.json {
      session.print(NamedReceipt(receipt: receipt, element: element))
    } else if let refusal = receipt.refusal {
      printError("refused: \(refusal.text)")
    } else {
      names.learn(receipt.update?.changed ?? [])
      session.output.line(await ReceiptText(receipt, command, &names).text)
      try names.check()
      if !allowSynthesis, receipt.mayHaveIgnored(command) {
        printNote("the text may not have been inserted; --synthesize types it if nothing changed")
      }
    }
    return receipt.refusal.map { ExitCode($0) == .done ? .negative : ExitCode($0).asRefusal }
      ?? .done
  }
}

extension ExitCode {
  /// The exit code of a refusal: 1, except where the deadline has passed.
  fileprivate var asRefusal: ExitCode { self == .deadlinePassed ? self : .negative }
}

/// A receipt, with the element as it was before the action, which may have removed it.
private struct NamedReceipt: JSONRepresentable {
  let receipt: Receipt
  let element: Element?

  func writeFields(to writer: inout JSONWriter) {
    receipt.writeFields(to: &writer)
    guard let element, element.id == receipt.element else { return }
    writer.field("element_role", element.role.name)
    writer.field("element_label", element.label)
  }
}

extension CommandSpec {
  /// Creates a command whose first argument is the element, and whose last options are those of `ActionOptions`.
  static func acting(
    _ name: String, _ summary: String, details: [String] = [], arguments: [ArgumentSpec] = [],
    options: [OptionSpec] = [], example: String, moreExamples: [String] = []
  ) -> CommandSpec {
    CommandSpec(
      name, summary: summary, details: details, arguments: [.target] + arguments,
      options: options + ActionOptions.options, example: example, moreExamples: moreExamples)
  }
}
