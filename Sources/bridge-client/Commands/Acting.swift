internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The commands that act, and say what came of it.
enum Acting {
  struct Options {
    var allowSynthesis = false
    var quietMs: UInt32 = 0
    var settleMs: UInt32 = 0
    var answersImmediately = false
  }

  /// Acts by the name of an action: a standard one, or one that the element advertises.
  static func act(
    _ session: Session, target: String, action: String, value: String?, _ options: Options
  ) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    let parsed = try parseTarget(target)
    let command: ActionCommand
    if action == "set" {
      command = try await setting(value, of: parsed, session, client)
    } else {
      var text = CommandText(action, value)
      if text.needsActivationPoint {
        text.activationPoint = try await element(parsed, session, client).effectiveActivationPoint
      }
      command = try text.command()
    }
    return try await perform(session, client, parsed, command, options)
  }

  /// Runs an app intent on an element.
  static func intent(
    _ session: Session, target: String, type: String, parameters: [String], _ options: Options
  ) async throws -> ExitCode {
    let command = try ActionText.intent(type: type, parameters: parameters)
    let client = try await session.connect()
    defer { client.close() }
    return try await perform(session, client, parseTarget(target), command, options)
  }

  /// Picks an element up and drops it onto another.
  ///
  /// - Parameter from: the named point to pick it up at.
  /// - Parameter point: the named point to drop it on.
  static func drag(
    _ session: Session, source: String, onto target: String, from: String?, point: String?,
    _ options: Options
  ) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    let source = try await element(parseTarget(source), session, client)
    let target = try await element(parseTarget(target), session, client)
    // Where picking up is no action of its own, dropping does both.
    if from != nil || source.actions.contains(where: { $0.kind == .drag }) {
      let code = try await perform(session, client, .id(source.id), .drag(point: from), options)
      guard code == .done else { return code }
    }
    return try await perform(
      session, client, .id(target.id), .drop(source: source.id, point: point), options)
  }

  private static func element(
    _ target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> Element {
    try await client.call(GetElementRequest(target: target), timeout: session.timeout).element
  }

  private static func perform(
    _ session: Session, _ client: BridgeClient, _ target: Target, _ command: ActionCommand,
    _ options: Options
  ) async throws -> ExitCode {
    let request = PerformRequest(
      target: target, command: command, allowSynthesis: options.allowSynthesis,
      quietMs: options.quietMs, settleMs: options.settleMs,
      answersImmediately: options.answersImmediately)
    var names = ElementNames(client)
    // What an action takes away has no name afterwards.
    if !session.json, let element = try? await element(target, session, client) {
      names.learn([element])
    }
    var receipt = try await client.call(request, timeout: session.timeout).receipt
    receipt.refusal = receipt.refusal.map(session.options.advised)
    if session.json {
      session.print(receipt)
    } else if let refusal = receipt.refusal {
      complain("refused: \(refusal.text)")
    } else {
      names.learn(receipt.update?.changed ?? [])
      session.output.line(await ReceiptText(receipt, command, &names).text)
      if !options.allowSynthesis, receipt.mayHaveIgnored(command) {
        remark("the text may not be there: with --synthesize it is typed where nothing changed")
      }
    }
    return receipt.refusal.map { ExitCode($0) == .done ? .negative : ExitCode($0).asRefusal }
      ?? .done
  }

  /// `set` writes a number where the element has a range, and text otherwise.
  private static func setting(
    _ value: String?, of target: Target, _ session: Session, _ client: BridgeClient
  ) async throws -> ActionCommand {
    guard let value else { throw BadCommand("set needs a value: bridge-client set SELECTOR VALUE") }
    let element = try await element(target, session, client)
    if element.range != nil, let number = Double(value) { return .setValue(number) }
    return .setText(value)
  }
}

extension ExitCode {
  /// A refusal is an answer: of its codes only the deadline keeps a meaning of its own.
  fileprivate var asRefusal: ExitCode { self == .deadlinePassed ? self : .negative }
}
