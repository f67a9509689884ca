internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// A client that introduces itself.
struct IntroducedClient {
  let key: KeyFingerprint
  let serverKey: KeyFingerprint
  let exported: [UInt8]
  let commitment: [UInt8]
  /// The server's own.
  let nonce: [UInt8]
  /// What the owner is shown, when the client has opened its commitment.
  var waiting: WaitingClient?
  /// Runs until the window expires.
  var timer: Timer?
}

extension AccessControl {
  /// Begins an introduction, if the owner waits for one.
  func introduce(
    _ connection: Connection, _ commitment: [UInt8]
  ) throws(Status) -> IntroducedClient {
    // An introduction shows no secret. Whoever is not waited for could go on trying all the same.
    try checkTries(of: connection)
    guard let tls = connection.tls, let key = tls.peerKey, let serverKey = tls.ownKey,
      let exported = tls.exported(Introduction.label)
    else {
      throw Status(
        .unauthenticated, "a pairing needs TLS and a client certificate", remedy: .pair)
    }
    guard commitment.count == Digest.length, let nonce = Introduction.nonce() else {
      throw Status(.unauthenticated, "Hello.credential.introduction.commitment has not 32 bytes")
    }
    if let grant = grants.first(where: { $0.evidence == .key(key) }) {
      throw pairedAlready(grant.name)
    }
    try checkWindowIsServed(key, connection)
    guard
      try stored({ (store) throws(PrivateFileError) in
        try store.beginIntroduction(now: .now)
      }) ?? false
    else {
      countTry(of: connection)
      throw Status(
        .unauthenticated, "the server does not wait for a new machine", remedy: .openWindow)
    }
    return IntroducedClient(
      key: key, serverKey: serverKey, exported: exported, commitment: commitment, nonce: nonce)
  }

  /// Refuses an introduction whose pairing would not be served, before it uses up a try. Anybody can cause this, so the
  /// client is not told the name.
  private func checkWindowIsServed(
    _ key: KeyFingerprint, _ connection: Connection
  ) throws(Status) {
    let window =
      try stored { (store) throws(PrivateFileError) in try store.window(at: .now) } ?? nil
    guard let window,
      let denial = denial(of: window.terms.pairing(with: key, created: .now))
    else { return }
    logDenial(denial, of: connection)
    throw Status(
      denial.reason, "the server's policy does not let in the machine that its owner waits for",
      advice: "Ask the owner of the server: its log says what to write into the policy.")
  }

  /// The refusal of a client that has proved which key it has.
  func pairedAlready(_ name: CredentialName) -> Status {
    let known = grants.first { $0.name == name && $0.kind == .pairings }
    let ended = known.flatMap { $0.isValid(at: .now) ? nil : Self.invalid($0) }
    return Status(
      .unauthenticated,
      "this machine is paired already, as \(name)" + (ended.map { "; \($0.message)" } ?? ""),
      advice:
        "If this machine still knows the server, use that pairing"
        + (ended.map { ". \($0.detail?.remedy ?? "") " } ?? ". ")
        + "If it does not, run 'a11y-bridge pair --revoke \(name)' on the server's machine, and pair again."
    )
  }

  /// Lets a client wait for the owner, when it has opened its commitment.
  func reveal(
    _ client: IntroducedClient, _ nonce: [UInt8], peer: String
  ) throws(Status) -> IntroducedClient {
    guard Introduction.opens(client.commitment, nonce) else {
      throw Status(.unauthenticated, "the nonce is not the one that was committed to")
    }
    let string = IntroductionString(
      exported: client.exported, serverKey: client.serverKey, clientKey: client.key,
      serverNonce: client.nonce, clientNonce: nonce)
    var client = client
    let waiting = WaitingClient(string, key: client.key, peer: peer)
    client.waiting = waiting
    guard
      try stored({ (store) throws(PrivateFileError) in
        try store.wait(waiting, now: .now)
      }) ?? false
    else {
      throw Status(
        .unauthenticated, "the server does not wait for a new machine", remedy: .openWindow)
    }
    log("\(peer) has introduced itself; run 'a11y-bridge pair --accept \(string)' if it shows that")
    return client
  }

  /// Writes down the yes of the person on the client's side, which pairs it if the owner has accepted it.
  func agree(_ client: WaitingClient) {
    let agreement = try? stored { (store) throws(PrivateFileError) in
      try store.agree(client, now: .now)
    }
    if case .conflict(let conflict)? = agreement ?? nil { log("did not pair: \(conflict)") }
  }

  /// What has become of a client that waits.
  enum IntroductionOutcome {
    case waiting
    case paired(Grant)
    case refused
  }

  func outcome(of client: WaitingClient) -> IntroductionOutcome {
    if let grant = grant(of: client.key) { return .paired(grant) }
    let isWaiting = try? stored { (store) throws(PrivateFileError) -> Bool in
      guard try store.window(at: .now) != nil else { return false }
      return try store.waitingClient()?.isSame(as: client) ?? false
    }
    if isWaiting ?? false { return .waiting }
    // The owner may have said yes after the grants were read.
    readGrants()
    return grant(of: client.key).map { .paired($0) } ?? .refused
  }

  /// Forgets a client that has left.
  func forget(_ client: WaitingClient) {
    try? stored { (store) throws(PrivateFileError) in try store.forget(client) }
  }

  private func grant(of key: KeyFingerprint) -> Grant? {
    grants.first { $0.evidence == .key(key) && $0.isValid(at: .now) }
  }

  private func stored<Value>(
    _ body: (CredentialStore) throws(PrivateFileError) -> Value
  ) throws(Status) -> Value? {
    guard let store else { return nil }
    guard !isSuspended else { throw .cannotPair }
    do throws(PrivateFileError) {
      return try body(store)
    } catch {
      log(error.message)
      throw Status.cannotPair
    }
  }
}
