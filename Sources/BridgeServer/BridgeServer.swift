public import AccessibilityMirror
internal import BridgeGRPC
internal import BridgeProtocol
public import BridgeSecurity
public import BridgeTransport

/// Serves a tree store and its sources to any number of clients.
///
/// Its lifetime is a scope: `listen` begins it, `shutDown` ends it, and `onClosed` is called when
/// everything is closed.
public final class BridgeServer {
  private let loop: EventLoop
  private let services: ServiceRegistry
  private var service: BridgeService { services.whole }
  private let configuration: ServerConfiguration
  private let access: AccessControl
  private var memoryReclaimer: MemoryReclaimer?
  private var listeners: [Listener] = []
  private var connections: [ObjectIdentifier: ServerConnection] = [:]
  /// Connections that are told why they are not served; they count for no limit.
  private var refused: Set<ObjectIdentifier> = []
  private var addresses = AddressCounts()
  private var newcomers = Newcomers()
  private var drainTimer: Timer?
  private var silenceTimer: Timer?
  private var isShuttingDown = false
  private var onClosed: (() -> Void)?

  /// - Parameters:
  ///   - access: Who is let in; by default the user who runs the server, on this machine.
  ///   - audit: Where connections and actions are recorded; `nil`: nowhere. Its owner stops it after the server.
  ///   - log: Called with one line for people at a time.
  public init(
    store: TreeStore, sources: [any TreeSource], loop: EventLoop,
    configuration: ServerConfiguration, access: AccessControl = AccessControl(),
    audit: AuditTrail? = nil, log: @escaping (String) -> Void = { _ in }
  ) {
    self.loop = loop
    self.configuration = configuration
    store.timer = { [weak loop] time, body in
      _ = loop?.schedule(at: MonotonicTime(nanoseconds: time), body)
    }
    self.access = access
    services = ServiceRegistry(
      store: store, sources: sources,
      shared: SharedResources(
        sources, loop: loop, configuration: configuration, audit: audit.map { ServerAudit($0) },
        log: log))
    services.whole.connectionCount = { [weak self] in self?.connections.count ?? 0 }
    let relief = MemoryReclaimer(services) { [weak self] in
      self.map { Array($0.connections.values) } ?? []
    }
    self.memoryReclaimer = relief
    access.onGrants = { [audit = services.whole.audit] old, new in
      audit?.grantsChanged(from: old, to: new)
    }
    access.onChange = { [weak self] in
      for connection in Array((self?.connections ?? [:]).values) {
        connection.endIfRevoked()
        connection.settleIntroduction()
      }
    }
    services.whole.largestConnection = { [weak relief] in relief?.largestConnection() ?? ("", 0) }
  }

  /// Begins to accept connections at an address. Returns the actual address, with the port that was chosen
  /// where port 0 was requested.
  ///
  /// - Parameters:
  ///   - tls: Whether its connections are encrypted; `nil`: never.
  ///   - remotely: Whether an address that other machines can reach is allowed.
  @discardableResult
  public func listen(
    at address: SocketAddress, tls: TLSAcceptance? = nil, remotely: Bool = false
  ) throws(ListenError) -> SocketAddress {
    var options = Listener.Options()
    options.allowsRemote = remotely
    let listener = try Listener(address, on: loop, options: options) { [unowned self] connection in
      accept(connection)
    }
    add(listener, tls)
    return listener.localAddress
  }

  /// Begins to accept connections on a socket that was passed to this program; otherwise the same.
  public func listen(
    on socket: PassedSocket, tls: TLSAcceptance? = nil, remotely: Bool = false
  ) throws(ListenError) {
    var options = Listener.Options()
    options.allowsRemote = remotely
    let listener = try Listener(socket, on: loop, options: options) { [unowned self] connection in
      accept(connection)
    }
    add(listener, tls)
  }

  private func add(_ listener: Listener, _ tls: TLSAcceptance?) {
    listener.tls = tls
    listener.onExhausted = { [service = services.whole] error in
      service.log("temporarily unable to accept connections: \(error)")
    }
    listeners.append(listener)
  }

