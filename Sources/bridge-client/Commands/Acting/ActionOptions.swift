internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The arguments and options of every command that acts: the element, a value, and how to act and wait.
struct ActionOptions {
  static let options: [OptionSpec] =
    [
      .synthesize,
      .integer(
        "quiet", "MS", in: 1...60_000,
        "Time without changes after which the action counts as complete, in ms; 50 by default"),
      .integer(
        "settle", "MS", in: 1...60_000,
        "Maximum time to wait for changes to end, in ms; 1000 by default. Given, a box that is checked must stay so for 320 "
          + "ms"),
      .flag(
        OptionSpec.noSettle, "Return when the application answers, without waiting for changes"),
      .text(
        "then", "TARGET",
        "Wait for this element instead of for changes to end: until it appears, or as --until says. Without an id or an "
          + "application in its selector, it is one of the application that is acted on"),
      .text(
        "until", "CONDITION", suggesting: WaitCondition.suggestions,
        "Condition to wait for, of --then or else of the element itself; see 'help wait'"),
    ] + ExpectationOptions.options

  let target: Target
  let value: String?
  private let allowSynthesis: Bool
  private let quietMs: UInt32
  private let settleMs: UInt32
  private let answersImmediately: Bool
  /// What ends the action, in the place of quiet.
  private let until: WaitForRequest?
  private let expectations: ExpectationOptions
  private let hasTimeout: Bool

  init(_ parsed: ParsedCommand) throws {
    answersImmediately = parsed.flag(OptionSpec.noSettle)
    for name in ["quiet", "settle"] where answersImmediately && parsed.string(name) != nil {
      throw BadCommand("--no-settle and --\(name) cannot be combined")
    }
    for name in ["quiet", "settle", "no-settle"] where parsed.origin(name) == .commandLine {
      for other in ["then", "until"] where parsed.string(other) != nil {
        throw BadCommand("--\(other) and --\(name) cannot be combined")
      }
    }
    target = try parsed.requiredTarget()
    until = try Self.until(parsed, target)
    value = parsed.argument("value") ?? parsed.string("at")
    allowSynthesis = parsed.flag("synthesize")
    quietMs = UInt32(clamping: parsed.int("quiet") ?? 0)
    settleMs = UInt32(clamping: parsed.int("settle") ?? 0)
    expectations = try ExpectationOptions(parsed)
    hasTimeout = parsed.origin("timeout") != .defaultValue
  }

  private static func until(_ parsed: ParsedCommand, _ own: Target) throws -> WaitForRequest? {
    let other = try parsed.string("then").map(Target.init(written:))
    let condition = try parsed.string("until").map(WaitCondition.init(written:))
    guard other != nil || condition != nil else { return nil }
    return WaitForRequest(
      target: other ?? own, condition: condition ?? .appears, view: .named)
  }

  /// Performs an action by its name: a standard action, `set`, or one that the element advertises.
  func perform(_ action: String, _ session: Session) async throws -> ExitCode {
    let client = try session.open(reconnecting: true)
    defer { client.close() }
    let command = try await command(action, session, client)
    return try await perform(
      command, named: Self.name(of: command, askedFor: action), on: target, session, client)
  }

  /// The name of an action for people: an option of a combo box is selected, whatever does it.
  static func name(of command: ActionCommand, askedFor action: String) -> String {
    action == SelectCommand.spec.name ? action : command.kind.name
  }

  private func command(
    _ action: String, _ session: Session, _ client: BridgeClient
  ) async throws -> ActionCommand {
    if action == SetCommand.spec.name {
      return try await SetCommand.setting(value, of: target, session, client)
    }
    if action == SelectCommand.spec.name, let value {
      return try await SelectCommand.choosing(value, of: target, session, client)
    }
    var text = CommandText(action, value)
    if text.needsActivationPoint {
      text.activationPoint = try await session.element(target, on: client).effectiveActivationPoint
    }
    return try text.command()
  }

  private func request(
    _ command: ActionCommand, on target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> PerformRequest {
    PerformRequest(
      target: target, command: command, allowSynthesis: allowSynthesis,
      quietMs: quietMs, settleMs: settleMs,
      answersImmediately: answersImmediately,
      expectation: try await expectations.expectation(of: target, session, client))
  }

  /// Performs a command and prints its outcome.
  ///
  /// - Parameters:
  ///   - name: What was asked for; `nil`: what the command is called.
  ///   - waits: Whether what `--then` and `--until` say ends the action.
  func perform(
    _ command: ActionCommand, named name: String? = nil, on target: Target, waits: Bool = true,
    _ session: Session, _ client: BridgeClient
  ) async throws -> ExitCode {
    let name = name ?? command.kind.name
    if waits, until != nil {
      let step = try await step(command, on: target, session, client)
      let response = try await client.run(
        [step], timeout: session.timeLeft() + (hasTimeout ? .zero : step.typingTime))
      return StepPrinter(session, client).print(
        response, of: [NamedStep(name: name, step: step)])
    }
    let request = try await request(command, on: target, session, client)
    // An element that the action removes cannot be named afterwards.
    var names = ElementNames(client)
    var (element, receipt) = try await client.performReadingElement(
      request, timeout: session.timeLeft() + (hasTimeout ? .zero : request.typingTime))
    names.learn(element.map { [$0] } ?? [])
    receipt.refusal = receipt.refusal.map(session.words.replacingProtocolTerms)
    receipt.shortfall = receipt.shortfall.map(session.words.replacingProtocolTerms)
    receipt.obstacle = receipt.obstacle.map(session.words.replacingProtocolTerms)
    if session.json {
      session.print(NamedReceipt(receipt: receipt, element: element))
    } else if let refusal = receipt.refusal {
      var lines: [TerminalText] = ["\(ReceiptText.Word.refused.rawValue): \(refusal.text)"]
      if let retry = ReceiptText.retry(of: receipt) { lines.append(retry) }
      printError((lines + ReceiptText.obstacle(of: receipt)).joined(separator: "\n"))
    } else {
      names.learn(receipt.update?.changed ?? [])
      session.output.line(await ReceiptText(receipt, of: name, &names).text)
      try names.check()
    }
    return ExitCode(receipt)
  }
}

extension ActionOptions {
  /// Returns an action, by its name, as a step.
  func step(
    _ action: String, _ session: Session, _ client: BridgeClient
  ) async throws -> Step {
    do {
      return try await step(command(action, session, client), on: target, session, client)
    } catch let error as ClientError
      where [.noMatch, .ambiguous].contains(error.status?.reason)
      && (action == SetCommand.spec.name || action == SelectCommand.spec.name && value != nil)
    {
      // What is not there yet, or not alone, is most likely a field, or a combo box.
      return try await step(.setText(value ?? ""), on: target, session, client)
    }
  }

  func step(
    _ command: ActionCommand, on target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> Step {
    Step(.perform(try await request(command, on: target, session, client)), until: until)
  }

  /// Returns the step that drops an element on another one.
  func dropStep(
    _ source: Target, at point: String?, on destination: Target, _ session: Session,
    _ client: BridgeClient
  ) async throws -> Step {
    var id = ElementID(rawValue: 1)
    if case .id(let given) = source { id = given }
    var request = try await request(
      .drop(source: id, point: point), on: destination, session, client)
    if case .selector = source { request.dropSource = source }
    return Step(.perform(request), until: until)
  }
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
