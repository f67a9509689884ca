internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// Runs an assistive client on a server: passes it the live tree and the user's commands, performs the
/// actions that it requests, and says what it says.
///
/// One command is carried out, with all its effects, before the next is read, so that a script gives the
/// same output each time.
struct AssistiveRunner<Client: AssistiveClient> {
  enum Event: Sendable {
    case change(Result<LiveTree.Change, any Error>)
    case input(UserInput)
    /// The answer to an action, by the action's number.
    case answer(Int, Result<Receipt, any Error>)
    /// A scan is to move on.
    case tick
    /// The time limit of a `wait` has passed.
    case timer
    /// The time limit for reconnecting has passed, with the number of the loss.
    case unreachable(Int, ClientError)
  }

  let session: Session
  let server: BridgeClient
  let options: AssistiveOptions
  let speaker: LineSpeaker
  let inbox = Inbox<Event>()
  var client: Client
  var live = LiveTree()
  /// Notifications that the client has not been told of, without announcements; `nil` when nothing has changed.
  var news: [Notification]?
  var hearing = Hearing()
  /// Whether a script waits for what is said.
  var isListening = false
  /// Whether the server was restarted and the client has not been told.
  var isRenewed = false
  var inputs: ArraySlice<UserInput> = []
  var isInteractive = false
  var prompt = LinePrompt()
  var isTickDue = false
  /// The number of actions so far; only the answer to the last one is used.
  var actionCount = 0
  var isActing = false
  var answer: Result<Receipt, any Error>?
  /// The element of the action in progress; `nil` while there is none.
  var acted: ActedElement?
  /// The tree as the last action left it, while its outcome is told; `nil` otherwise.
  var ownTree: Tree? { didSet { scene = nil } }
  /// The window that the client was in before the server was restarted.
  private var formerWindow: WindowName?
  private var scene: (scope: SceneScope, scene: Scene)?
  private var scenes = SceneMaker()
  var wasRefused = false
  private var losses = 0
  /// Whether the connection was lost last because this client may do something else now.
  private var hasOtherRights = false

  /// Connects and runs a client until it ends.
  ///
  /// - Parameter makeClient: Makes the client for the part of the tree that the options name.
  static func run(
    _ session: Session, _ options: AssistiveOptions, _ makeClient: (SceneScope) -> Client
  ) async throws -> ExitCode {
    let server = try await session.connect(reconnecting: true)
    defer { server.close() }
    let client = makeClient(try await options.scope(session, server))
    var runner = try Self(client, session, server, options)
    return try await runner.run()
  }

  private init(
    _ client: Client, _ session: Session, _ server: BridgeClient, _ options: AssistiveOptions
  ) throws {
    self.client = client
    self.session = session
    self.server = server
    self.options = options
    speaker = try LineSpeaker(session, options)
  }

  private mutating func run() async throws -> ExitCode {
    let inbox = self.inbox
    let following = inbox.follow(server, beginningWithin: try session.timeLeft()) { .change($0) }
    defer { following.cancel() }
    while !live.isConnected { try merge(await inbox.take()) }
    news = nil
    try await carryOut(client.begin(in: currentScene()))
    let ticking = options.scanInterval.map { inbox.after($0, repeats: true, .tick) }
    defer { ticking?.cancel() }
    if !options.commands.isEmpty {
      inputs = options.commands.map(UserInput.line) + [.end]
      defer { speaker.finish() }
      return try await loop {}
    }
    guard Terminal.isTerminal(0), let mode = TerminalMode(.lines) else {
      let lines = try LineThread { inbox.put(.input($0)) }
      defer { speaker.finish() }
      return try await loop { lines.ask() }
    }
    defer { mode.restore() }
    isInteractive = true
    printNote("? lists the keys, : takes a command, q ends")
    let keys = try KeyThread { inbox.put(.input($0)) }
    defer { withExtendedLifetime(keys) {} }
    return try await loop {}
  }

  /// Carries out inputs until the end.
  ///
  /// - Parameter ask: Requests one more input, where inputs are read only on request.
  private mutating func loop(ask: () -> Void) async throws -> ExitCode {
    while true {
      if inputs.isEmpty { ask() }
      while inputs.isEmpty { try await takeEvents() }
      guard let input = inputs.popFirst(), try await take(input) else {
        if live.isConnected { try await carryOut(client.end(in: currentScene())) }
        return wasRefused && !isInteractive ? .negative : .done
      }
    }
  }

