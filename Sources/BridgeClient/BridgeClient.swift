public import BridgeProtocol
public import BridgeTransport

/// A client of an a11y-bridge server, for Swift concurrency.
///
/// It runs an event loop on a thread of its own; its methods may be called from any task. A task that
/// is cancelled cancels its call.
///
///     let client = try await BridgeClient.connect(to: SocketAddress(parsing: "127.0.0.1:50151"))
///     let found = try await client.call(FindRequest(selector: "button:enabled"))
///     for try await event in client.stream(SubscribeRequest()) { … }
public final class BridgeClient: Sendable {
  public struct Options: Sendable {
    public var connection = ClientConnection.Options()
    /// What to do when the connection is lost; `nil` leaves the client without one. Calls under way
    /// fail either way: whether they took effect is not known. New calls wait for the connection.
    public var reconnect: Backoff?

    public init() {}
  }

  /// How long to wait between attempts to connect: `first`, then twice as long each time, up to
  /// `longest`; each a random part shorter, so that many clients do not come back at once.
  public struct Backoff: Sendable {
    public var first: Duration
    public var longest: Duration

    public init(first: Duration = .milliseconds(100), longest: Duration = .seconds(5)) {
      self.first = first
      self.longest = longest
    }
  }

  public let address: SocketAddress
  /// What the server said of itself when the client connected first.
  public let server: Hello
  /// Whether it connects again when the connection is lost.
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

  /// Makes a unary call. `timeout` of `nil` waits for as long as it takes.
  ///
  /// - Parameter epoch: the run of the server that the request's ids are of. With it the call is made
  ///   on a connection to that run, which must be there: it does not wait for one. `connectionLost`
  ///   when there is none.
  public func call<Request: UnaryRequest>(
    _ request: Request, timeout: Duration? = .seconds(30), epoch: UInt64? = nil
  ) async throws -> Request.Response {
    let response = try await call(Request.method, request.encoded(), timeout: timeout, epoch: epoch)
    return try decode(Request.Response.self, response)
  }

  /// Makes a unary call with bytes that are its request, and returns those of its response.
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
        // `onCancel` may have come before there was a call.
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

  /// Makes a call that is answered by a stream of messages. It begins when the stream is first asked
  /// for a message, and is cancelled when the task is or the iterator goes away.
  ///
  /// - Parameters:
  ///   - window: how many messages the server may send ahead of the reader.
  ///   - maxBytes: how long all messages together may be, for those who gather them; `badAnswer`
  ///     beyond.
  public func stream<Request: StreamRequest>(
    _ request: Request, timeout: Duration? = nil, window: UInt32 = 64, maxBytes: Int = .max
  ) -> MessageStream<Request.Response> {
    MessageStream(
      client: self, method: Request.method, request: request.encoded(), timeout: timeout,
      window: max(1, window), maxBytes: maxBytes)
  }

  /// The same with bytes that are a request; the messages are bytes as well.
  package func stream(
    _ method: Method, _ request: [UInt8], timeout: Duration? = nil, window: UInt32 = 64
  ) -> MessageStream<WireBytes> {
    MessageStream(
      client: self, method: method, request: request, timeout: timeout, window: max(1, window),
      maxBytes: .max)
  }

  /// Ends the connection; calls under way fail.
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
      throw .badAnswer("the server's answer cannot be read: \(error.message)")
    }
  }
}
