public import BridgeProtocol
public import BridgeTransport

/// One connection to a server, on an event loop: calls with callbacks, no tasks.
///
/// `BridgeClient` is built on it; programs that run an event loop of their own use it directly. Confined to
/// the loop's thread.
public final class ClientConnection {
  /// How a client introduces itself and how long it waits.
  public struct Options: Sendable {
    /// Program and release: "bridge-client 0.1.0".
    public var software = "BridgeClient"
    /// The time limit from the beginning of connecting to the server's hello.
    public var connectTimeout = Duration.seconds(10)
    /// The connection fails after this time without a byte in the middle of a frame: the server stopped while
    /// sending it.
    public var frameTimeout = Duration.seconds(60)
    /// The interval of checks for silence: after an interval without a byte the client sends a ping, after
    /// another one the connection is lost. `nil`: no checks; only TCP detects that the machine is gone.
    public var pingAfter: Duration? = .seconds(30)
    /// How the connection is encrypted and the server judged; `nil`: it is plain.
    public var security: ServerSecurity?
    /// A token that lets the client in. It is sent over TLS and within this machine only.
    public var token: String?
    /// Called on the loop with what the server says this client may do, at each connection.
    public var onAccess: (@Sendable (HelloAccess) -> Void)?
    /// The longest frame to accept, in bytes.
    public var maxFrameLength = 64 * 1024 * 1024

    public init() {}
  }

  /// The callbacks of a call.
  public struct Handlers {
    /// Called for each message of a stream. Its bytes are there only until it returns.
    public var onMessage: (Span<UInt8>) -> Void
    /// Called once, at the end of the call, with the response of a unary call.
    public var onEnd: (Result<[UInt8]?, ClientError>) -> Void

    public init(
      onMessage: @escaping (Span<UInt8>) -> Void = { _ in },
      onEnd: @escaping (Result<[UInt8]?, ClientError>) -> Void
    ) {
      self.onMessage = onMessage
      self.onEnd = onEnd
    }
  }

  public let address: SocketAddress
  /// What the server said of itself; `nil` before its hello.
  public private(set) var server: Hello?
  /// Called once, when the connection has ended after the server's hello.
  public var onClosed: ((ClientError) -> Void)?

  /// Whether the server may have begun calls, as far as can be known: not when it does not speak this protocol, or
  /// refused the connection.
  var mayHaveBegunCalls = true
  /// Whether nothing listens at the address: the server is not running.
  private(set) var isRefused = false
  /// Called whenever a call has ended, cancelled ones included.
  var onCallEnded: (() -> Void)?
  /// Whether calls can be sent: the end of the connection has not been seen yet.
  var isOpen: Bool { connection?.isOpen == true }
  /// The number of calls that the server has not ended yet.
  var activeCalls: Int { session.activeCalls }

  private let loop: EventLoop
  private let pingAfter: Duration?
  private let frameTimeout: Duration
  let session: ClientSession
  let security: ServerSecurity?
  var connector: Connector?
  var connection: Connection?
  private var helloTimer: Timer?
  private var onOpen: ((ClientConnection) -> Void)?
  var connectCompletion: ((Result<ClientConnection, ClientError>) -> Void)?
  var calls = CallTable<Handlers>()
  /// The status that the server sent when it closed the connection.
  var goAwayStatus: Status?
  private var isFlushScheduled = false
  /// When to write while what was read is handled, or while many calls are made in one turn.
  private var pace = WritePace(since: .now())
  var silenceTimer: Timer?
  var lastReceived = MonotonicTime.now()
  /// Set while a frame is incomplete, and for up to `frameTimeout` afterwards.
  var frameTimer: Timer?

  private init(_ address: SocketAddress, loop: EventLoop, options: Options) {
    self.address = address
    self.loop = loop
    pingAfter = options.pingAfter
    frameTimeout = options.frameTimeout
    session = ClientSession(
      ClientSession.Configuration(
        software: options.software, maxFrameLength: options.maxFrameLength,
        credential: options.token.map { .token($0) }))
    security = options.security
  }

