internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import Glibc

/// The server's keys and credentials, from its options and its state directory, and what they allow.
final class ServerSecurity {
  static let program = "a11y-bridge"

  private let options: SecurityOptions
  private let log: Log
  private let state: PrivateDirectory?
  let access: AccessControl
  /// Where TLS is required, and where the first byte decides; `nil`: there is no TLS.
  private var acceptances: (required: TLSAcceptance, optional: TLSAcceptance)?
  private var watch: DirectoryWatch?
  private var expiry: Timer?
  private var listing: ReadyFile?

  /// - Parameter addresses: Where the server is to listen.
  init(
    _ options: SecurityOptions, addresses: [SocketAddress], limits: Limits, log: Log
  ) throws(ProgramError) {
    self.options = options
    self.log = log
    // Before anything is served, and before anything is made.
    policyFile = PolicyFile(options.policy)
    let policy = try policyFile.read()
    let remote = addresses.filter { !$0.isLoopback }
    let needsTLS =
      !options.servesEveryone
      && (!remote.isEmpty || options.requiresTLS || options.certificate != nil
        || options.clientAuthorities != nil)
    var state = try Self.state(create: false)
    if let first = remote.first, !options.servesEveryone {
      try Self.checkSomebodyIsAllowed(first, options, state, log)
    }
    // Not before: a start that is refused leaves nothing behind.
    if needsTLS, state == nil { state = try Self.state(create: true) }
    self.state = state
    isKeyShown = needsTLS
    var rules = AccessControl.Options()
    rules.allowsLocalUsers = options.allowsLocalUsers
    rules.servesEveryone = options.servesEveryone
    rules.limits = limits
    let store = options.servesEveryone ? nil : state.map(CredentialStore.init)
    access = AccessControl(rules, store: store, log: log.warning)
    access.use(policy)
    if let policy { Self.report(policy, policyFile, log) }
    guard !options.servesEveryone else {
      log.say(
        "WARNING: everyone who reaches \(addresses.map(\.description).joined(separator: ", ")) "
          + "may read and control this desktop, in plain text (--\(SecurityOptions.everyone))",
        .warning)
      return
    }
    hasTLS = needsTLS || state != nil
  }

  private let policyFile: PolicyFile
  private var hasTLS = false

  private static func report(_ policy: Policy, _ file: PolicyFile, _ log: Log) {
    log.info("the policy \(file.path) names \(policy.stanzas.count) clients")
  }

  /// Whether the log says which key the server has.
  private let isKeyShown: Bool

  private static func state(create: Bool) throws(ProgramError) -> PrivateDirectory? {
    try stateErrors { () throws(StateError) in
      try StateDirectory.open(for: program, create: create)
    }
  }

  /// Refuses an address that other machines can reach when nobody there could be let in.
  private static func checkSomebodyIsAllowed(
    _ address: SocketAddress, _ options: SecurityOptions, _ state: PrivateDirectory?, _ log: Log
  ) throws(ProgramError) {
    if options.clientAuthorities != nil { return }
    do throws(PrivateFileError) {
      if let contents = try state.map(CredentialStore.init)?.contents() {
        if contents.admitsAnybody(at: .now) { return }
        // One of these may be whom the user means.
        for problem in contents.problems { log.error(problem) }
      }
    } catch {
      throw ProgramError(error.message)
    }
    throw ProgramError(
      "cannot listen on \(address): other machines can reach it and nobody there is allowed to "
        + "connect; run 'a11y-bridge pair --name NAME' first, or listen on a loopback address or "
        + "unix:/path")
  }

  /// Listens at an address, encrypted where it must be.
  func listen(
    _ server: BridgeServer, at place: ListeningPlace
  ) throws(ProgramError) -> SocketAddress {
    if hasTLS, acceptances == nil {
      let context = try makeContext()
      acceptances = (
        TLSAcceptance(context, isRequired: true, answerToPlain: server.answerToPlain),
        TLSAcceptance(context, isRequired: false)
      )
    }
    if options.allowsLocalUsers == false { try place.checkIsPrivate() }
    let remotely = options.servesEveryone || acceptances != nil
    let tls = acceptance(for: place.address)
    do throws(ListenError) {
      switch place {
      case .address(let address):
        return try server.listen(at: address, tls: tls, remotely: remotely)
      case .passed(let socket):
        try server.listen(on: socket, tls: tls, remotely: remotely)
        return socket.address
      }
    } catch {
      throw ProgramError(error.message)
    }
  }

  private func acceptance(for address: SocketAddress) -> TLSAcceptance? {
    if case .unix = address { return nil }
    guard let acceptances else { return nil }
    return address.isLoopback && !options.requiresTLS ? acceptances.optional : acceptances.required
  }

  private func makeContext() throws(ProgramError) -> TLSContext {
    let identity = try identity()
    let authorities = try options.clientAuthorities.map { (path) throws(ProgramError) in
      try contents(of: path)
    }
    try checkDates(identity)
    // The CAs are tried alone first, so that an error names their file.
    if let path = options.clientAuthorities {
      try errors(naming: path) { () throws(TLSError) in
        _ = try TLSContext(.client, authorities: authorities)
      }
    }
    let files = [options.certificate, options.key].compactMap { $0 }.joined(separator: ", ")
    let context = try errors(naming: files) { () throws(TLSError) in
      try TLSContext(.server, identity: identity, authorities: authorities)
    }
    if isKeyShown, let key = identity.fingerprint { log.info("the server's key is \(key)") }
    return context
  }

