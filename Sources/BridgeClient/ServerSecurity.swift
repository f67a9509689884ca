internal import BridgeSecurity
public import BridgeTransport

/// How connections to a server are encrypted, and how it is judged.
public struct ServerSecurity: Sendable {
  /// Has the client's own key, if it has one, and the CAs that it trusts.
  public let context: TLSContext
  public let trust: ServerTrust
  /// The newest session, which makes the next handshake cheaper.
  private let session: Lock<[UInt8]?>
  private let onTicket: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - ticket: What `onTicket` was passed earlier for the same server.
  ///   - onTicket: Called with what resumes a session, after a handshake that did not resume one.
  public init(
    _ context: TLSContext, trusting trust: ServerTrust, ticket: [UInt8]? = nil,
    onTicket: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) {
    self.context = context
    self.trust = trust
    session = Lock(ticket)
    self.onTicket = onTicket
  }

  func begin(on connection: Connection) throws(TLSError) {
    let engine = try TLSEngine(
      client: context, trusting: trust, resuming: session.withLock { $0 })
    connection.startTLS(engine)
  }

  func remember(_ connection: Connection) {
    guard let tls = connection.tls, let ticket = tls.session else { return }
    session.withLock { $0 = ticket }
    if !tls.isResumed { onTicket(ticket) }
  }
}

extension ClientError {
  static func tls(
    _ error: TLSError, _ address: SocketAddress, _ security: ServerSecurity?
  ) -> ClientError {
    .notTrusted("cannot connect to \(address): \(error.message)", remedy: remedy(error))
  }

  /// The error of TLS on a connection by which a client is to be paired: no key of the server is known yet.
  static func pairing(
    _ error: TLSError, _ address: SocketAddress, _ security: ServerSecurity
  ) -> ClientError {
    guard case .wrongKey(let invited, let found) = error else {
      return .tls(error, address, security)
    }
    return .notTrusted(
      "cannot pair with \(address): the server's key is \(found), and the invitation is of a server "
        + "with the key \(invited)",
      remedy:
        "Use an invitation that 'a11y-bridge pair --name NAME' made on the machine at that address; if "
        + "this is one, somebody may be in between.")
  }

  static func tokenNeedsTLS(_ address: SocketAddress) -> ClientError {
    .notTrusted(
      "cannot connect to \(address): a token is not sent to another machine in plain text",
      remedy:
        "Add the --server-key SHA256:… of the server: 'a11y-bridge token' and 'a11y-bridge' there show it. Or name the CA of "
        + "its certificate with --tls-ca, or a paired server with --server NAME.")
  }

  private static func remedy(_ error: TLSError) -> String {
    switch error {
    case .wrongKey:
      "Somebody may be in between. If the server's key was replaced on purpose, run 'bridge-client servers --forget NAME', "
        + "NAME being what --server names, and pair with it again ('a11y-bridge pair --revoke' there takes away the old "
        + "pairing); or give its address with --server and the new key with --server-key."
    case .certificate(.expired), .certificate(.notYetValid):
      "Renew the server's certificate, or set the clock: this machine's says \(WallTime.now)."
    case .certificate(.wrongName):
      "Connect by one of these names, or get a certificate for the other one."
    case .certificate: "Name the CA of the server's certificate with --tls-ca."
    case .alert("protocol version"):
      "The server must speak TLS 1.3: see that the address is that of an a11y-bridge server."
    case .alert: "The server's log says why."
    case .notTLS: "See that the address is right; a server on this machine is named by its address."
    case .broken, .unusable: "See what the server logged."
    }
  }
}
