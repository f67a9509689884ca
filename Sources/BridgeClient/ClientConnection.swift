public import BridgeProtocol
public import BridgeTransport

/// One connection to a server, on an event loop: calls with callbacks, no tasks.
///
/// What `BridgeClient` is made of, and the way for programs that run a loop of their own. Confined to
/// the loop's thread.
public final class ClientConnection {
  /// How a client introduces itself and how long it waits.
  public struct Options: Sendable {
    /// Program and release: "bridge-client 0.1.0".
    public var software = "BridgeClient"
    /// From the beginning of connecting to the server's hello.
    public var connectTimeout = Duration.seconds(10)
    /// After so long without a byte in the middle of a frame the connection fails: the server stopped
    /// in it.
    public var frameTimeout = Duration.seconds(60)
    /// After so long without a byte the server is asked for a sign of life; after twice as long the
    /// connection is lost. `nil`: it is kept until TCP misses the other machine.
    public var pingAfter: Duration? = .seconds(30)
    /// The longest frame to take, in bytes.
    public var maxFrameLength = 64 * 1024 * 1024

    public init() {}
  }

  /// What a call brings.
  public struct Handlers {
    public var onMessage: ([UInt8]) -> Void
    /// Called once. The response is that of a unary call.
    public var onEnd: (Result<[UInt8]?, ClientError>) -> Void

    public init(
      onMessage: @escaping ([UInt8]) -> Void = { _ in },
      onEnd: @escaping (Result<[UInt8]?, ClientError>) -> Void
    ) {
      self.onMessage = onMessage
      self.onEnd = onEnd
    }
  }

  public let address: SocketAddress
  /// What the server said of itself; `nil` until it did.
  public private(set) var server: Hello?
  /// Called once, when the connection has ended after the server's hello.
  public var onClosed: ((ClientError) -> Void)?

  /// Called whenever a call has ended, cancelled ones included.
  var onCallEnded: (() -> Void)?
  /// Calls that the server has not ended yet.
  var activeCalls: Int { session.activeCalls }

  private let loop: EventLoop
  private let pingAfter: Duration?
  private let frameTimeout: Duration
  private let session: ClientSession
  private var connector: Connector?
  private var connection: Connection?
  private var helloTimer: Timer?
  private var whenReady: ((Result<ClientConnection, ClientError>) -> Void)?
  private var calls = CallTable<Handlers>()
  /// What the server said when it went away.
  private var farewell: Status?
  private var flushIsPlanned = false
  private var silenceTimer: Timer?
  private var lastHeard = MonotonicTime.now()
  /// There while a frame is incomplete, and for a while after.
  private var frameTimer: Timer?

  private init(_ address: SocketAddress, loop: EventLoop, options: Options) {
    self.address = address
    self.loop = loop
    pingAfter = options.pingAfter
    frameTimeout = options.frameTimeout
    session = ClientSession(
      ClientSession.Configuration(
        software: options.software, maxFrameLength: options.maxFrameLength))
  }

  /// Connects and exchanges hellos; `completion` is called once, with a connection that takes calls.
  public static func connect(
    to address: SocketAddress, on loop: EventLoop, options: Options = Options(),
    completion: @escaping (Result<ClientConnection, ClientError>) -> Void
  ) {
    let client = ClientConnection(address, loop: loop, options: options)
    client.whenReady = completion
    let deadline = MonotonicTime.now().advanced(by: options.connectTimeout)
    client.connector = Connection.connect(
      to: address, on: loop, timeout: options.connectTimeout
    ) { result in
      switch result {
      case .success(let connection): client.use(connection, helloBy: deadline)
      case .failure(let error):
        client.becomeReady(.failure(.cannotConnect(error.message)))
      }
    }
  }

  private func use(_ connection: Connection, helloBy deadline: MonotonicTime) {
    connector = nil
    self.connection = connection
    connection.onBytes = { [self] bytes in
      lastHeard = .now()
      unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
      handleEvents()
      if session.isWithinFrame, frameTimer == nil { watchFrame() }
    }
    connection.onClosed = { [self] reason in ended(reason) }
    helloTimer = loop.schedule(at: deadline) { [weak self, address] in
      self?.fail(
        .cannotConnect(
          "\(address) took the connection but said no hello: is it a server of this protocol?"))
    }
    flush()
  }

  /// Looks every `time` whether anything was heard since the look before.
  private func listenForSilence(_ time: Duration, isAsked: Bool = false) {
    let began = MonotonicTime.now()
    silenceTimer = loop.schedule(after: time) { [weak self] in
      guard let self else { return }
      if lastHeard > began { return listenForSilence(time) }
      guard !isAsked else {
        return fail(
          .connectionLost("\(address) is silent: no answer to a ping within \(time)"))
      }
      session.ping()
      planFlush()
      listenForSilence(time, isAsked: true)
    }
  }

  /// Looks whether a frame that began goes on, until none is incomplete.
  private func watchFrame() {
    let end = lastHeard.advanced(by: frameTimeout)
    frameTimer = loop.schedule(at: end) { [weak self] in
      guard let self else { return }
      frameTimer = nil
      guard session.isWithinFrame else { return }
      guard MonotonicTime.now() >= lastHeard.advanced(by: frameTimeout) else { return watchFrame() }
      fail(server == nil ? .cannotConnect("\(stopped) of its hello") : .badAnswer(stopped))
    }
  }