  /// Refuses a certificate of one's own that clients would refuse. The dates of a made one do not matter.
  private func checkDates(_ identity: TLSIdentity) throws(ProgramError) {
    guard let path = options.certificate, let problem = identity.datesProblem else { return }
    throw ProgramError(
      "\(path): \(problem.message), and this machine's clock says \(WallTime.now); renew the "
        + "certificate, or set the clock")
  }

  /// Runs `body`, whose errors are about some files.
  private func errors<Value>(
    naming files: String, _ body: () throws(TLSError) -> Value
  ) throws(ProgramError) -> Value {
    do throws(TLSError) {
      return try body()
    } catch {
      throw ProgramError(files.isEmpty ? error.message : "\(files): \(error.message)")
    }
  }

  private func identity() throws(ProgramError) -> TLSIdentity {
    if let certificate = options.certificate {
      let certificates = try contents(of: certificate)
      do throws(SecretFileError) {
        return TLSIdentity(
          certificates: certificates,
          key: try SmallFile.readSecret(options.key ?? certificate))
      } catch {
        throw ProgramError(error.message)
      }
    }
    guard let state else { throw ProgramError("there is no place for the server's key") }
    return try stateErrors { () throws(StateError) in try state.identity() }
  }

  private func contents(of path: String) throws(ProgramError) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.read(path)
    } catch {
      throw ProgramError("cannot read \(path): \(error.message)")
    }
  }

  /// Reads certificates and keys again. New connections get what is new; those that are open go on.
  func reload() {
    reloadPolicy()
    access.reload()
    guard let acceptances else { return log.info("SIGHUP: read the credentials again") }
    do throws(ProgramError) {
      let context = try makeContext()
      acceptances.required.context = context
      acceptances.optional.context = context
      log.info("SIGHUP: read certificates, keys and credentials again")
    } catch {
      log.error("SIGHUP: going on with the old certificates: \(error.message)")
    }
  }
}

extension ServerSecurity {
  /// Reads the policy again. One that is not correct changes nothing, and neither does one that is gone: that
  /// would allow more than before.
  private func reloadPolicy() {
    do throws(ProgramError) {
      if let policy = try policyFile.read() {
        access.use(policy)
        Self.report(policy, policyFile, log)
      } else if access.hasPolicy {
        log.error(
          "SIGHUP: going on with the old policy: \(policyFile.path) is gone; start the server again "
            + "to go on without one")
      }
    } catch {
      for line in error.lines { log.error("SIGHUP: going on with the old policy: \(line)") }
    }
  }
}

// MARK: While the server runs

extension ServerSecurity {
  /// Follows changes of what is stored, and tells `a11y-bridge pair` where the server listens.
  func follow(on loop: EventLoop, listening: [SocketAddress]) {
    guard let state, acceptances != nil else { return }
    do {
      // Watched before they are read, so that no change is missed.
      let paths =
        try CredentialStore.Kind.allCases.map { try state.directory($0.rawValue).path }
        + [CredentialStore(state).introductions().path]
      watch = try DirectoryWatch(paths, on: loop) { [unowned self, unowned loop] in
        access.reload()
        awaitExpiry(on: loop)
      }
      access.reload()
      awaitExpiry(on: loop)
      let servers = try state.directory(Listing.directory)
      listing = try ReadyFile(at: servers.path("\(getpid())")) { _ in true }
      try listing?.publish(listening.map { "\($0)\n" }.joined())
    } catch {
      log.warning("changes of pairings and tokens are not followed: \(error)")
    }
  }

  /// Ends the connections of what expires, when it expires.
  private func awaitExpiry(on loop: EventLoop) {
    expiry?.cancel()
    expiry = nil
    guard let next = access.nextExpiry else { return }
    // Clocks are set: look again after an hour at the latest.
    let seconds = min(3_600, max(1, next.seconds - WallTime.now.seconds))
    expiry = loop.schedule(after: .seconds(seconds)) { [weak self, unowned loop] in
      self?.access.reload()
      self?.awaitExpiry(on: loop)
    }
  }

  func stop() {
    watch?.cancel()
    expiry?.cancel()
    listing?.remove()
  }
}

/// Where the servers of this user listen, for `a11y-bridge pair`.
enum Listing {
  static let directory = "servers"

  /// The addresses of the servers that run.
  static func addresses(in state: PrivateDirectory) throws(PrivateFileError) -> [SocketAddress] {
    let servers = try state.directory(directory)
    var found: [SocketAddress] = []
    for name in try servers.names() {
      guard let text = try? ReadyFile.contents(at: servers.path(name)) else { continue }
      found += text.split(separator: "\n").compactMap { try? SocketAddress(parsing: String($0)) }
    }
    return found
  }
}

/// Runs `body`, whose errors end the program.
func stateErrors<Value>(
  _ body: () throws(StateError) -> Value
) throws(ProgramError) -> Value {
  do throws(StateError) {
    return try body()
  } catch {
    throw ProgramError(error.message)
  }
}
