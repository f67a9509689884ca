internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import Glibc

/// The server's keys and credentials, from its options and its state directory, and what they allow.
final class ServerSecurity {
  static let program = "a11y-bridge"

  private let options: SecurityOptions
  let log: Log
  /// `nil`: everyone is served, or it cannot be made.
  private let state: PrivateDirectory?
  let access: AccessControl
  var servesEveryone: Bool { options.servesEveryone }
  /// Where TLS is required, and where the first byte decides; `nil`: there is no TLS.
  private(set) var acceptances: (required: TLSAcceptance, optional: TLSAcceptance)?
  /// What follows the state directory, while the server runs.
  private(set) var following: StateFollower?
  /// What of policy and certificates could not be used when it was last read again.
  var reloadProblems: [String] = []
  /// With what the server goes on, because what should be used cannot be.
  var problems: [String] {
    reloadProblems + (following?.problems ?? access.problems)
  }

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
    let present = try Self.state(create: false)
    if let present, !options.servesEveryone { try Self.checkGrants(in: present) }
    if let first = remote.first, !options.servesEveryone {
      try Self.checkSomebodyIsAllowed(first, options, present, log)
    }
    // Not before: a start that is refused leaves nothing behind.
    if let present {
      state = present
    } else {
      state = try Self.made(isNeeded: needsTLS, options, log)
    }
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

  let policyFile: PolicyFile
  private var hasTLS = false

  static func report(_ policy: Policy, _ file: PolicyFile, _ log: Log) {
    log.say(
      "the policy \(file.path) \(PolicyFile.summary(of: policy))",
      policy.stanzas.isEmpty ? .warning : .info)
  }

  /// Whether the log says which key the server has.
  private let isKeyShown: Bool

  private static func state(create: Bool) throws(ProgramError) -> PrivateDirectory? {
    try stored { () throws(StateError) in
      try StateDirectory.open(for: program, create: create)
    }
  }

  /// Makes the state directory, so that pairings and tokens that are made later are found. Returns `nil` where it cannot be
  /// made and nothing needs it.
  private static func made(
    isNeeded: Bool, _ options: SecurityOptions, _ log: Log
  ) throws(ProgramError) -> PrivateDirectory? {
    if options.servesEveryone { return nil }
    do throws(ProgramError) {
      guard let made = try state(create: true) else { return nil }
      // Without a key there it is of no use.
      _ = try stored { () throws(StateError) in try made.identity() }
      return made
    } catch {
      if isNeeded { throw error }
      log.warning(
        "\(error.message); pairings and tokens cannot be used until the server is started again")
      return nil
    }
  }

  /// Refuses pairings and tokens with mistakes. A directory that cannot be read is reported where it is used.
  private static func checkGrants(in state: PrivateDirectory) throws(ProgramError) {
    let faults = (try? CredentialStore(state).contents().faults) ?? []
    let mistakes = faults.filter { $0.kind != nil && $0.isInText }.flatMap(\.problems)
    guard mistakes.isEmpty else { throw ProgramError(mistakes.joined(separator: "\n")) }
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
        TLSAcceptance(context, isRequired: true) { [weak server] in server?.answerToPlain($0) },
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

  func makeContext() throws(ProgramError) -> TLSContext {
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
    let place = options.certificate != nil && options.key == nil
    let hint = place ? "; if the key is in another file, name it with --tls-key" : ""
    let context = try errors(naming: files, hint: hint) { () throws(TLSError) in
      try TLSContext(
        .server, identity: identity, authorities: authorities,
        protocols: [TLSContext.bridgeProtocol, TLSContext.http2Protocol])
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
    naming files: String, hint: String = "", _ body: () throws(TLSError) -> Value
  ) throws(ProgramError) -> Value {
    do throws(TLSError) {
      return try body()
    } catch {
      throw ProgramError((files.isEmpty ? "" : "\(files): ") + error.message + hint)
    }
  }

  private func identity() throws(ProgramError) -> TLSIdentity {
    if let certificate = options.certificate {
      let certificates = try contents(of: certificate)
      let path = options.key ?? certificate
      let key: [UInt8]
      do throws(SecretFileError) {
        key = try SmallFile.readSecret(path, where: TLSIdentity.mayHaveKey)
      } catch {
        throw ProgramError(error.message)
      }
      if !TLSIdentity.hasCertificate(certificates), TLSIdentity.hasCertificate(key) {
        throw ProgramError(
          "\(certificate) has no certificate, and \(path) has one: the two are swapped; write --tls-certificate \(path) "
            + "--tls-key \(certificate)")
      }
      return TLSIdentity(certificates: certificates, key: key)
    }
    guard let state else { throw ProgramError("there is no place for the server's key") }
    if acceptances == nil { return try stored { () throws(StateError) in try state.identity() } }
    // Clients know the key, so another one must not take its place without a word.
    if let kept = try stored({ () throws(StateError) in try state.identityIfMade() }) {
      return kept
    }
    throw ProgramError(
      "\(state.identityPath) is gone; put it back, or else a new key is made when the server is started again, and "
        + "every client has to pair again")
  }

  private func contents(of path: String) throws(ProgramError) -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.read(path)
    } catch {
      throw ProgramError(error.unreadable(path))
    }
  }

  /// Follows changes of what is stored, and tells `a11y-bridge pair` where the server listens.
  ///
  /// - Parameter onProblem: Called when `problems` have changed.
  func follow(
    on loop: EventLoop, listening: [SocketAddress], onProblem: @escaping () -> Void
  ) {
    guard let state, acceptances != nil else { return }
    following = StateFollower(state, access, listening: listening, on: loop, log: log)
    following?.onProblem = onProblem
    following?.begin()
  }

  func stop() { following?.stop() }
}
