import BridgeTransport

/// Stands between a client and a server, and loses what the test tells it to lose.
final class Relay: Sendable {
  let address: SocketAddress
  private let thread: LoopThread
  private let core: LoopBound<RelayCore>

  init(to server: SocketAddress) async throws {
    let thread = try LoopThread(name: "relay")
    let made = await withCheckedContinuation { continuation in
      thread.handle.submit { loop in
        continuation.resume(
          returning: Result {
            let core = RelayCore(server, loop)
            return (try core.listen(), LoopBound(core, on: loop))
          })
      }
    }
    (address, core) = try made.get()
    self.thread = thread
  }

  deinit { thread.stop() }

  /// Whether what the server sends is lost.
  func loseAnswers(_ isLost: Bool) async { await run { $0.losesAnswers = isLost } }

  /// Loses what the server sends on the connections that there are, and on no others.
  func silence() async { await run { $0.silence() } }

  /// Closes all connections on both sides, at once.
  func cut() async { await run { $0.cut() } }

  /// Makes the connections of clients lead to another server.
  func lead(to server: SocketAddress) async { await run { $0.server = server } }

  /// Refuses connections from now on.
  func close() async { await run { $0.close() } }

  /// The bytes that the newest client has sent so far.
  func received() async -> [UInt8] { await run { $0.received } }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (RelayCore) -> Value
  ) async -> Value {
    await withCheckedContinuation { continuation in
      thread.handle.submit { [core] loop in
        continuation.resume(returning: body(core.value(on: loop)))
      }
    }
  }
}

private final class RelayCore {
  var server: SocketAddress
  var losesAnswers = false
  private(set) var received: [UInt8] = []
  private let loop: EventLoop
  private var listener: Listener?
  private var pairs: [(client: Connection, server: Connection)] = []

  init(_ server: SocketAddress, _ loop: EventLoop) {
    self.server = server
    self.loop = loop
  }

  func listen() throws -> SocketAddress {
    let made = try Listener(.tcp(host: "127.0.0.1", port: 0), on: loop) { [unowned self] client in
      join(client)
    }
    listener = made
    return made.localAddress
  }

  func silence() {
    for pair in pairs { pair.server.onBytes = { _ in } }
  }

  func cut() {
    for pair in pairs {
      pair.client.close()
      pair.server.close()
    }
    pairs = []
  }

  func close() {
    listener?.close()
    listener = nil
  }

  private func join(_ client: Connection) {
    received = []
    client.onBytes = { [unowned self] bytes in received += Self.copy(bytes) }
    Connection.connect(to: server, on: loop) { [unowned self] result in
      guard case .success(let server) = result else { return client.close() }
      // What arrived meanwhile was kept.
      server.send(received)
      client.onBytes = { [unowned self] bytes in
        received += Self.copy(bytes)
        server.send(Self.copy(bytes))
      }
      server.onBytes = { [unowned self] bytes in
        if !losesAnswers { client.send(Self.copy(bytes)) }
      }
      client.onClosed = { _ in server.close() }
      server.onClosed = { _ in client.close() }
      pairs.append((client, server))
    }
  }

  private static func copy(_ bytes: RawSpan) -> [UInt8] {
    unsafe bytes.withUnsafeBytes { unsafe Array($0) }
  }
}