  /// Takes the events that have occurred, tells the client of them, and moves a scan on when it is due.
  mutating func takeEvents() async throws {
    try merge(await inbox.take())
    try await tellNews()
    guard isTickDue else { return }
    isTickDue = false
    if let tick = Client.parse("tick") {
      try await carryOut(client.carryOut(tick, in: currentScene()))
    }
  }

  mutating func merge(_ events: [Event]) throws {
    for event in events {
      switch event {
      case .change(let change): try merge(change.get())
      case .input(let input): inputs.append(input)
      case .answer(let number, let answer): if number == actionCount { self.answer = answer }
      case .tick: isTickDue = !isActing
      case .timer: break
      case .unreachable(let loss, let error):
        // A person sees that there is no connection; a script would wait for ever.
        if loss == losses, !live.isConnected { throw error }
      }
    }
  }

  private mutating func merge(_ change: LiveTree.Change) throws {
    let epoch = live.epoch
    let old = live.tree
    try live.apply(change)
    scene = nil
    if epoch != 0, epoch != live.epoch {
      formerWindow = isRenewed ? formerWindow : WindowName(client.scope, in: old)
      isRenewed = true
    }
    acted?.record(live.tree, at: live.revision)
    news = news ?? []
    switch change {
    case .update(let update):
      let others = takeAnnouncements(update.notifications)
      news? += others
    case .disconnected(let error):
      aside { printNote("\(error); trying again") }
      losses += 1
      hasOtherRights = error.tellsOfOtherRights
      if !isInteractive { _ = inbox.after(session.timeout, .unreachable(losses, error)) }
    case .snapshot, .reconnected: break
    }
  }

  /// Tells the client what happened.
  ///
  /// - Parameter announcements: What it is to say at once.
  mutating func tellNews(saying announcements: [Notification] = []) async throws {
    guard live.isConnected else { return }
    if isRenewed { return try await renew() }
    let heard = announcements + (isInteractive || isListening ? hearing.listen() : [])
    guard news != nil || !heard.isEmpty else { return }
    let told = (news ?? []) + heard
    news = nil
    try await carryOut(client.handle(told, in: currentScene()))
  }

  /// Takes announcements out of what happened, to be said in their own time.
  private mutating func takeAnnouncements(_ notifications: [Notification]) -> [Notification] {
    let isNeeded = Client.hearsFront && notifications.contains { $0.kind == .announcement }
    let root = isNeeded ? currentScene().root : nil
    let front = root.flatMap { live.tree.read($0) { $0.application } }
    return hearing.take(notifications, in: live.tree, front: front)
  }

  /// Starts the client again: in another run of the server every id names another element.
  private mutating func renew() async throws {
    let note = startingOver(hasOtherRights: hasOtherRights)
    aside { printNote(note) }
    isRenewed = false
    news = nil
    hearing = Hearing()
    scenes = SceneMaker()
    if let target = options.target, ElementID(written: target) != nil {
      throw NoMatch(
        "the server was restarted: \(target) is not one of its elements", .epochChanged,
        remedy: .findInThisRun)
    }
    try await carryOut(client.loss)
    let former = formerWindow.take()
    let again = former?.scope(in: live.tree)
    let scope =
      if let again { again } else { try await options.scope(session.renewed, server) }
    client = client.renewed(scope: scope)
    scene = nil
    let isElsewhere = former != nil && again == nil
    let effects =
      isElsewhere ? client.enter(currentScene()) : client.begin(in: currentScene())
    try await carryOut(effects)
  }

  mutating func currentScene() -> Scene {
    if let scene, scene.scope == client.scope { return scene.scene }
    let made = scenes.scene(of: ownTree ?? live.tree, scope: client.scope)
    scene = (client.scope, made)
    return made
  }

  // MARK: Effects

  mutating func carryOut(_ effects: [ClientEffect]) async throws {
    for effect in effects {
      switch effect {
      case .say(let line): say(line)
      case .perform(let element, let command): try await perform(element, command)
      }
    }
  }

  mutating func say(_ line: SpokenLine) {
    if line.kind == .refusal { wasRefused = true }
    aside { speaker.say(line) }
  }

  /// Writes lines while a command is being typed.
  func aside(_ write: () -> Void) {
    session.output.write(prompt.erased)
    write()
    session.output.write(prompt.drawn)
  }
}
