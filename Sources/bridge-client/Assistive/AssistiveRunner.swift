internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// Runs an assistive client on a server: feeds it the live tree and people's commands, performs what
/// it asks for, and says what it says.
///
/// One command is done, with all that it changes, before the next is taken: a script gives the same
/// output each time.
struct AssistiveRunner<Client: AssistiveClient> {
  private enum Event: Sendable {
    case change(LiveTree.Change)
    case failed(any Error)
    case input(UserInput)
    case timer
  }

  private let session: Session
  private let server: BridgeClient
  private let options: Assisting.Options
  private let speaker: LineSpeaker
  private let inbox = Inbox<Event>()
  private var client: Client
  private var live = LiveTree()
  /// What happened and was not told to the client yet; `nil` when nothing did.
  private var news: [Notification]?
  private var inputs: ArraySlice<UserInput> = []
  private var scene: Scene?
  private var wasRefused = false

  init(_ client: Client, _ session: Session, _ server: BridgeClient, _ options: Assisting.Options)
    throws
  {
    self.client = client
    self.session = session
    self.server = server
    self.options = options
    speaker = try LineSpeaker(session, options)
  }

  mutating func run() async throws -> ExitCode {
    let inbox = self.inbox
    let following = Task { [server] in
      do {
        for try await change in server.liveChanges() { inbox.put(.change(change)) }
      } catch {
        inbox.put(.failed(error))
      }
    }
    defer { following.cancel() }
    while !live.isConnected { try absorb(await inbox.take()) }
    news = nil
    try await carryOut(client.begin(in: currentScene()))
    let ticking = startTicking()
    defer { ticking?.cancel() }
    if !options.commands.isEmpty {
      inputs = options.commands.map(UserInput.line) + [.end]
      defer { speaker.finish() }
      return try await loop()
    }
    guard Terminal.isTerminal(0), let mode = TerminalMode(.lines) else {
      let input = try InputThread(isTerminal: false) { inbox.put(.input($0)) }
      defer { withExtendedLifetime(input) { speaker.finish() } }
      return try await loop()
    }
    defer { mode.restore() }
    remark("? lists the keys, : takes a command, q ends")
    let input = try InputThread(isTerminal: true) { inbox.put(.input($0)) }
    defer { withExtendedLifetime(input) {} }
    return try await loop()
  }

  private func startTicking() -> Task<Void, Never>? {
    guard let time = options.scanInterval else { return nil }
    return Task { [inbox] in
      while (try? await Task.sleep(for: time)) != nil { inbox.put(.input(.line("tick"))) }
    }
  }

  private mutating func loop() async throws -> ExitCode {
    var prompt = LinePrompt()
    while true {
      guard let input = inputs.popFirst() else {
        try absorb(await inbox.take())
        try await tellNews()
        continue
      }
      switch input {
      case .end: return wasRefused ? .negative : .done
      case .resized: break
      case .line(let line):
        guard try await take(line) else { return wasRefused ? .negative : .done }
      case .key(let key):
        switch prompt.take(key) {
        case .quit: return .done
        case .show(let text): Terminal.write(text, to: 1)
        case .line(let line):
          guard try await take(line) else { return .done }
        case .entered(let line):
          // Keys are not echoed, and neither is the one that ends a line.
          Terminal.write("\n", to: 1)
          guard try await take(line) else { return .done }
        case .key(let key):
          guard let command = Client.command(for: key) else { continue }
          speaker.begin()
          try await carryOut(client.take(command, in: currentScene()))
        }
      }
    }
  }
}

// MARK: Events

extension AssistiveRunner {
  private mutating func absorb(_ events: [Event]) throws {
    for event in events {
      switch event {
      case .change(let change):
        try live.apply(change)
        scene = nil
        if case .update(let update) = change {
          news = (news ?? []) + update.notifications
        } else {
          news = news ?? []
        }
        if case .disconnected(let error) = change { remark("\(error); trying again") }
      case .failed(let error): throw error
      case .input(let input): inputs.append(input)
      case .timer: break
      }
    }
  }

