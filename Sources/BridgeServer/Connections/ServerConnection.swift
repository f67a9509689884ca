internal import BridgeGRPC
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// Joins a connection, the state machine of its protocol and the service: turns bytes into calls, and back.
///
/// The protocol is known by the first bytes. Everything else, such as limits, turns, memory and how a connection ends,
/// is the same for all.
final class ServerConnection: CallCarrier {
  let carrierID = CarrierID.next()
  let connection: Connection
  var session: any CallSession
  /// The session, where it speaks the bridge's own frames.
  var frames: ServerSession?
  /// The session, where it speaks HTTP/2.
  var http2: HTTP2Session?
  /// Whether the first bytes have said which protocol the client speaks.
  var isCarrierKnown = false
  /// What has arrived before that is known.
  var firstBytes: [UInt8] = []
  /// Why the connection is not served, until its client can be told.
  var refusal: Status?
  let services: ServiceRegistry
  /// The service of the whole mirror, whatever the client may see.
  let service: BridgeService
  let access: AccessControl
  /// The client by its hello, or of calls without a token; `nil` before it is let in.
  var client: AdmittedClient?
  /// The clients of calls with a token, by what these show.
  var tokenClients: [String: AdmittedClient] = [:]
  /// What the audit log says of the connection; `nil`: there is no audit log.
  let audit: ConnectionAudit?
  let loop: EventLoop
  let onClosed: (ServerConnection) -> Void
  var calls = CallTable<Call>()
  /// The clients of calls whose request is not complete.
  var waitingClients = CallTable<AdmittedClient>()
  /// Calls of health and reflection; `nil` where the client speaks frames.
  var standardCalls: StandardCalls?
  let inputCharge: MemoryCharge
  let baseCharge: MemoryCharge
  /// Accounts for output that the client does not let the server send yet.
  let heldCharge: MemoryCharge
  /// When input that is not handled yet last arrived.
  var lastInput = MonotonicTime(nanoseconds: 0)
  /// The path of the last call, and its method.
  var lastPath = ""
  var lastMethod: Method?
  var helloTimer: Timer?
  /// Called when the client's hello has arrived and it is let in.
  var onHello: (() -> Void)?
  /// Whether the log says why the connection is refused.
  var isReported = false
  /// Runs while a refusal is held back.
  var refusalTimer: Timer?
  /// The client that introduces itself on this connection.
  var introduced: IntroducedClient?
  /// Limits how long a client that sends no more is answered.
  var finishTimer: Timer?
  var isFlushScheduled = false
  var isReadingPaused = false
  /// Whether input that was read waits for its turn in the scheduler. Reading is paused meanwhile.
  var isDeferred = false
  let requests = ConnectionWork()
  let streams = ConnectionWork()
  let treeWork = SerialWork()
  /// The number of bytes that streams may still send before others have their turn.
  var streamRoom = ServerConnection.streamQuantum
  /// The number of bytes of output that may wait however much memory is used.
  let alwaysAllowed: Int
  /// The index of the stream that the next round begins with.
  var nextStream = 0
  var cost = RecentCost()
  /// When the newest input was read. What is handled now arrived then, or before.
  var receivedAt = MonotonicTime.now()
  /// The number of bytes read in this run.
  var receivedBytes = 0
  /// The number of kept calls of each method.
  var pendingCounts: [Method: Int] = [:]
  var isClosingDown = false
  /// The number of checks in a row that found that nothing was heard.
  var silentChecks = 0
  /// Why the server ended the connection.
  var endReason: String?

  init(
    _ connection: Connection, services: ServiceRegistry, access: AccessControl, loop: EventLoop,
    onClosed: @escaping (ServerConnection) -> Void
  ) {
    self.connection = connection
    self.services = services
    let service = services.whole
    self.service = service
    self.access = access
    self.loop = loop
    self.onClosed = onClosed
    audit = service.audit.map { ConnectionAudit($0, peer: connection.peerDescription) }
    let frames = ServerSession(service.sessionConfiguration)
    (session, self.frames) = (frames, frames)
    inputCharge = MemoryCharge(service.memory, .input)
    baseCharge = MemoryCharge(
      service.memory, .connections,
      connection.mayBeEncrypted ? Self.baseMemory + Self.tlsMemory : Self.baseMemory)
    heldCharge = MemoryCharge(service.memory, .messages)
    alwaysAllowed = min(
      service.configuration.limits[.queuedBytes] / 8, MemoryLedger.minAllowance)
    frames.admit = { [unowned self] hello throws(Status) in try admit(hello) }
    connection.stallLimit = limits[time: .stallTime]
    frames.introduce = { [unowned self] commitment throws(Status) in try introduce(commitment) }
    // The connection lets go of these when it has ended.
    connection.onBytes = { [self] bytes in receive(bytes) }
    connection.onDrained = { [self] in outputDrained() }
    connection.onFinished = { [self] in inputEnded() }
    connection.onClosed = { [self] reason in closed(reason) }
    // `closed` lets go of these. Weak references would make each call slower: an object that has one counts its
    // references in a table beside it.
    requests.body = { [unowned self] slice in handleDeferred(slice) }
    streams.body = { [unowned self] _ in continueStreams() }
    helloTimer = loop.schedule(after: limits[time: .handshakeTime]) { [self] in helloTimedOut() }
  }

  var limits: Limits { service.configuration.limits }

  /// Whether the connection has not ended yet.
  var isOpen: Bool { connection.isOpen }

  /// The client, for logs.
  var peer: String { connection.peerDescription + (http2 == nil ? "" : " (gRPC)") }
}
