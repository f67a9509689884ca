internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeInspector
internal import BridgeProtocol
internal import CommandLineOptions

/// `inspect`.
enum Inspecting {
  static func inspect(_ session: Session, selector: String?) async throws -> ExitCode {
    let server = try await session.connect(reconnecting: true)
    defer { server.close() }
    guard Terminal.isTerminal(0), let size = Terminal.size(of: 1) else {
      throw BadCommand("inspect needs a terminal; in a pipe use tree, get and watch")
    }
    guard let mode = TerminalMode(.full) else { throw BadCommand("the terminal cannot be set up") }
    defer { mode.restore() }
    var run = InspectorRun(session, server, size)
    if let selector { run.press("/" + selector) }
    return try await run.run()
  }
}

/// An inspector on a terminal, until it is left.
private struct InspectorRun {
  private enum Event: Sendable {
    case change(LiveTree.Change)
    case failed(any Error)
    case input(UserInput)
    case done(String)
  }

  private let session: Session
  private let server: BridgeClient
  private let inbox = Inbox<Event>()
  private var inspector: Inspector
  private var live = LiveTree()
  private var screen = ScreenUpdater()
  private var size: ScreenSize
  /// Keys to press once there is a tree.
  private var pending: [Key] = []

  init(_ session: Session, _ server: BridgeClient, _ size: ScreenSize) {
    self.session = session
    self.server = server
    self.size = size
    inspector = Inspector(server: "\(session.address)")
  }

  mutating func press(_ text: String) {
    pending = text.map(Key.character) + [.enter]
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
    let input = try InputThread(isTerminal: true) { inbox.put(.input($0)) }
    defer { withExtendedLifetime(input) {} }
    draw()
    while true {
      for event in await inbox.take() {
        guard try take(event) else { return .done }
      }
      draw()
    }
  }

  /// - Returns: false to end.
  private mutating func take(_ event: Event) throws -> Bool {
    switch event {
    case .change(let change): try apply(change)
    case .failed(let error): throw error
    case .done(let text): inspector.say(text)
    case .input(.end): return false
    case .input(.resized): size = Terminal.size(of: 1) ?? size
    case .input(.line): break
    case .input(.key(let key)): return handle(key)
    }
    return true
  }

  private mutating func apply(_ change: LiveTree.Change) throws {
    try live.apply(change)
    inspector.update(
      tree: live.tree, applications: live.applications, revision: live.revision,
      isConnected: live.isConnected)
    if case .update(let update) = change {
      inspector.log(update.notifications, at: update.delta.to)
    }
    guard live.isConnected else { return }
    for key in pending { _ = handle(key) }
    pending = []
  }

  private mutating func handle(_ key: Key) -> Bool {
    for effect in inspector.press(key) {
      switch effect {
      case .quit: return false
      case .perform(let element, let action, let value): perform(element, action, value)
      }
    }
    return true
  }

  /// Acts while the screen goes on living.
  private mutating func perform(_ element: ElementID, _ action: String, _ value: String?) {
    var text = CommandText(action, value)
    text.activationPoint = live.tree[element]?.effectiveActivationPoint
    let command: ActionCommand
    do {
      command = try text.command()
    } catch {
      return inspector.say("\(error)")
    }
    inspector.say("\(action) …")
    let request = PerformRequest(target: .id(element), command: command)
    Task { [server, inbox, session] in
      do {
        let receipt = try await server.call(request, timeout: session.timeout).receipt
        let detail = receipt.refusal.map { ": \($0.message)" } ?? ""
        inbox.put(.done("\(action) \(receipt.outcome)\(detail)"))
      } catch {
        inbox.put(.done("\(action) failed: \(error)"))
      }
    }
  }

  private mutating func draw() {
    let text = screen.update(to: inspector.rows(size), size, session.output.paint)
    if !text.isEmpty { Terminal.write(text, to: 1) }
  }
}

extension Terminal {
  fileprivate static func size(of descriptor: Int32) -> ScreenSize? {
    guard let columns = columns(of: descriptor), let rows = rows(of: descriptor) else { return nil }
    return ScreenSize(columns: columns, rows: rows)
  }
}
