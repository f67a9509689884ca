internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// `a11y-bridge pair --confirm`: waits for a machine that introduces itself, and asks the owner whether both sides show the
/// same string.
///
/// The server writes which machine waits to the state directory; the owner's yes is written there as well.
final class PairConfirmation {
  private let window: IntroductionWindow
  private let store: CredentialStore
  private let loop: EventLoop
  private var shown: WaitingClient?
  /// Whether the owner has accepted the client that is shown.
  private var isAccepted = false
  private var typed: [UInt8] = []
  private var result: Result<Void, ProgramError>?
  private var input: Watch?

  private init(_ window: IntroductionWindow, _ store: CredentialStore, _ loop: EventLoop) {
    (self.window, self.store, self.loop) = (window, store, loop)
  }

  /// Opens the window, and returns when a machine is paired.
  static func run(
    _ window: IntroductionWindow, at addresses: [SocketAddress], _ store: CredentialStore
  ) throws(ProgramError) {
    // The server needs its key to be reached at all.
    _ = try ServerKey.identity(in: store.directory)
    let confirmation: PairConfirmation
    do {
      confirmation = PairConfirmation(window, store, try EventLoop())
      try store.open(window)
      try confirmation.wait {
        AdminCommands.output("bridge-client pair \(addresses[0])")
        say(
          "Run this on the other machine within 5 minutes; it will show a string. It may then "
            + "\(window.terms.scope.words) as \(window.terms.name).")
      }
    } catch {
      throw ProgramError("\(error)")
    }
    try confirmation.result?.get()
  }

  /// - Parameter announce: Called when a signal would end the wait in order.
  private func wait(announce: () -> Void) throws {
    let watch = try DirectoryWatch([store.introductions().path], on: loop) { [unowned self] _ in
      look()
    }
    defer { watch.cancel() }
    let signals = try loop.onSignal([SIGINT, SIGTERM, SIGHUP]) { [unowned self] _ in
      finish(.failure(ProgramError("nobody was paired")))
    }
    defer { signals.cancel() }
    announce()
    // A file or /dev/null cannot be watched; then another command accepts.
    input = try? loop.watch(0, .read) { [unowned self] _ in read() }
    loop.schedule(after: .seconds(IntroductionWindow.lifetime)) { [unowned self] in
      finish(.failure(ProgramError("nobody was paired within 5 minutes")))
    }
    look()
    loop.run()
    try store.closeWindow()
  }

  private func finish(_ result: Result<Void, ProgramError>) {
    if self.result == nil { self.result = result }
    loop.stop()
  }

  /// Looks at what has changed in the state directory.
  private func look() {
    guard result == nil else { return }
    do throws(PrivateFileError) {
      let client = try store.waitingClient()
      guard let now = try store.window(at: .now) else { return try windowWasClosed() }
      if let client {
        if shown.map({ !$0.isSame(as: client) }) ?? true { ask(client) }
      } else if shown != nil {
        shown = nil
        Self.say(
          "Not paired: the other machine has refused, or has left. \(Self.left(now.triesLeft))")
      }
      if client == nil, now.triesLeft == 0 {
        finish(
          .failure(
            ProgramError("\(IntroductionWindow.tries) machines were not accepted: stopped waiting"))
        )
      }
    } catch {
      finish(.failure(ProgramError(error.message)))
    }
  }

  private func ask(_ client: WaitingClient) {
    (shown, isAccepted) = (client, false)
    AdminCommands.output("\(client.peer) shows \(client.string)")
    Terminal.write("Does the other machine show the same string? [y/N] ", to: 2)
  }

  private static func left(_ tries: Int) -> String {
    tries == 1 ? "Waiting for one more." : "Waiting for \(tries) more."
  }

  /// Another command has accepted a machine, or closed the window.
  private func windowWasClosed() throws(PrivateFileError) {
    let contents = try store.contents()
    let isPaired = contents.grants.contains { $0.kind == .pairings && $0.name == window.terms.name }
    finish(isPaired ? .success(()) : .failure(ProgramError("the window was closed")))
    if isPaired { Self.say("\nPaired with \(window.terms.name).") }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = unsafe Glibc.read(0, &buffer, buffer.count)
    guard count > 0 else {
      // The end: nobody types here.
      if count == 0 { input?.cancel() }
      return
    }
    typed += buffer.prefix(count)
    while let end = typed.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: typed[..<end], as: UTF8.self)
      typed.removeSubrange(...end)
      answer(line.lowercased())
    }
    // Nobody types so much.
    if typed.count > 1024 { typed = [] }
  }

  private func answer(_ line: String) {
    guard let client = shown, !isAccepted, result == nil else { return }
    do throws(PrivateFileError) {
      guard line == "y" || line == "yes" else {
        shown = nil
        try store.forget(client)
        Self.say("Refused. Waiting for another one.")
        return
      }
      switch try store.accept(client.string, now: .now) {
      case .paired:
        Self.say("Paired with \(window.terms.name).")
        finish(.success(()))
      case .otherSideMissing:
        isAccepted = true
        Self.say("Waiting until the other machine says yes, too.")
      case .nobodyWaits, .otherString: Self.say("The machine has left.")
      case .conflict(let conflict):
        finish(.failure(ProgramError("\(conflict); revoke it first")))
      }
    } catch {
      finish(.failure(ProgramError(error.message)))
    }
  }

  private static func say(_ text: String) {
    Terminal.write(TerminalText(lines: text) + "\n", to: 2)
  }
}

extension PairConfirmation {
  /// `a11y-bridge pair --accept STRING`.
  static func accept(_ text: String, _ store: CredentialStore) throws(ProgramError) {
    guard let string = IntroductionString(text) else {
      throw ProgramError("--accept: a string has eight digits, such as 4829-1507", isUsage: true)
    }
    let outcome = try stored { () throws(PrivateFileError) in
      try store.accept(string, now: .now)
    }
    switch outcome {
    case .paired(let grant):
      AdminCommands.output("paired with \(grant.name): may \(grant.scope.words)")
    case .otherSideMissing:
      AdminCommands.output("accepted; they are paired when the other machine says yes, too")
    case .nobodyWaits:
      throw ProgramError(
        "no machine waits; run 'a11y-bridge pair --confirm --name NAME', and 'bridge-client pair "
          + "HOST' on the other machine")
    case .otherString(let left):
      throw ProgramError(
        "the machine that waits shows another string. If yours shows \(string), somebody is in "
          + "between: do not accept. \(left) tries are left")
    case .conflict(let conflict): throw ProgramError("\(conflict); revoke it first")
    }
  }
}
