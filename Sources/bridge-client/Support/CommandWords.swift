internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions
internal import SafeText

/// Translates errors from the protocol's words to those of the command line: errors name fields and methods,
/// users know options and commands. All errors that this program shows are translated here.
///
/// The command `call` uses the protocol's own words, so its errors are not translated. Agents know tools and steps.
struct CommandWords: Sendable {
  let isForAgent: Bool
  /// How the client is run again for the same server: what command lines in remedies begin with.
  let invocation: String
  private let command: String?
  /// What the command does to an element, for people: 'press'; `nil`: it does not act.
  private let action: String?
  private let keepsProtocol: Bool
  private let replacements: [String: String]
  /// The same for remedies, in which commands are whole command lines.
  private let remedyReplacements: [String: String]

  init(
    _ command: CommandSpec?, forAgent: Bool = false, invocation: String = Invocation.program
  ) {
    isForAgent = forAgent
    self.invocation = invocation
    self.command = command?.name
    keepsProtocol = command?.name == "call"
    let hasSteps = forAgent || command?.name == "do"
    let acts = command?.options.contains { $0.name == OptionSpec.noSettle } ?? false
    action = hasSteps ? "an action" : acts ? command.map { "'\($0.name)'" } : nil
    let options = Set(command?.options.map(\.name) ?? [])
    var replacements: [String: String] = [:]
    for (field, option, owner) in Self.fields {
      let isKnown = options.contains(option) || (hasSteps && owner == "act")
      replacements[field] = isKnown ? "--\(option)" : "\(owner) --\(option)"
      if forAgent, owner == "watch" { replacements[field] = "'\(option)'" }
    }
    for method in Method.allCases {
      replacements[method.shortName] = "'\(method.name(forAgent: forAgent))'"
    }
    if let action { replacements[Method.perform.shortName] = action }
    self.replacements = replacements
    if !forAgent {
      for method in Method.allCases {
        replacements[method.shortName] = "'\(invocation) \(method.commandLine)'"
      }
    }
    remedyReplacements = replacements
  }

  /// The fields of requests, the options that set them, and a command that has the option.
  private static let fields = [
    ("allow_synthesis", "synthesize", "act"), ("snapshot_first", "snapshot", "watch"),
    ("since", "since", "watch"), ("quiet_ms", "quiet", "act"), ("settle_ms", "settle", "act"),
    ("scope_id", "in", "hit"), ("epoch", "epoch", "watch"),
  ]

  // MARK: Translating

  func replacingProtocolTerms(_ error: any Error) -> any Error {
    switch error {
    case ClientError.status(let status): ClientError.status(replacingProtocolTerms(status))
    case ClientError.badAnswer(let text): ClientError.badAnswer(replacingProtocolTerms(text))
    case ClientError.outcomeUnknown(let text):
      ClientError.outcomeUnknown(replacingProtocolTerms(text))
    default: error
    }
  }

  func replacingProtocolTerms(_ status: Status) -> Status {
    var copy = status
    copy.message = replacingProtocolTerms(status.message)
    if var detail = status.detail {
      detail.remedy =
        isForAgent
        ? remedyForAgent(of: status)
        : waiting(for: detail) ?? replacingProtocolTerms(remedy: detail.remedy)
      copy.detail = detail
    }
    return copy
  }

  /// Returns what an agent is to do. Rights are granted by commands on the server's machine, which it does not have.
  private func remedyForAgent(of status: Status) -> String {
    let remedy = status.detail?.remedy ?? ""
    guard Remedy(rawValue: remedy) == nil else { return replacingProtocolTerms(remedy: remedy) }
    let general: Remedy? =
      switch status.reason {
      case .permissionDenied: .grantPermission
      case .unauthenticated: .authenticate
      default: nil
      }
    return replacingProtocolTerms(remedy: general?.rawValue ?? remedy)
  }

  func replacingProtocolTerms(remedy: String) -> String {
    let known = Remedy(rawValue: remedy)
    if let known, let time = known.withTimeout(by: timeOption) {
      return keepsProtocol ? time : replaced(time, remedyReplacements)
    }
    if isForAgent, let text = known?.forAgent { return text }
    if let text = known?.onCommandLine(invocation), !keepsProtocol { return text }
    let whole = whole(remedy)
    return keepsProtocol ? whole : replaced(whole, remedyReplacements)
  }

  /// Returns the advice to wait for what nothing matches yet, with the command on a line of its own; `nil` for other advice.
  private func waiting(for detail: ErrorDetail) -> String? {
    guard !keepsProtocol, detail.remedy == Remedy.awaitReading.rawValue,
      let selector = detail.selector
    else { return nil }
    return "Wait for it, or ask again:\n  \(invocation) wait \(shellWord(selector))"
  }

  /// Returns advice with a whole command line where it begins with a step to run, which is all that servers know of command
  /// lines.
  private func whole(_ remedy: String) -> String {
    let beginning = "Run \""
    guard !isForAgent, remedy.hasPrefix(beginning) else { return remedy }
    let rest = remedy.dropFirst(beginning.count)
    // The server's own commands are whole.
    let isWhole = rest.hasPrefix(invocation) || rest.hasPrefix("a11y-bridge ")
    return isWhole ? remedy : "\(beginning)\(invocation) \(rest)"
  }

