internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// The connection on which a client is paired, confined to its loop. It makes no calls.
final class PairingChannel {
  let address: SocketAddress
  private let security: ServerSecurity
  private let software: String
  private let loop: EventLoop
  private var connection: Connection?
  private var session: ClientSession?
  private var timer: Timer?
  private var onEvent: ((ClientEvent) -> Void)?
  private var onFailure: ((ClientError) -> Void)?

  init(
    _ address: SocketAddress, _ security: ServerSecurity, software: String, on loop: EventLoop
  ) {
    self.address = address
    self.security = security
    self.software = software
    self.loop = loop
  }

  /// Connects, and sends the hello when the handshake is done.
  ///
  /// - Parameters:
  ///   - timeout: The longest time until `answered()`.
  ///   - credential: Returns what the hello shows; `nil` fails the pairing.
  ///   - onEvent: Called with what the server sends.
  ///   - onFailure: Called once at most, unless `close()` was called.
  func open(
    within timeout: Duration, credential: @escaping (TLSEngine) -> HelloCredential?,
    onEvent: @escaping (ClientEvent) -> Void, onFailure: @escaping (ClientError) -> Void
  ) {
    self.onEvent = onEvent
    self.onFailure = onFailure
    timer = loop.schedule(after: timeout) { [self] in
      fail(.cannotConnect("\(address) did not answer within \(timeout.roundedUp)"))
    }
    Connection.connect(to: address, on: loop, timeout: timeout) { [self] result in
      switch result {
      case .success(let connection): use(connection, credential)
      case .failure(let error): fail(.cannotConnect(error.message))
      }
    }
  }

  private func use(
    _ connection: Connection, _ credential: @escaping (TLSEngine) -> HelloCredential?
  ) {
    guard self.onFailure != nil else { return connection.close() }
    self.connection = connection
    connection.onSecured = { [self] in
      guard let tls = connection.tls, let credential = credential(tls) else {
        return fail(.connectionLost("the TLS connection exports nothing"))
      }
      let session = ClientSession(
        ClientSession.Configuration(software: software, credential: credential))
      self.session = session
      flush()
    }
    connection.onBytes = { [self] bytes in
      guard let session else { return }
      unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
      while let event = session.nextEvent() { onEvent?(event) }
      flush()
    }
    connection.onClosed = { [self] reason in
      if case .tls(let error) = reason { return fail(.pairing(error, address, security)) }
      fail(.connectionLost("\(address) closed the connection during pairing"))
    }
    do throws(TLSError) {
      try security.begin(on: connection)
    } catch {
      fail(.pairing(error, address, security))
    }
  }

  private func flush() {
    guard let session else { return }
    connection?.send(contentsOf: session.takeOutput())
  }

  /// Opens the commitment of an introduction.
  func reveal(_ nonce: [UInt8]) {
    session?.reveal(nonce)
    flush()
  }

  /// Says yes to the string of an introduction.
  func agree() {
    session?.agree()
    flush()
  }

  /// The keys of both ends, and what the connection exports for a label.
  func facts(_ label: String) -> (server: KeyFingerprint, own: KeyFingerprint, exported: [UInt8])? {
    guard let tls = connection?.tls, let server = tls.peerKey, let own = tls.ownKey,
      let exported = tls.exported(label)
    else { return nil }
    return (server, own, exported)
  }

  /// Lets the connection last from now on.
  func answered() { timer?.cancel() }

  func fail(_ error: ClientError) {
    let onFailure = self.onFailure
    close()
    onFailure?(error)
  }

  /// Ends the connection; nothing more is reported.
  func close() {
    timer?.cancel()
    onEvent = nil
    onFailure = nil
    connection?.onClosed = nil
    connection?.onBytes = nil
    connection?.onSecured = nil
    connection?.closeAfterFlush(within: .milliseconds(200))
    connection = nil
  }
}
