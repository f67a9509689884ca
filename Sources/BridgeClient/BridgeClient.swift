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

    public init() {}
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

  public let address: SocketAddress
  /// What the server said of itself at the first connection.
  public let server: Hello
  /// Whether the client reconnects when the connection is lost.
  public let reconnects: Bool
  private let thread: LoopThread
  private let core: LoopBound<ClientCore>

  private init(
    _ address: SocketAddress, server: Hello, reconnects: Bool, thread: LoopThread,
    core: LoopBound<ClientCore>
  ) {
    self.reconnects = reconnects
    self.address = address
    self.server = server
    self.thread = thread
    self.core = core
  }

  deinit {
    close()
    thread.handle.stop()
  }

  /// Connects and exchanges hellos.
  public static func connect(
    to address: SocketAddress, options: Options = Options()
  ) async throws(ClientError) -> BridgeClient {
    let thread: LoopThread
    do throws(SystemError) {
      thread = try LoopThread(name: "bridge-client")
    } catch {
      throw .cannotConnect("cannot start an event loop: \(error)")
    }
    let result = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        let core = ClientCore(address, options, loop)
        core.connect { result in
          continuation.resume(
            returning: result.map { (server: $0, core: LoopBound(core, on: loop)) })
        }
      }
    }
    switch result {
    case .success(let made):
      return BridgeClient(
        address, server: made.server, reconnects: options.reconnect != nil, thread: thread,
        core: made.core)
    case .failure(let error):
      thread.handle.stop()
      throw error
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
  package func call(
    _ method: Method, _ request: [UInt8], timeout: Duration?, epoch: UInt64? = nil
  ) async throws -> [UInt8] {
    let token = CallToken.next()
    let response = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        onLoop { core in
          core.call(token, method, request, timeout, epoch: epoch) {
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
  public func stream<Request: StreamRequest>(
    _ request: Request, timeout: Duration? = nil, window: UInt32 = 64, maxBytes: Int = .max
  ) -> MessageStream<Request.Response> {
    MessageStream(
      client: self, method: Request.method, request: request.encoded(), timeout: timeout,
      window: max(1, window), maxBytes: maxBytes)
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
    thread.handle.submit { [core] loop in body(core.value(on: loop)) }
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