  /// How a call is given more time; `nil`: not at all.
  private var timeOption: String? {
    guard isForAgent else { return "--timeout" }
    return switch command {
    case "do": "--timeout in the step"
    case "wait", "watch": "'seconds'"
    default: nil
    }
  }

  /// Returns what changed, whose last line may name the command that reads the rest. Agents have a tool for that.
  func replacingCommand(inDifference text: String) -> String {
    let start = text.dropLast().lastIndex(of: "\n").map(text.index(after:)) ?? text.startIndex
    guard isForAgent, text[start...].hasPrefix("… ") else { return text }
    let last = String(text[start...]).replacing(": tree '", with: ": look, target '")
      .replacing(" --since ", with: ", since ")
    return String(text[..<start]) + last
  }

  /// Whether no application speaks in a translated remedy: what these say is in quotation marks.
  func isOwn(remedy: String) -> Bool {
    // A step to run is in quotation marks as well.
    !remedy.contains("\"") || remedy.hasPrefix("Run \"")
      || Remedy.allCases.contains { replacingProtocolTerms(remedy: $0.rawValue) == remedy }
  }

  /// What to do about wrong arguments of a tool or step.
  static let toolHelp = "The tool 'help' explains selectors and steps, and each command of a step."

  /// What to do where there are no applications.
  ///
  /// - Parameter access: As whom the server has let the client in; `nil`: as a user of the machine. Others may see less than
  ///   there is, and not ask the server how it is.
  func checkDesktop(as access: HelloAccess?) -> String {
    guard let access else {
      return isForAgent
        ? "Ask the user to start an application, or to check the desktop."
        : "Run '\(invocation) doctor' to find out why."
    }
    return isForAgent
      ? "Ask the user to start an application, or to ask the server's owner which ones \(access.name) may see."
      : "Ask the owner of the server to start an application, and which ones \(access.name) may see: there, 'a11y-bridge policy check "
        + "--who \(access.name)' shows that."
  }

  /// Returns a text with the protocol's words replaced; quoted parts are unchanged.
  func replacingProtocolTerms(_ text: String) -> String {
    keepsProtocol ? text : replaced(text, replacements)
  }

  private func replaced(_ text: String, _ replacements: [String: String]) -> String {
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.enumerated()
      .map {
        $0.offset.isMultiple(of: 2) ? replaced(in: $0.element, replacements) : String($0.element)
      }
      .joined(separator: "\"")
  }

  private func replaced(in text: Substring, _ replacements: [String: String]) -> String {
    var result = ""
    var previous = Substring()
    var rest = text
    while !rest.isEmpty {
      var word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_./".contains($0)) }
      // A dot at the end belongs to the sentence.
      while word.last == "." { word.removeLast() }
      if word.isEmpty {
        result.append(rest.removeFirst())
        continue
      }
      result += replacement(of: word, after: previous, replacements) ?? String(word)
      previous = word
      rest = rest.dropFirst(word.count)
    }
    return result
  }

  private func replacement(
    of word: Substring, after previous: Substring, _ replacements: [String: String]
  ) -> String? {
    if let method = Method(rawValue: String(word)) {
      if method == .perform, let action { return action }
      return "'\(method.name(forAgent: isForAgent))'"
    }
    if let field = Self.field(word) { return "the \(field)" }
    guard let replacement = replacements[String(word)] else { return nil }
    // A plain English word is replaced only after certain words: "Find", "Perform", "since" and "epoch" are
    // mostly not meant as names.
    let isPlain = !word.contains("_") && word.dropFirst().allSatisfy(\.isLowercase)
    let isMethod = word.first?.isUppercase == true
    let introductions = isMethod ? Self.beforeMethods : Self.beforeFields
    return !isPlain || introductions.contains(previous) ? replacement : nil
  }

  private static let beforeMethods: Set<Substring> = ["of", "with", "call"]
  private static let beforeFields: Set<Substring> = ["set", "Set"]

  /// Returns the field that a word like `WaitForRequest.text` or `Gesture.points` names: "text", "points".
  private static func field(_ word: Substring) -> String? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let message = parts.first,
      Schema.contract.hasMessage(named: String(message)),
      parts.dropFirst().allSatisfy({ $0.first?.isLowercase == true })
    else { return nil }
    return parts[1...].joined(separator: " ").replacing("_", with: " ")
  }
}

extension Method {
  fileprivate var shortName: String { String(rawValue.split(separator: "/").last ?? "") }

  /// The command that calls the method, with what it needs.
  fileprivate var commandLine: String {
    let name = name(forAgent: false)
    return switch self {
    case .find: "\(name) SELECTOR"
    case .getElement, .waitFor: "\(name) TARGET"
    case .perform: "\(name) TARGET ACTION"
    case .hitTest: "\(name) X,Y"
    case .runSteps: "\(name) STEP"
    case .echo, .generate: "\(name) WHAT"
    default: name
    }
  }

