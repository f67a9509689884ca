internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import Glibc

/// Lets the running server know what `a11y-bridge pair` and `token` change in its state directory, and these where it
/// listens. Confined to the server's loop.
final class StateFollower {
  private let state: PrivateDirectory
  private let access: AccessControl
  private let listening: [SocketAddress]
  private unowned let loop: EventLoop
  private let log: Log
  private var watch: DirectoryWatch?
  private var expiry: Timer?
  private var listing: ReadyFile?

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
    do {
      watch?.cancel()
      // Watched before they are read, so that no change is missed.
      let paths =
        try CredentialStore.Kind.allCases.map { try state.directory($0.rawValue).path }
        + [CredentialStore(state).introductions().path]
      watch = try DirectoryWatch(paths, on: loop) { [unowned self] in read() }
      read()
      listing?.remove()
      let servers = try state.directory(Listing.directory)
      listing = try ReadyFile(at: servers.path("\(getpid())")) { _ in true }
      try listing?.publish(listening.map { "\($0)\n" }.joined())
    } catch {
      log.warning(
        "changes of pairings and tokens are not followed: \(error); then reload the server (kill -HUP \(getpid()))"
      )
    }
  }

  private func read() {
    access.reload()
    awaitExpiry()
  }

  /// Ends the connections of what expires, when it expires.
  private func awaitExpiry() {
    expiry?.cancel()
    expiry = nil
    guard let next = access.nextExpiry else { return }
    // Clocks are set: look again after an hour at the latest.
    let seconds = min(3_600, max(1, next.seconds - WallTime.now.seconds))
    expiry = loop.schedule(after: .seconds(seconds)) { [weak self] in self?.read() }
  }

  func stop() {
    watch?.cancel()
    expiry?.cancel()
    listing?.remove()
  }
}
