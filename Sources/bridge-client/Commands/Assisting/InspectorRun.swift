internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeClient
internal import BridgeInspector
internal import BridgeProtocol
internal import CommandLineOptions

/// Runs an inspector on a terminal, until the user leaves it.
struct InspectorRun {
  private enum Event: Sendable {
    case change(Result<LiveTree.Change, any Error>)
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
  /// The target to go to once the tree has arrived.
  var wanted: String?

  init(_ session: Session, _ server: BridgeClient, _ size: ScreenSize) throws {
    self.session = session
    self.server = server
    self.size = size
    inspector = Inspector(server: "\(try session.address)")
  }

  mutating func run() async throws -> ExitCode {
    let inbox = self.inbox
    let following = inbox.follow(server) { .change($0) }
    defer { following.cancel() }
    let keys = try KeyThread { inbox.put(.input($0)) }
    defer { withExtendedLifetime(keys) {} }
    draw()
    while true {
      let events = await inbox.take()
      // Keys apply to what was on the screen when they were pressed.
      for case .input(let input) in events { guard take(input) else { return .done } }
      var changes: [LiveTree.Change] = []
      for event in events {
        switch event {
        case .change(let change): changes.append(try change.get())
        case .done(let text): inspector.showMessage(text)
        case .input: break
        }
      }
      if !changes.isEmpty { try apply(changes) }
      draw()
    }
  }

  /// Carries out one input.
  ///
  /// - Returns: Whether to continue; `false` to end.
  private mutating func take(_ input: UserInput) -> Bool {
    switch input {
    case .end: return false
    case .resized: size = Terminal.size(of: 1) ?? size
    case .line, .tooLong, .notUTF8: break
    case .key(let key):
      for effect in inspector.press(key) {
        switch effect {
        case .quit: return false
        case .perform(let element, let command, let name): perform(element, command, name)
        }
      }
    }
    return true
  }

  /// Applies changes. However many arrive together, the list is rebuilt and searched once.
  private mutating func apply(_ changes: [LiveTree.Change]) throws {
    for change in changes { try live.apply(change) }
    inspector.update(
      tree: live.tree, applications: live.applications, epoch: live.epoch,
      revision: live.revision, isConnected: live.isConnected)
    for case .update(let update) in changes {
      inspector.log(update.notifications, at: update.delta.to)
    }
    guard live.isConnected, let wanted else { return }
    inspector.search(wanted)
    self.wanted = nil
  }

  /// Performs an action in a task, so that the screen stays live.
  private mutating func perform(_ element: ElementID, _ command: ActionCommand, _ name: String) {
    guard live.isConnected else {
      return inspector.showMessage("there is no connection to the server now")
    }
    inspector.showMessage("\(name) …")
    let request = PerformRequest(target: .id(element), command: command)
    Task { [server, inbox, session, epoch = inspector.epoch] in
      do {
        let response = try await server.call(request, timeout: session.timeout, epoch: epoch)
        let receipt = response.receipt
        let detail =
          receipt.refusal.map { ": \(session.words.replacingProtocolTerms($0.message))" } ?? ""
        inbox.put(.done("\(name) \(receipt.outcome)\(detail)"))
      } catch {
        inbox.put(.done("\(name) failed: \(session.words.replacingProtocolTerms(error))"))
      }
    }
  }

  private mutating func draw() {
    let text = screen.update(to: inspector.rows(size), size)
    if !text.isEmpty { session.output.write(text) }
  }
}

extension Terminal {
  static func size(of descriptor: Int32) -> ScreenSize? {
    guard let columns = columns(of: descriptor), let rows = rows(of: descriptor) else { return nil }
    return ScreenSize(columns: columns, rows: rows)
  }
}
