internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// The exit code of the program.
enum ExitCode: Int32, CaseIterable {
  case done = 0
  /// Not found, refused, or the condition was not met.
  case negative = 1
  case usage = 2
  /// There is no server, the connection was lost, or the server breaks the protocol.
  case cannotConnect = 3
  case deadlinePassed = 4
  case notAuthorised = 5
  /// Standard output cannot be written: the disk is full, or its reader has closed it.
  case unwritable = 6
  /// Not everything could be compared.
  case incomplete = 7
  /// An action was sent, and what came of it is not known: no receipt arrived in time, the application stopped
  /// answering or ended, or the target changed meanwhile.
  case outcomeUnknown = 8

  init(_ error: any Error) {
    switch error {
    case let error as ClientError:
      switch error {
      case .cannotConnect, .connectionLost, .badAnswer, .notTrusted: self = .cannotConnect
      case .outcomeUnknown: self = .outcomeUnknown
      case .status(let status): self = ExitCode(status)
      }
    case is BadCommand, is UsageError, is ActionText.SyntaxError, is JSONError: self = .usage
    case is NoServer: self = .cannotConnect
    case is Timeout: self = .deadlinePassed
    case is Incomplete: self = .incomplete
    default: self = .negative
    }
  }

  init(_ status: Status) {
    switch status.code {
    case .ok: self = .done
    case .unauthenticated, .permissionDenied: self = .notAuthorised
    case .unavailable where status.reason == .shuttingDown: self = .cannotConnect
    case .resourceExhausted where status.refusesConnections: self = .cannotConnect
    case .deadlineExceeded where status.reason != .conditionNotMet: self = .deadlinePassed
    case .invalidArgument: self = .usage
    default: self = .negative
    }
  }
}

extension ExitCode {
  /// The exit code for an action with this receipt, the same for all commands that act.
  init(_ receipt: Receipt) {
    switch receipt.effect {
    case .targetChanged?, .notResponding?, .ended?: self = .outcomeUnknown
    case .seen?, .partial?, .uncertain?, .notSeen?, .refused?, nil:
      self = (receipt.refusal ?? receipt.shortfall).map(ExitCode.init(refusal:)) ?? .done
    }
  }

  /// The exit code for a refusal: 1, except where the time was over or the client may not do that.
  init(refusal: Status) {
    switch ExitCode(refusal) {
    case .deadlinePassed: self = .deadlinePassed
    case .notAuthorised: self = .notAuthorised
    default: self = .negative
    }
  }
}

extension Status {
  /// The lines for standard error: what is wrong, where, and what to do.
  var text: TerminalText {
    ([TerminalText(lines: message.prefix(Self.maxMessageLength))] + details)
      .joined(separator: "\n")
  }

  /// The lines without what to do.
  var textWithoutRemedy: TerminalText {
    ([TerminalText(lines: message.prefix(Self.maxMessageLength))] + places).joined(separator: "\n")
  }

  /// The message on one line.
  var summary: TerminalText { "\(whole: message.prefix(Self.maxMessageLength))" }

  /// What follows the message: where, what was meant perhaps, and what to do. Each is a line.
  var details: [TerminalText] { places + remedyLines }

  /// Where it is wrong, and what was meant perhaps.
  var places: [TerminalText] {
    var lines: [TerminalText] = []
    if reason == .selectorSyntax, let detail, let selector = detail.selector,
      let offset = detail.offset, !message.contains("\n")
    {
      let indent = String(repeating: " ", count: min(max(0, offset), TerminalText.longest))
      lines += ["  \(selector)", "  \(indent)\("^", .red)"]
    }
    if let detail, !detail.candidates.isEmpty {
      var rows = Columns()
      for candidate in detail.candidates {
        rows.append(["\(candidate.id)", candidate.description])
      }
      lines += rows.lines(indent: 2).map { "\($0)" }
      if detail.candidateCount > detail.candidates.count {
        lines.append("  … and \(detail.candidateCount - detail.candidates.count) more")
      }
    }
    return lines
  }

  /// What to do.
  var remedyLines: [TerminalText] {
    let remedy = detail?.remedy.prefix(Self.maxMessageLength) ?? ""
    return remedy.split(separator: "\n").map { "\(whole: $0)" }
  }

  /// The maximum length of a message that is shown, in characters.
  private static let maxMessageLength = 16_384
}