  /// The command that calls the method, or the tool.
  fileprivate func name(forAgent: Bool) -> String {
    switch self {
    case .getServerInfo where forAgent: "apps"
    case .getTree where forAgent, .getOutline where forAgent, .hitTest where forAgent: "look"
    case .listAnnouncements where forAgent: "watch"
    case .perform where forAgent: "do"
    case .getServerInfo: "info"
    case .listApplications: "apps"
    case .getTree, .getOutline: "tree"
    case .find: "find"
    case .getElement: "get"
    case .hitTest: "hit"
    case .subscribe, .watchMatches: "watch"
    case .listAnnouncements: "announcements"
    case .waitFor: "wait"
    case .perform: "act"
    case .runSteps: "do"
    case .verify: "verify"
    case .diagnose: "doctor"
    case .echo, .generate: "bench"
    }
  }
}

extension Remedy {
  /// The remedy, naming the option that allows more time, or without that where there is none; `nil` for remedies that are
  /// not about time.
  fileprivate func withTimeout(by option: String?) -> String? {
    let beginning = "Allow more time"
    guard rawValue.hasPrefix(beginning) else { return nil }
    if let option { return "\(beginning) with \(option)\(rawValue.dropFirst(beginning.count))" }
    let others = rawValue.dropFirst(beginning.count).dropFirst(", or ".count)
    return others.prefix(1).uppercased() + others.dropFirst()
  }

  /// The remedy for users of the command line, where the original is for authors of clients.
  ///
  /// - Parameter invocation: How the client is run again.
  fileprivate func onCommandLine(_ invocation: String) -> String? {
    switch self {
    case .correctRequest:
      "Correct the value; 'bridge-client help COMMAND' lists the accepted values."
    case .shortenFrame:
      "Send less at once, such as a shorter text, or have the server started with a higher --limit frame-bytes."
    case .smallerMessage, .takeLongerFrames: "Request less at once."
    case .passTokenOn: "Search again."
    case .lookAround:
      "Look at the tree with '\(invocation) tree', or try a less specific selector."
    case .sendRequest, .sendOneMessage, .knownMethods:
      "Run 'bridge-client methods' to see the request of each method."
    case .newRequestID, .omitRequestID: "Try again some minutes later."
    case .pair:
      "\(rawValue) If 'bridge-client servers' lists the server, remove it first with 'bridge-client servers --forget NAME'."
    case .speakProtocol: "Use a client and a server of the same release."
    default: nil
    }
  }

  /// The remedy for agents, which call tools and leave the machine to their user; `nil` where methods and fields are all
  /// that is to be replaced.
  fileprivate var forAgent: String? {
    switch self {
    case .correctRequest, .correctSelector, .correctPattern, .shortenSelector:
      CommandWords.toolHelp
    case .allowSynthesis:
      "Repeat the step with --synthesize, which types or clicks as a person does."
    case .lookAround: "Look again, or try a less specific selector."
    case .giveWindow: "Give the point in screen coordinates."
    case .lookBeforeRepeating: "Look before you repeat it."
    case .passTokenOn, .firstPage: "Search again."
    case .nameEpoch, .nameEpochOfRead, .startFromSnapshot, .presentRevision:
      "Call the tool again without 'since'."
    case .shortenFrame:
      "Send a shorter text, or ask the user to start the server with a higher limit."
    case .smallerMessage, .takeLongerFrames, .askForLess, .readAnswers, .shortenMetadata:
      "Ask for less at once."
    case .awaitCall: "Try again when other calls have ended."
    case .joinSubscriptions, .joinWatches, .shortenSelectors:
      "Watch less at once, or wait until another 'watch' has ended."
    case .callElsewhere, .newRequestID, .omitRequestID, .finishHandshakes, .helloInTime,
      .connectWithNewRights:
      "Try again some minutes later."
    case .closeOrRaiseMemory, .raiseMemory, .readOrRaiseMemory, .readAsItComes, .closeConnections,
      .closeAddressConnections, .shareApplications, .answerPings:
      "Try again some minutes later; if it fails again, ask the user to raise the server's limits."
    case .connectAgain: "Try again when the server is available; ask the user to start it."
    case .goOnHere:
      "Go on with this step when the server is available; what was done before is not to be repeated."
    case .sendRequest, .sendOneMessage, .sendWholeMessages, .sendUncompressed, .correctTimeout,
      .listServices, .knownMethods, .speakProtocol, .sayHello, .shortenHello, .commonVersion:
      "Ask the user to install the same release here and on the server's machine."
    case .authenticate, .sendToken, .separateTokens, .localUser, .otherUsersSocket, .renewToken,
      .otherCredentials:
      "Ask the user to give this tool a token of the server, or to pair this machine with it."
    case .pair, .inviteAgain, .openWindow, .askOwner, .useTLS:
      "Ask the user to pair this machine with the server."
    case .renewCertificate: "Ask the user to renew the certificate."
    case .grantPermission, .grantTarget, .grantNotifications, .namedInPolicy:
      "Ask the user for the right; the server's owner grants it."
    case .restoreAuditLog:
      "Ask the user to mend the server's audit log, whose disk may be full; reading goes on."
    default: nil
    }
  }
}
