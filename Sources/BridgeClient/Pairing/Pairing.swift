public import BridgeProtocol
public import BridgeSecurity
public import BridgeTransport

/// Pairing with a server, by an invitation that it made.
public enum Pairing {
  /// The outcome: where the server is, and who the client is to it.
  public struct Outcome: Sendable {
    public let address: SocketAddress
    public let access: HelloAccess
  }

  /// Pairs with the server that an invitation is from.
  ///
  /// - Parameters:
  ///   - identity: The client's key, which the server will know from then on.
  ///   - timeout: The longest time for one of the addresses.
  public static func pair(
    by code: InvitationCode, identity: TLSIdentity, software: String,
    timeout: Duration = .seconds(10)
  ) async throws(ClientError) -> Outcome {
    var last = ClientError.cannotConnect("the invitation has no address")
    for address in code.addresses {
      do throws(ClientError) {
        return try await pair(by: code, at: address, identity, software, timeout)
      } catch {
        // Another address is of use only where this one was not reached.
        guard case .cannotConnect = error else { throw error }
        last = error
      }
    }
    throw last
  }

  private static func pair(
    by code: InvitationCode, at address: SocketAddress, _ identity: TLSIdentity,
    _ software: String, _ timeout: Duration
  ) async throws(ClientError) -> Outcome {
    let thread: LoopThread
    let security: ServerSecurity
    do {
      thread = try LoopThread(name: "pairing")
      security = ServerSecurity(
        try TLSContext(.client, identity: identity), trusting: .key(code.serverKey))
    } catch {
      throw .cannotConnect("\(error)")
    }
    let result = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        PairingAttempt(code, address, security, software, loop) {
          continuation.resume(returning: $0)
        }.begin(within: timeout)
      }
    }
    thread.handle.stop()
    return Outcome(address: address, access: try result.get())
  }
}

/// One attempt to pair at one address, confined to its loop.
private final class PairingAttempt {
  private let code: InvitationCode
  private let address: SocketAddress
  private let security: ServerSecurity
  private let software: String
  private let loop: EventLoop
  private var completion: ((Result<HelloAccess, ClientError>) -> Void)?
  private var connection: Connection?
  private var session: ClientSession?
  private var timer: Timer?
  private var exported: [UInt8] = []

  init(
    _ code: InvitationCode, _ address: SocketAddress, _ security: ServerSecurity,
    _ software: String, _ loop: EventLoop,
    completion: @escaping (Result<HelloAccess, ClientError>) -> Void
  ) {
    self.code = code
    self.address = address
    self.security = security
    self.software = software
    self.loop = loop
    self.completion = completion
  }

  func begin(within timeout: Duration) {
    timer = loop.schedule(after: timeout) { [self] in
      end(.failure(.cannotConnect("\(address) did not answer within \(timeout)")))
    }
    Connection.connect(to: address, on: loop, timeout: timeout) { [self] result in
      switch result {
      case .success(let connection): use(connection)
      case .failure(let error): end(.failure(.cannotConnect(error.message)))
      }
    }
  }

  private func use(_ connection: Connection) {
    self.connection = connection
    connection.onSecured = { [self] in introduce(connection) }
    connection.onBytes = { [self] bytes in
      guard let session else { return }
      unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
      while let event = session.nextEvent() { handle(event) }
    }
    connection.onClosed = { [self] reason in
      if case .tls(let error) = reason {
        return end(.failure(.tls(error, address, security)))
      }
      end(.failure(.connectionLost("\(address) closed the connection during pairing")))
    }
    do throws(TLSError) {
      try security.begin(on: connection)
    } catch {
      end(.failure(.tls(error, address, security)))
    }
  }

  /// Sends the hello, now that the server's key is known to be the right one.
  private func introduce(_ connection: Connection) {
    guard let exported = connection.tls?.exported(PairingProof.label) else {
      return end(.failure(.connectionLost("the TLS connection exports nothing")))
    }
    self.exported = exported
    let proof = PairingProof.make(.client, secret: code.secret, exported: exported)
    let session = ClientSession(
      ClientSession.Configuration(
        software: software,
        credential: .pairing(invitation: code.number.bytes, proof: proof)))
    self.session = session
    connection.send(contentsOf: session.takeOutput())
  }

  private func handle(_ event: ClientEvent) {
    switch event {
    case .hello(let hello):
      // Where the server refuses, the reason follows.
      guard let access = hello.access else { return }
      let expected = PairingProof.make(.server, secret: code.secret, exported: exported)
      guard Digest.areEqual(access.pairingProof, expected) else {
        return end(
          .failure(
            .notTrusted(
              "\(address) does not know the invitation's secret",
              remedy: "Make a new invitation with 'a11y-bridge pair' on the server's machine.")))
      }
      end(.success(access))
    case .failed(let status): end(.failure(.status(status)))
    case .message, .ended, .pong, .goAway: break
    }
  }

  private func end(_ result: Result<HelloAccess, ClientError>) {
    timer?.cancel()
    let completion = self.completion
    self.completion = nil
    connection?.onClosed = nil
    connection?.onBytes = nil
    connection?.closeAfterFlush(within: .milliseconds(200))
    connection = nil
    completion?(result)
  }
}
