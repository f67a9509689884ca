internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The failure of a command: the lines on standard error for people, and the last line of `--json` for
/// programs.
struct Failure: JSONRepresentable {
  private let error: any Error
  private let words: CommandWords
  private let command: String?
  /// Whether the command acts on elements.
  private let acts: Bool
  /// Whether the command changes nothing anywhere.
  private let onlyReads: Bool

  /// - Parameters:
  ///   - error: The error as it was thrown.
  ///   - command: The command that failed; `nil` when the command line names none.
  ///   - forAgent: Whether an agent is told, by a tool.
  ///   - invocation: How the client is run again for the same server.
  init(
    error: any Error, command: CommandSpec? = nil, forAgent: Bool = false,
    invocation: String = Invocation.program
  ) {
    words = CommandWords(command, forAgent: forAgent, invocation: invocation)
    self.error = words.replacingProtocolTerms(error)
    self.command = command?.name
    acts =
      command?.name == "do"
      || command?.options.contains { $0.name == OptionSpec.noSettle } ?? false
    onlyReads = command.map { [acts] in !acts && !Self.mayChange.contains($0.name) } ?? false
  }

  /// The commands that change something, or by which a person may, beside those that act by a step.
  private static let mayChange: Set = [
    "inspect", "voiceover", "voice-control", "switch-control", "keyboard", "pair", "mcp", "call",
  ]

  private var cause: FailureCause { FailureCause(error, words, onlyReads: onlyReads) }

  /// What to do about a failure that the client itself detected.
  private var remedy: String {
    if words.isForAgent, case .help = cause.remedy { return CommandWords.toolHelp }
    if let error = error as? UsageError {
      return "Try '\(error.invocation) --help'."
    }
    switch cause.remedy {
    case .help: return "Try 'bridge-client \(command.map { $0 + " " } ?? "")--help'."
    case .known(let remedy): return words.replacingProtocolTerms(remedy: remedy.rawValue)
    case .text(let text): return text
    }
  }

  /// What is wrong and where, which may quote applications, and what to do, where that is the bridge's own text.
  var parts: (what: TerminalText, advice: String) {
    guard let status = (error as? ClientError)?.status else {
      return ("\(TerminalText(lines: "\(error)"))\(retryLine)", remedy)
    }
    let advice = status.detail?.remedy ?? ""
    guard words.isOwn(remedy: advice) else { return ("\(status.text)\(retryLine)", "") }
    return ("\(status.textWithoutRemedy)\(retryLine)", advice)
  }

  /// The lines for standard error: what is wrong, where, and what to do.
  var text: TerminalText {
    let status = (error as? ClientError)?.status
    return "\(status?.text ?? TerminalText(lines: "\(error)\n\(remedy)"))\(retryLine)"
  }

  private var retryLine: TerminalText { retry.map { "\n\(ReceiptText.retry($0))" } ?? "" }

  /// Whether the action may be repeated; `nil` where that is not known, and for commands that do not act.
  private var retry: Receipt.Retry? {
    if case ClientError.outcomeUnknown = error { return .unsafe }
    return acts && (Self.leavesUndone(error) || isUnsent) ? .safe : nil
  }

  /// Whether there was no server to which anything could be sent.
  private var isUnsent: Bool {
    switch error {
    case ClientError.cannotConnect, ClientError.notTrusted, is NoServer: true
    default: false
    }
  }

