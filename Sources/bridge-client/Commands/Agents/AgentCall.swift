internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport
internal import CommandLineOptions
internal import ModelContext
internal import SafeText

/// Runs the command of a tool's call, and collects what it prints.
struct AgentCall: Sendable {
  let session: Session
  private let seen = SeenHandles()
  /// Whether a server was ready once.
  private let hasServed = Lock(false)

  init(session: Session) {
    var session = session
    session.seen = seen
    self.session = session
  }

  func run(_ tool: AgentTool, _ arguments: ToolArguments) async -> ToolResult {
    do {
      let words = try tool.words(arguments, session.steps.program)
      if words.isEmpty { return ToolResult(AgentGuide.text) }
      let invocation = try session.steps.program.read(words, environment: { _ in nil })
      guard case .run(let parsed) = invocation else {
        if case .show(let text) = invocation { return ToolResult(Self.helpOfStep(text)) }
        return ToolResult("")
      }
      return await run(tool, parsed, within: .seconds(try tool.seconds(arguments)))
    } catch let error as WrongArgument {
      return ToolResult(error.message, .usage)
    } catch let error as UsageError {
      return ToolResult("\(tool.inArguments(error.sentence))\n\(CommandWords.toolHelp)", .usage)
    } catch {
      return ToolResult("\(error)", .usage)
    }
  }

  /// Returns the help of a command as a step has it: without the program's name and its options.
  private static func helpOfStep(_ text: String) -> String {
    let sections = text.replacing("bridge-client ", with: "").pieces(between: "\n\n")
    return sections.filter { !$0.hasPrefix("Global options:") }.joined(separator: "\n\n")
  }

  private func run(
    _ tool: AgentTool, _ parsed: ParsedCommand, within timeout: Duration
  ) async -> ToolResult {
    let output = CapturedOutput()
    let code = await CapturedOutput.$current.withValue(output) {
      await execute(parsed, timeout)
    }
    seen.learn(output.text)
    return ToolResult(Self.text(of: output, tool), ToolResult.Outcome(code))
  }

  /// Returns what a command printed. What is wrong and what to do is the bridge's own text, and stands outside of what
  /// applications say, unless it quotes these.
  private static func text(of output: CapturedOutput, _ tool: AgentTool) -> String {
    var (ofApplications, own): ([String], [String]) = ([], [])
    for (text, mayQuoteAtAll) in [(output.text, !tool.printsOutcomes), (output.notes, false)]
    where !text.isEmpty {
      if mayQuoteAtAll || output.isQuoting(text) {
        ofApplications.append(text)
      } else {
        own.append(tool.inArguments(text))
      }
    }
    let marked =
      ofApplications.isEmpty ? [] : [MarkedText.mark(ofApplications.joined(separator: "\n"))]
    return (marked + own + output.advice.map(tool.inArguments)).joined(separator: "\n")
  }

  private func execute(_ parsed: ParsedCommand, _ timeout: Duration) async -> ExitCode {
    let command = session.steps.commands.first { $0.spec.name == parsed.command }
    do {
      guard let command else { throw BadCommand("no command given") }
      let body = try command.init(parsed)
      var session = session.session(for: command.spec, timeout: timeout)
      if type(of: body).beginsWithServer { session = try await located(session) }
      return try await body.run(session)
    } catch {
      let failure = Failure(error: error, command: command?.spec, forAgent: true).parts
      let isOfAgent = (error as? ClientError)?.status?.reason == .selectorSyntax
      if error is BadCommand || isOfAgent {
        // In which only the agent speaks.
        CapturedOutput.current?.advise(failure.what.plain)
      } else {
        CapturedOutput.current?.repeats((error as? ClientError)?.status?.detail?.selector)
        printError(failure.what)
      }
      CapturedOutput.current?.advise(failure.advice)
      seen.remember((error as? ClientError)?.status?.detail?.candidates.map(\.id) ?? [])
      return ExitCode(error)
    }
  }

  /// Waits for the ready file of a server: for the first one by the time limit of the command, then for as long as one that is
  /// started again may take.
  private func located(_ call: Session) async throws -> Session {
    let startTime = Duration.seconds(2)
    let isFirst = !hasServed.withLock { $0 }
    let limit = isFirst ? max(session.deadline.since(.now()), startTime) : startTime
    let located = try await call.located(within: limit)
    hasServed.withLock { $0 = true }
    return located
  }

  /// Whether the client may act on applications. `true` where the server cannot be asked: each call is checked.
  func mayAct() async -> Bool {
    guard let client = try? await session.renewed.located(within: .zero).connect() else {
      return true
    }
    defer { client.close() }
    return client.server?.access.map { $0.scope == .act } ?? true
  }
}

extension ToolResult.Outcome {
  fileprivate init(_ code: ExitCode) {
    switch code {
    case .done: self = .done
    case .negative, .incomplete, .unwritable: self = .no
    case .usage: self = .usage
    case .cannotConnect: self = .unreachable
    case .deadlinePassed: self = .timeout
    case .notAuthorised: self = .denied
    case .outcomeUnknown: self = .unknown
    }
  }
}
