public import BridgeProtocol
public import BridgeTransport

/// A client of an a11y-bridge server, for Swift concurrency.
///
/// Runs an event loop on a thread of its own; its methods may be called from any task. Cancelling the task
/// that makes a call cancels the call.
///
///     let client = try await BridgeClient.connect(to: SocketAddress(parsing: "127.0.0.1:50151"))
///     let found = try await client.call(FindRequest(selector: "button:enabled"))
///     for try await event in client.stream(SubscribeRequest()) { … }
public final class BridgeClient: Sendable {
  public struct Options: Sendable {
    public var connection = ClientConnection.Options()
    /// How to reconnect when the connection is lost; `nil`: the client does not reconnect. Calls in progress
    /// fail either way: whether they took effect is not known. New calls wait for the connection.
    public var reconnect: Backoff?
    /// Called on the client's thread before each attempt to reconnect, and returns where the server is by then. `nil`,
    /// and a result of `nil`: where the last attempt was.
    public var locate: (@Sendable () -> Place?)?

    public init() {}
  }

  /// Where a server is, and how it is known to be the right one there.
  public struct Place: Sendable {
    public var address: SocketAddress
    public var security: ServerSecurity?

    public init(_ address: SocketAddress, security: ServerSecurity? = nil) {
      self.address = address
      self.security = security
    }
  }

  /// The delay between attempts to connect: `first`, then twice as long each time, up to `longest`. Each
  /// delay is shortened by a random part, so that many clients do not reconnect at the same time.
  public struct Backoff: Sendable {
    public var first: Duration
    public var longest: Duration

    public init(first: Duration = .milliseconds(100), longest: Duration = .seconds(5)) {
      self.first = first
      self.longest = longest
    }
  }

  /// Where the server was at the first connection.
  public let address: SocketAddress
  /// What the server said of itself at the first connection; `nil` until its hello has arrived.
  public var server: Hello? { hello.withLock { $0 } }
  /// Whether the client reconnects when the connection is lost.
  public let reconnects: Bool
  private let hello = Lock<Hello?>(nil)
  private let thread: LoopThread
  private let core = Lock<LoopBound<ClientCore>?>(nil)

  private init(_ address: SocketAddress, _ options: Options) throws(ClientError) {
    self.address = address
    reconnects = options.reconnect != nil
    do throws(SystemError) {
      thread = try LoopThread(name: "bridge-client")
    } catch {
      throw .cannotConnect("cannot start an event loop: \(error)")
    }
  }

  deinit {
    close()
    thread.handle.stop()
  }

  /// Connects and exchanges hellos.
  public static func connect(
    to address: SocketAddress, options: Options = Options()
  ) async throws(ClientError) -> BridgeClient {
    let client = try BridgeClient(address, options)
    let result = await withCheckedContinuation { continuation in
      client.begin(options) { continuation.resume(returning: $0) }
    }
    _ = try result.get()
    return client
  }

  /// Begins to connect, and returns at once. Calls made now are sent together with the hello, which saves a round
  /// trip; when there is no connection, they fail.
  public static func open(
    to address: SocketAddress, options: Options = Options()
  ) throws(ClientError) -> BridgeClient {
    let client = try BridgeClient(address, options)
    client.begin(options) { _ in }
    return client
  }

  private func begin(
    _ options: Options, _ completion: @escaping @Sendable (Result<Hello, ClientError>) -> Void
  ) {
    thread.handle.submit { [address, core, hello] loop in
      let made = ClientCore(address, options, loop)
      core.withLock { $0 = LoopBound(made, on: loop) }
      made.connect { result in
        if case .success(let server) = result { hello.withLock { $0 = server } }
        completion(result)
      }
    }
  }

  /// Makes a unary call. With a `timeout` of `nil` it has no time limit.
  ///
  /// - Parameter epoch: The run of the server that the request's ids belong to. With it, the call is made
  ///   only on an existing connection to that run: it does not wait for one, and throws `connectionLost` when
  ///   there is none.
  public func call<Request: UnaryRequest>(
    _ request: Request, timeout: Duration? = .seconds(30), epoch: UInt64? = nil
  ) async throws -> Request.Response {
    let response = try await call(Request.method, request.encoded(), timeout: timeout, epoch: epoch)
    return try decode(Request.Response.self, response)
  }

  /// Makes a unary call with an encoded request, and returns the encoded response.
  ///
  /// - Parameter isAction: Whether it may have done something although its response was lost: then the call throws
  ///   `outcomeUnknown`.
  package func call(
    _ method: Method, _ request: [UInt8], timeout: Duration?, epoch: UInt64? = nil,
    isAction: Bool = false
  ) async throws -> [UInt8] {
    let token = CallToken.next()
    let response = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        onLoop { core in
          core.call(
            token, method, request, timeout, run: epoch.map { ServerRun(epoch: $0) },
            isAction: isAction
          ) {
            continuation.resume(with: $0)
          }
        }
        // `onCancel` may have run before the call was registered.
        if Task.isCancelled { onLoop { $0.cancel(token) } }
      }
    } onCancel: {
      onLoop { $0.cancel(token) }
    }
    guard let response else {
      throw ClientError.badAnswer("the server ended \(method.rawValue) without a response")
    }
    return response
  }

  /// Makes a call that is answered by a stream of messages. The call begins when the first message is
  /// requested, and is cancelled when the task is cancelled or the iterator is destroyed.
  ///
  /// - Parameters:
  ///   - window: The number of messages that the server may send ahead of the reader.
  ///   - maxBytes: The maximum length of all messages together, for callers that collect them; beyond it the
  ///     stream throws `badAnswer`.
  ///   - epoch: The run of the server that the request belongs to. The call waits until the client is connected to
  ///     it again, and fails when that run is over.
  public func stream<Request: StreamRequest>(
    _ request: Request, timeout: Duration? = nil, window: UInt32 = 64, maxBytes: Int = .max,
    epoch: UInt64? = nil
  ) -> MessageStream<Request.Response> {
    MessageStream(
      client: self, method: Request.method, request: request.encoded(), timeout: timeout,
      window: max(1, window), maxBytes: maxBytes,
      run: epoch.map { ServerRun(epoch: $0, isAwaited: true) })
  }

  /// Makes a streaming call with an encoded request; the messages are bytes as well.
  package func stream(
    _ method: Method, _ request: [UInt8], timeout: Duration? = nil, window: UInt32 = 64
  ) -> MessageStream<WireBytes> {
    MessageStream(
      client: self, method: method, request: request, timeout: timeout, window: max(1, window),
      maxBytes: .max)
  }

  /// Closes the connection; calls in progress fail.
  public func close() {
    onLoop { $0.close() }
  }

  func onLoop(_ body: @escaping @Sendable (ClientCore) -> Void) {
    // The core was made by what was submitted first.
    thread.handle.submit { [core] loop in
      if let core = core.withLock({ $0 }) { body(core.value(on: loop)) }
    }
  }

  func decode<Message: WireMessage>(
    _: Message.Type, _ bytes: [UInt8]
  ) throws(ClientError) -> Message {
    do throws(Status) {
      return try Message(decoding: bytes)
    } catch {
      throw .badAnswer("cannot decode the server's response: \(error.message)")
    }
  }
}