  /// Returns what a listener that requires TLS sends to a plain client, by its first bytes; `nil`: they are too few to
  /// say what it speaks.
  public func answerToPlain(_ first: [UInt8]) -> [UInt8]? {
    switch FirstBytes(first) {
    case .undecided: nil
    case .http1: FirstBytes.http1WithoutTLS
    case .http2: FirstBytes.http2WithoutTLS
    case .frames:
      ServerSession.refusal(
        service.sessionConfiguration,
        Status(.unauthenticated, "the server speaks TLS only at this address", remedy: .useTLS))
    }
  }

  /// Tells clients that may administer the server what could not be read again at the last reload.
  public func report(reloadProblems lines: [String]) {
    service.reloadProblems.lines = lines
  }

  /// Stops accepting connections, tells every client, lets calls under way finish for up to the
  /// configured `drainTimeout`, and closes.
  public func shutDown(onClosed: @escaping () -> Void) {
    guard !isShuttingDown else { return }
    isShuttingDown = true
    self.onClosed = onClosed
    for listener in listeners { listener.close() }
    let status = Status(.shuttingDown, "the server is shutting down")
    for connection in Array(connections.values) { connection.drain(status) }
    drainTimer = loop.schedule(after: configuration.drainTimeout) { [weak self] in
      guard let self else { return }
      for connection in Array(connections.values) { connection.endDraining(status) }
    }
    finishIfDone()
  }

  private func accept(_ connection: Connection) {
    let accepted = ServerConnection(
      connection, services: services, access: access, loop: loop
    ) { [weak self] ended in
      guard let self else { return }
      connections[ObjectIdentifier(ended)] = nil
      if refused.remove(ObjectIdentifier(ended)) == nil { addresses.remove(ended.connection) }
      newcomers.remove(ended)
      finishIfDone()
    }
    connections[ObjectIdentifier(accepted)] = accepted
    scheduleSilenceCheck()
    if let refusal = refusal(of: accepted) {
      refused.insert(ObjectIdentifier(accepted))
      addresses.remove(connection)
      accepted.report(refusal)
      return accepted.refuse(refusal)
    }
    newcomers.add(accepted)
    accepted.onHello = { [weak self, unowned accepted] in self?.newcomers.remove(accepted) }
    if let oldest = newcomers.takeOldest(above: configuration.limits[.handshakes]) {
      let refusal = configuration.limits.refusal(
        .handshakes, "this connection has waited longest to send its hello")
      oldest.report(refusal)
      oldest.end(refusal)
    }
  }

  /// Returns why a connection that was just accepted is not served, or `nil`.
  private func refusal(of accepted: ServerConnection) -> Status? {
    let limits = configuration.limits
    let fromAddress = addresses.add(accepted.connection)
    if connections.count - refused.count > limits[.connections] {
      return limits.refusal(.connections, "too many connections")
    }
    if let fromAddress, fromAddress > limits[.connectionsPerAddress] {
      return limits.refusal(.connectionsPerAddress, "too many connections from this address")
    }
    if service.memory.isFullOfConnections {
      return limits.refusal(
        .memory, "\(connections.count) connections use half of it", remedy: .closeOrRaiseMemory)
    }
    return isShuttingDown ? Status(.shuttingDown, "the server is shutting down") : nil
  }

  /// Starts the one timer that checks all connections for silence. It runs while any connection is open.
  private func scheduleSilenceCheck() {
    guard silenceTimer == nil, !connections.isEmpty, configuration.pingInterval > .zero else {
      return
    }
    silenceTimer = loop.schedule(after: configuration.pingInterval) { [weak self] in
      self.map { $0.checkSilence(of: Array($0.connections.values)[...]) }
    }
  }

  /// Checks connections until the slice is over, and leaves the rest to the next turn: thousands of pings
  /// take long.
  private func checkSilence(of connections: ArraySlice<ServerConnection>) {
    var rest = connections
    let slice = Slice(Scheduler.slice)
    while let connection = rest.popFirst() {
      if connection.isOpen { connection.checkSilence() }
      if slice.isExpired { break }
    }
    guard !rest.isEmpty else {
      silenceTimer = nil
      return scheduleSilenceCheck()
    }
    silenceTimer = loop.schedule(after: .zero) { [weak self] in self?.checkSilence(of: rest) }
  }

  private func finishIfDone() {
    guard isShuttingDown, connections.isEmpty else { return }
    drainTimer?.cancel()
    silenceTimer?.cancel()
    let onClosed = self.onClosed
    self.onClosed = nil
    onClosed?()
  }
}