  private var stopped: String { "\(address) stopped in the middle of a message" }

  /// What it means that the time of a call is over and its end has not come.
  ///
  /// - Parameter hasMessages: whether a part of the answer came.
  func lateness(hasMessages: Bool) -> ClientError {
    // What still comes, and slowly, is late; what does not go on is broken off.
    let isSilent = MonotonicTime.now().since(lastHeard) >= ClientCore.grace / 2
    guard isSilent else { return .late(address) }
    if session.isWithinFrame { return .badAnswer(stopped) }
    return hasMessages
      ? .badAnswer("\(address) stopped in the middle of an answer") : .late(address)
  }

  private func becomeReady(_ result: Result<ClientConnection, ClientError>) {
    helloTimer?.cancel()
    helloTimer = nil
    let whenReady = self.whenReady
    self.whenReady = nil
    whenReady?(result)
  }
}

// MARK: Calls

extension ClientConnection {
  /// Begins a call. `timeout` of `nil` waits for as long as it takes; `credit` is how many messages
  /// the server may send before `grant`.
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
    planFlush()
    return id
  }

  /// The outcome is not wanted any more: its handlers are not called again.
  public func cancel(_ call: CallID) {
    guard calls.remove(call) != nil else { return }
    session.cancel(call)
    planFlush()
  }

  /// Lets the server send that many more messages.
  public func grant(_ messages: UInt32, on call: CallID) {
    guard calls.index(of: call) != nil else { return }
    session.grant(messages, on: call)
    planFlush()
  }

  /// Ends the connection; calls under way fail.
  public func close() {
    fail(.connectionLost("the connection was closed"))
  }

  /// All that is sent in one turn leaves together.
  private func planFlush() {
    guard !flushIsPlanned else { return }
    flushIsPlanned = true
    loop.atEndOfTurn { [weak self] in self?.flush() }
  }

  private func flush() {
    flushIsPlanned = false
    // A call that could not be sent has ended already.
    if session.isClosing { handleEvents() }
    connection?.send(contentsOf: session.takeOutput())
  }
}

// MARK: Events

extension ClientConnection {
  private func handleEvents() {
    while let event = session.nextEvent() {
      switch event {
      case .hello(let hello):
        server = hello
        if let pingAfter { listenForSilence(pingAfter) }
        becomeReady(.success(self))
      case .message(let id, let payload):
        calls[id]?.onMessage(payload)
      case .ended(let id, let status, let response):
        if let handlers = calls.remove(id) {
          handlers.onEnd(status.code == .ok ? .success(response) : .failure(.status(status)))
        }
        onCallEnded?()
      case .pong: break
      case .goAway(_, let status): farewell = status
      case .failed(let status):
        fail(failure(status))
      }
    }
    if session.pendingOutput > 0 { planFlush() }
  }

  /// What the end of the connection means to those who called: the server's own word where it refuses
  /// them, else that there is no connection.
  private func failure(_ status: Status) -> ClientError {
    if session.serverBrokeRules {
      return server == nil
        ? .cannotConnect("\(address) is no server of this protocol: \(status.message)")
        : .badAnswer("\(address) breaks the protocol: \(status.message)")
    }
    if status.code == .unauthenticated || status.code == .permissionDenied {
      return .status(status)
    }
    let why = [status.message, status.detail?.remedy ?? ""].filter { !$0.isEmpty }
      .joined(separator: "\n")
    return server == nil
      ? .cannotConnect("\(address) takes no connection: \(why)")
      : .connectionLost("\(address) ended the connection: \(why)")
  }

  private func ended(_ reason: CloseReason) {
    var why: String
    switch reason {
    case .error(let error): why = error.message
    case .peerClosed, .closedLocally: why = farewell?.message ?? "closed by the server"
    }
    if session.isWithinFrame { why += ", in the middle of a message" }
    fail(
      server == nil
        ? .cannotConnect("\(address): \(why) before its hello")
        : .connectionLost("the connection to \(address) was lost: \(why)"))
  }

  private func fail(_ error: ClientError) {
    guard connection != nil || whenReady != nil else { return }
    connector?.cancel()
    connector = nil
    silenceTimer?.cancel()
    silenceTimer = nil
    frameTimer?.cancel()
    frameTimer = nil
    let connection = self.connection
    self.connection = nil
    connection?.onBytes = nil
    connection?.close()
    let wasReady = whenReady == nil
    becomeReady(.failure(error))
    let waiting = calls.values
    calls.removeAll()
    for handlers in waiting {
      handlers.onEnd(.failure(error))
    }
    if wasReady {
      let onClosed = self.onClosed
      self.onClosed = nil
      onClosed?(error)
    }
  }
}

extension Duration {
  /// For the wire: not less than the duration, so that the server does not end a call early, and at
  /// least 1, because 0 means no limit.
  fileprivate var wireMilliseconds: UInt32 {
    let (seconds, attoseconds) = components
    let whole = seconds.multipliedReportingOverflow(by: 1000)
    guard !whole.overflow else { return .max }
    let (part, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000_000)
    let sum = whole.partialValue.addingReportingOverflow(part + (rest > 0 ? 1 : 0))
    return UInt32(clamping: max(1, sum.partialValue))
  }
}