  private mutating func tellNews() async throws {
    guard let told = news, live.isConnected else { return }
    news = nil
    try await carryOut(client.follow(told, in: currentScene()))
  }

  private mutating func currentScene() -> Scene {
    if let scene { return scene }
    let made = Scene(live.tree, scope: client.scope)
    scene = made
    return made
  }

  // MARK: Effects

  private mutating func carryOut(_ effects: [ClientEffect]) async throws {
    // A command may have changed where the client works.
    scene = nil
    for effect in effects {
      switch effect {
      case .say(let line):
        if line.kind == .refusal { wasRefused = true }
        speaker.say(line)
      case .perform(let element, let command): try await perform(element, command)
      }
    }
  }

  private mutating func perform(_ element: ElementID, _ command: ActionCommand) async throws {
    var result = ActionResult(element: element, command: command, outcome: .confirmed)
    do {
      let request = PerformRequest(
        target: .id(element), command: command, allowSynthesis: options.allowSynthesis)
      let receipt = try await server.call(request, timeout: session.timeout).receipt
      switch receipt.outcome {
      case .confirmed: break
      case .unconfirmed: result.outcome = .unconfirmed
      case .refused: result.outcome = .refused(receipt.refusal?.message ?? "refused")
      }
      try await reach(receipt.revisionAfter)
    } catch let error as ClientError {
      result.outcome = .refused("\(error)")
    }
    try await tellNews()
    try await carryOut(client.finish(result, in: currentScene()))
  }

  /// Takes changes until the tree is as it was when the action was done.
  private mutating func reach(_ revision: Revision) async throws {
    let deadline = ContinuousClock.now + .seconds(5)
    let timer = startTimer(.seconds(5))
    defer { timer.cancel() }
    while live.isConnected, live.revision < revision, ContinuousClock.now < deadline {
      try absorb(await inbox.take())
    }
  }

  private func startTimer(_ time: Duration) -> Task<Void, Never> {
    Task { [inbox] in
      if (try? await Task.sleep(for: time)) != nil { inbox.put(.timer) }
    }
  }
}

// MARK: Commands

extension AssistiveRunner {
  /// - Returns: false to end.
  private mutating func take(_ line: String) async throws -> Bool {
    guard let command = Client.parse(line) else { return true }
    switch command.verb {
    case "quit", "exit": return false
    case "help", "?":
      for line in Assisting.help(Client.vocabulary) { session.output.line(line) }
    case "wait":
      guard let time = Double(command.argument), time >= 0, time <= 3600 else {
        throw BadCommand("wait takes seconds, not \"\(command.argument)\"")
      }
      _ = try await hear(for: .seconds(time)) { _ in false }
    case "hear":
      let wanted = command.argument
      if try await hear(for: session.timeout, { $0.contains(wanted) }) { break }
      throw NotHeard(text: wanted, heard: speaker.said)
    default:
      speaker.begin()
      try await carryOut(client.take(command, in: currentScene()))
    }
    return true
  }

  /// Listens until something is said that is wanted; what was said since the last command counts.
  private mutating func hear(
    for time: Duration, _ isWanted: (String) -> Bool
  ) async throws -> Bool {
    let deadline = ContinuousClock.now + time
    let timer = startTimer(time)
    defer { timer.cancel() }
    while !speaker.said.contains(where: isWanted) {
      guard ContinuousClock.now < deadline else { return false }
      try absorb(await inbox.take())
      try await tellNews()
    }
    return true
  }
}

/// `hear` waited in vain.
struct NotHeard: Error, CustomStringConvertible {
  let text: String
  let heard: [String]

  var description: String {
    let said = heard.isEmpty ? "nothing was said" : "heard: " + heard.joined(separator: " · ")
    return "\(text.quoted()) was not heard; \(said)"
  }
}