  /// Whether nothing was done by a command that acts and that failed in this way. What an action did is in its receipt: a
  /// status comes where none was begun.
  static func leavesUndone(_ error: any Error) -> Bool {
    guard let status = (error as? ClientError)?.status else { return false }
    switch status.reason {
    // Of a client whose rights were changed meanwhile, and of a receipt that was too long.
    case .unauthenticated, .frameTooLarge, .unspecified: return false
    case .permissionDenied:
      return status.detail?.remedy != Remedy.connectWithNewRights.rawValue
    default: return true
    }
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.key("error")
    writer.object { object in
      object.field("exit_code", Int(ExitCode(error).rawValue))
      if let status = (error as? ClientError)?.status {
        status.writeFields(to: &object)
        object.field("retry", retry.map { "\($0)" })
      } else {
        object.field("code", cause.code.name)
        object.field("reason", cause.reason)
        object.field("message", (error as? UsageError)?.sentence ?? "\(error)")
        object.field("remedy", remedy)
        object.field("retry", retry.map { "\($0)" })
      }
    }
  }
}

/// The code, reason and remedy of a failure that the client itself detected. README lists the reasons that
/// no server sends.
private struct FailureCause {
  enum Advice {
    /// See the help.
    case help
    case known(Remedy)
    /// A full sentence.
    case text(String)
  }

  let code: StatusCode
  let reason: String
  let remedy: Advice

  init(_ error: any Error, _ words: CommandWords, onlyReads: Bool) {
    let forAgent = words.isForAgent
    switch error {
    case ClientError.cannotConnect:
      self.init(
        cannotConnect:
          "Start a11y-bridge, or give the address of a running server with --server; "
          + "'bridge-client servers' lists those that are paired, by name.", forAgent)
    case let error as NoServer: self.init(cannotConnect: error.remedy, forAgent)
    case ClientError.notTrusted(_, let remedy):
      self.init(
        .unavailable, "NOT_TRUSTED",
        .text(forAgent ? "Ask the user to pair this machine with the server again." : remedy))
    case ClientError.connectionLost:
      self.init(
        .unavailable, "CONNECTION_LOST",
        .text(
          onlyReads
            ? "Repeat the command when the server is available again."
            : "Check whether the command took effect, and repeat it when the server is available again."
        ))
    case ClientError.outcomeUnknown:
      self.init(
        .unknown, "OUTCOME_UNKNOWN",
        .text(
          "See with "
            + (forAgent
              ? "'get' or 'look'"
              : "'\(words.invocation) get TARGET' or '\(words.invocation) tree'")
            + " whether it took effect before you repeat it.")
      )
    case ClientError.badAnswer:
      self.init(
        .internal, "BAD_ANSWER",
        .text("Use a client and a server of the same release, and check the server's log."))
    case let error as BadState:
      self.init(
        .failedPrecondition, "BAD_STATE",
        .text(
          forAgent ? "Ask the user to correct that where this tool is set up." : error.remedy))
    case is BadCommand, is UsageError, is ActionText.SyntaxError, is JSONError:
      self.init(.invalidArgument, "USAGE", .help)
    case let error as NoMatch: self.init(error.reason, .known(error.remedy))
    case let error as Timeout:
      self.init(
        ErrorReason.timedOut,
        .text(
          forAgent
            ? "Allow more time, or do less at once." : "Allow more time with \(error.option)."))
    case is Incomplete:
      self.init(
        .failedPrecondition, "INCOMPLETE",
        .text(
          "Run '\(words.invocation) apps' to see which application does not respond, and verify again later."
        ))
    case is NotSpoken:
      self.init(
        ErrorReason.conditionNotMet,
        .text("Correct the text, or allow more time with --timeout."))
    default: self.init(.unspecified)
    }
  }

  private init(cannotConnect remedy: String, _ forAgent: Bool) {
    self.init(
      .unavailable, "CANNOT_CONNECT",
      .text(
        forAgent
          ? "Ask the user to start a11y-bridge, or to correct its address where this tool is set up."
          : remedy))
  }

  private init(_ reason: ErrorReason, _ remedy: Advice? = nil) {
    self.init(reason.code, reason.name, remedy ?? .known(reason.remedy))
  }

  private init(_ code: StatusCode, _ reason: String, _ remedy: Advice) {
    (self.code, self.reason, self.remedy) = (code, reason, remedy)
  }
}
