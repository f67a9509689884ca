internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import Glibc

/// Lets the running server know what `a11y-bridge pair` and `token` change in its state directory, and these where it
/// listens. Confined to the server's loop.
///
/// While another directory is at its path, or none, that is not what its owner changes: nobody is let in by it then.
final class StateFollower {
  private var state: PrivateDirectory
  /// The directories in it that are followed.
  private var parts: [PrivateDirectory] = []
  private let access: AccessControl
  private let listening: [SocketAddress]
  private unowned let loop: EventLoop
  private let log: Log
  private var watch: DirectoryWatch?
  private var expiry: Timer?
  private var settling: Timer?
  private var listing: ReadyFile?
  /// Why the directory is not used; `nil`: it is.
  private var problem: String?
  /// Called when the problems may have changed.
  var onProblem: () -> Void = {}

  /// With what the server goes on.
  var problems: [String] {
    (problem.map { ["no pairings and tokens: \($0)"] } ?? access.problems) + auditProblem
  }

  private var auditEnds: String { state.path(AuditBookmark.directory) }

  private var auditProblem: [String] {
    do throws(PrivateFileError) {
      _ = try PrivateDirectory(auditEnds, create: false)
      return []
    } catch {
      return ["an audit log whose end is not kept: \(error.message)"]
    }
  }

  init(
    _ state: PrivateDirectory, _ access: AccessControl, listening: [SocketAddress],
    on loop: EventLoop, log: Log
  ) {
    (self.state, self.access, self.listening) = (state, access, listening)
    (self.loop, self.log) = (loop, log)
  }

  /// Reads what is stored, and what changes from now on. May be called again, for directories that were removed or
  /// replaced.
  func begin() {
    do throws(PrivateFileError) {
      guard let present = try PrivateDirectory(state.path, create: false) else { return lose(gone) }
      state = present
    } catch {
      return lose(error.message)
    }
    follow()
  }

  private func follow() {
    do throws(StateError) {
      parts = try CredentialStore(state).directories()
    } catch {
      return lose(error.message)
    }
    if problem != nil { log.info("pairings and tokens are used again") }
    problem = nil
    do {
      watch?.cancel()
      // Watched before they are read, so that no change is missed.
      watch = try DirectoryWatch(
        parts.map(\.path), others: [auditEnds], at: state.path, on: loop
      ) { [unowned self] in change($0) }
      read()
    } catch {
      log.warning(
        "changes of pairings and tokens are not followed: \(error); then reload the server (kill -HUP \(getpid()))"
      )
    }
    list()
  }

  /// Writes where the server listens.
  private func list() {
    listing?.remove()
    do {
      let servers = try state.directory(Listing.directory)
      listing = try ReadyFile(at: servers.path("\(getpid())"), isChosen: false) { _ in true }
      try listing?.publish(listening.map { "\($0)\n" }.joined())
    } catch {
      log.warning(
        "'a11y-bridge pair' cannot see where this server listens: \(error); then reload the server (kill -HUP \(getpid()))"
      )
    }
  }

  private var gone: String { "\(state.path) is gone; put it back" }

  /// Why what is at the path is not what is followed.
  private func displacement() -> String? {
    if let problem = displacement(of: state, gone) { return problem }
    let problems = parts.compactMap {
      displacement(
        of: $0, "\($0.path) is gone; put it back, or send the server SIGHUP to begin another one")
    }
    return problems.isEmpty ? nil : problems.joined(separator: "; ")
  }

  private func displacement(of directory: PrivateDirectory, _ gone: String) -> String? {
    do throws(PrivateFileError) {
      guard let present = try PrivateDirectory(directory.path, create: false) else { return gone }
      return present.isSame(as: directory)
        ? nil
        : "\(directory.path) is another directory than before; put the old one back, or send the server SIGHUP to use this "
          + "one"
    } catch {
      return error.message
    }
  }

  /// - Parameter isMoved: Whether a directory was moved or removed.
  private func change(_ isMoved: Bool) {
    if let problem = displacement() { return lose(problem) }
    if isMoved || problem != nil { return follow() }
    // A file that an editor makes for a moment is no mistake, so what is wrong is said when it is still there.
    access.reload(sayingMistakes: false)
    awaitExpiry()
    settling?.cancel()
    guard access.hasFaults else { return onProblem() }
    settling = loop.schedule(after: .seconds(1)) { [weak self] in self?.read() }
  }

  /// Lets nobody in, and looks again until the directory is back: what is not there cannot be watched.
  private func lose(_ problem: String) {
    if problem != self.problem {
      log.error("nobody is let in by pairings and tokens: \(problem)")
      self.problem = problem
      access.suspend(problem)
      onProblem()
    }
    expiry?.cancel()
    expiry = loop.schedule(after: .seconds(1)) { [weak self] in self?.change(false) }
  }

  private func read() {
    settling?.cancel()
    access.reload()
    awaitExpiry()
    onProblem()
  }

  /// Ends the connections of what expires, when it expires.
  private func awaitExpiry() {
    expiry?.cancel()
    expiry = nil
    guard let next = access.nextExpiry else { return }
    // Clocks are set: look again after an hour at the latest.
    let seconds = min(3_600, max(1, next.seconds - WallTime.now.seconds))
    expiry = loop.schedule(after: .seconds(seconds)) { [weak self] in self?.change(false) }
  }

  func stop() {
    watch?.cancel()
    expiry?.cancel()
    settling?.cancel()
    listing?.remove()
  }
}
