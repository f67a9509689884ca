internal import BridgeGRPC
internal import BridgeProtocol
internal import BridgeTransport

/// Which protocol carries the calls: the first bytes decide, or the ALPN name that TLS agreed on.
extension ServerConnection {
  /// For logs.
  var carrierName: String { frames == nil ? "grpc" : "frames" }

  /// Decides by the first bytes, and passes on what decided.
  func chooseCarrier(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe firstBytes.append(contentsOf: $0) }
    switch firstCarrier {
    case .undecided: return
    case .frames: break
    case .http2:
      do throws(Status) {
        try useHTTP2()
      } catch {
        service.log("closing \(peer): \(error.message)")
        return connection.close()
      }
    case .http1:
      service.log("closing \(peer): it speaks HTTP/1")
      isCarrierKnown = true
      connection.send(FirstBytes.http1Answer)
      return connection.closeAfterFlush()
    }
    isCarrierKnown = true
    if let refusal {
      guard http2 != nil else { return end(refusal) }
      endSoon(refusal, after: Self.firstCallPatience)
    }
    let first = firstBytes
    firstBytes = []
    unsafe first.withUnsafeBytes { unsafe receive($0.bytes) }
  }

  /// Tells the client why it is not served as soon as it has shown what it speaks, or soon in any case.
  ///
  /// By gRPC its first calls are told: a channel whose connection ends before any of them is answered connects again and
  /// again, and its program never hears why. Some clients also drop an answer that GOAWAY follows at once, so there is
  /// time between them.
  func refuse(_ status: Status) {
    refusal = status
    loop.schedule(after: Self.refusalPatience) { [weak self] in
      guard let self, !isCarrierKnown else { return }
      // Nothing can be said before a handshake has ended.
      if connection.isShaking { return endSoon(status, after: Self.firstCallPatience) }
      end(status)
    }
  }

  private func endSoon(_ status: Status, after time: Duration) {
    loop.schedule(after: time) { [weak self] in
      guard let self, isOpen else { return }
      if connection.isShaking { connection.close() } else { end(status) }
    }
  }

  /// How long a connection that is not served is kept until its client has said something.
  private static let refusalPatience = Duration.milliseconds(250)
  /// How long calls of gRPC are answered before it ends.
  private static let firstCallPatience = Duration.seconds(1)

  private var firstCarrier: FirstBytes {
    switch connection.tls?.negotiatedProtocol {
    case TLSContext.http2Protocol: .http2
    case TLSContext.bridgeProtocol: .frames
    default: FirstBytes(firstBytes)
    }
  }

  private func useHTTP2() throws(Status) {
    let http2 = try HTTP2Session(
      HTTP2Session.Configuration(
        maxMessageLength: limits[.frameBytes], maxConcurrentCalls: limits[.callsPerConnection]))
    session = http2
    self.http2 = http2
    standardCalls = StandardCalls(http2)
    frames = nil
    chargeCarrier(HTTP2Session.memory)
  }

  /// The client has shown that it speaks HTTP/2. One that needs no credential may wait with its first call. Others have the
  /// time for a hello.
  func greeted() {
    if refusal == nil, isLetInByItself { welcome() }
  }

  /// Whether calls without a credential of their own are let in.
  var isLetInByItself: Bool { (try? access.admit(connection, nil)) != nil }

  /// The client has introduced itself, as far as it must.
  func welcome() {
    http2?.hasHello = true
    helloTimer?.cancel()
    helloTimer = nil
    onHello?()
    onHello = nil
  }
}

// MARK: Credentials of calls

extension ServerConnection {
  /// The maximum number of tokens that the calls of one connection may show.
  private static let maxTokens = 16

  /// Returns the client that makes a call: of HTTP/2 by the metadata `authorization`, where there is one.
  func client(making call: CallID) throws(Status) -> AdmittedClient {
    guard let http2 else {
      guard let client else { throw Status(.unauthenticated, "the client is not let in") }
      return client
    }
    guard let authorization = http2.takeAuthorization(of: call) else {
      if let client { return client }
      let client = try admit(nil, software: http2.software, audit?.another()).1
      self.client = client
      welcomed()
      return client
    }
    if let known = tokenClients[authorization] { return known }
    guard tokenClients.count < Self.maxTokens else {
      throw Status(
        .limit, "limit of \(Self.maxTokens) tokens on one connection reached",
        remedy: .separateTokens, limit: UInt64(Self.maxTokens))
    }
    let token = HelloCredential.token(try token(in: authorization))
    let client = try admit(token, software: http2.software, audit?.another()).1
    tokenClients[authorization] = client
    welcomed()
    return client
  }

  private func token(in authorization: String) throws(Status) -> String {
    let scheme = "bearer "
    guard authorization.lowercased().hasPrefix(scheme) else {
      throw Status(
        .unauthenticated, "authorization is not 'Bearer' and a token", remedy: .sendToken)
    }
    return String(authorization.dropFirst(scheme.count))
  }

  private func welcomed() {
    guard http2?.hasHello == false else { return }
    welcome()
  }

  /// Ends a call whose client is not let in. A wrong credential is answered at a fixed time after the call began, so that
  /// the time does not tell why.
  func refuse(_ call: CallID, _ status: Status, since began: MonotonicTime) {
    guard status.reason == .unauthenticated else {
      return finish(call, status: status, response: nil)
    }
    loop.schedule(at: Self.refusalTime(since: began)) { [weak self] in
      self?.finish(call, status: status, response: nil)
    }
  }
}