  /// Connects and exchanges hellos; `completion` is called once, with a connection that is ready for calls.
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, options: Options = Options(),
    completion: @escaping (Result<ClientConnection, ClientError>) -> Void
  ) {
    connect(to: address, on: loop, options: options, onOpen: { _ in }, completion: completion)
  }

  /// The same; calls that are made from `onOpen` on are sent together with the hello.
  @discardableResult
  static func connect(
    to address: SocketAddress, on loop: EventLoop, options: Options,
    onOpen: @escaping (ClientConnection) -> Void,
    completion: @escaping (Result<ClientConnection, ClientError>) -> Void
  ) -> ClientConnection {
    let client = ClientConnection(address, loop: loop, options: options)
    client.onOpen = onOpen
    client.connectCompletion = completion
    guard options.token == nil || options.security != nil || address.isLoopback else {
      client.finishConnecting(.failure(.tokenNeedsTLS(address)))
      return client
    }
    let deadline = MonotonicTime.now().advanced(by: options.connectTimeout)
    client.connector = Connection.connect(
      to: address, on: loop, timeout: options.connectTimeout
    ) { result in
      switch result {
      case .success(let connection): client.use(connection, helloBy: deadline)
      case .failure(let error):
        client.isRefused = error.isRefused
        client.finishConnecting(.failure(.connecting(error)))
      }
    }
    return client
  }

  private func use(_ connection: Connection, helloBy deadline: MonotonicTime) {
    connector = nil
    self.connection = connection
    connection.onBytes = { [self] bytes in
      lastReceived = .now()
      // What the handlers send is sent below.
      isFlushScheduled = true
      pace = WritePace(since: lastReceived)
      unsafe bytes.withUnsafeBytes {
        unsafe session.receive($0) { call, payload in
          deliver(payload, to: call)
        } afterFrame: {
          handleEvents()
        }
      }
      handleEvents()
      sendOutput()
      if isOpen, session.isWithinFrame, frameTimer == nil { watchFrame() }
    }
    connection.onClosed = { [self] reason in ended(reason) }
    do throws(TLSError) {
      try security?.begin(on: connection)
    } catch {
      return fail(.tls(error, address, security))
    }
    helloTimer = loop.schedule(at: deadline) { [self] in
      fail(
        .cannotConnect(
          "\(address) accepted the connection but sent no hello: is it an a11y-bridge server?"))
    }
    onOpen?(self)
    onOpen = nil
    flush()
  }

  /// Checks every `time` whether anything was received since the last check.
  private func scheduleSilenceCheck(_ time: Duration, isPinged: Bool = false) {
    let began = MonotonicTime.now()
    silenceTimer = loop.schedule(after: time) { [self] in
      if lastReceived > began { return scheduleSilenceCheck(time) }
      guard !isPinged else {
        return fail(
          .connectionLost("\(address) does not respond: no answer to a ping within \(time)"))
      }
      session.ping()
      scheduleFlush()
      scheduleSilenceCheck(time, isPinged: true)
    }
  }

  /// Checks that an incomplete frame makes progress, until no frame is incomplete.
  private func watchFrame() {
    let end = lastReceived.advanced(by: frameTimeout)
    frameTimer = loop.schedule(at: end) { [self] in
      frameTimer = nil
      guard session.isWithinFrame else { return }
      guard MonotonicTime.now() >= lastReceived.advanced(by: frameTimeout) else {
        return watchFrame()
      }
      fail(
        server == nil
          ? .cannotConnect("\(stoppedMessage) of its hello") : .badAnswer(stoppedMessage))
    }
  }

  var stoppedMessage: String { "\(address) stopped in the middle of a message" }

  func finishConnecting(_ result: Result<ClientConnection, ClientError>) {
    helloTimer?.cancel()
    helloTimer = nil
    let whenReady = self.connectCompletion
    self.connectCompletion = nil
    whenReady?(result)
  }
}

// MARK: Calls

extension ClientConnection {
  /// Begins a call. With a `timeout` of `nil` it has no time limit; `credit` is the number of messages
  /// that the server may send before `grant` is called.
  @discardableResult
  public func call(
    _ method: Method, request: [UInt8], timeout: Duration? = nil, credit: UInt32 = 64,
    _ handlers: Handlers
  ) -> CallID? {
    guard let connection, connection.isOpen else {
      handlers.onEnd(.failure(.connectionLost("the connection to \(address) is closed")))
      return nil
    }
    let id = session.start(
      method: method.rawValue, request: request, timeoutMs: timeout?.wireMilliseconds ?? 0,
      credit: credit)
    calls.set(handlers, for: id)
    scheduleFlush()
    return id
  }

  /// Cancels a call: its handlers are not called again.
  public func cancel(_ call: CallID) {
    guard calls.remove(call) != nil else { return }
    session.cancel(call)
    scheduleFlush()
  }

  /// Allows the server to send that many more messages.
  public func grant(_ messages: UInt32, on call: CallID) {
    guard calls.index(of: call) != nil else { return }
    session.grant(messages, on: call)
    scheduleFlush()
  }

  /// Closes the connection; calls in progress fail.
  public func close() {
    fail(.connectionLost("the connection was closed"))
  }

  /// Sends everything of one turn together, at the end of the turn, unless that takes long.
  private func scheduleFlush() {
    if isFlushScheduled {
      guard pace.isDue(at: .now()), let connection else { return }
      session.drainOutput { connection.send($0) }
      return connection.flush()
    }
    isFlushScheduled = true
    pace = WritePace(since: .now())
    loop.atEndOfTurn { [self] in flush() }
  }

  private func flush() {
    // A call that could not be sent has ended already.
    if session.isClosing { handleEvents() }
    sendOutput()
  }

  private func sendOutput() {
    isFlushScheduled = false
    guard let connection else { return }
    session.drainOutput { connection.send($0) }
  }
}

// MARK: Events

extension ClientConnection {
  private func deliver(_ message: Span<UInt8>, to call: CallID) {
    if let index = calls.index(of: call) { calls[index].onMessage(message) }
  }

  private func handleEvents() {
    while let event = session.nextEvent() {
      switch event {
      case .hello(let hello):
        server = hello
        if let connection { security?.remember(connection) }
        if let pingAfter { scheduleSilenceCheck(pingAfter) }
        finishConnecting(.success(self))
      case .message(let id, let payload):
        deliver(payload.span, to: id)
      case .ended(let id, let status, let response):
        if let handlers = calls.remove(id) {
          handlers.onEnd(status.code == .ok ? .success(response) : .failure(.status(status)))
        }
        onCallEnded?()
      // A session that makes calls has not introduced itself.
      case .pong, .accepted: break
      case .goAway(_, let status): goAwayStatus = status
      case .failed(let status):
        fail(failure(status))
      }
    }
  }
}

extension Duration {
  /// The duration in milliseconds for the wire: rounded up, so that the server does not end a call early, and
  /// at least 1, because 0 means no limit.
  fileprivate var wireMilliseconds: UInt32 {
    UInt32(clamping: max(1, millisecondsRoundedUp))
  }
}
