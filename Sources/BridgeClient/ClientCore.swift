internal import BridgeProtocol
internal import BridgeTransport
internal import Synchronization

/// Identifies a call before there is a connection to make it on.
struct CallToken: Hashable, Comparable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let value: UInt64

  static func < (one: CallToken, other: CallToken) -> Bool { one.value < other.value }

  static func next() -> CallToken {
    CallToken(value: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }
}

/// The part of a client that is confined to its loop: the connection, its calls, and reconnecting.
final class ClientCore {
  typealias Completion = (Result<[UInt8]?, any Error>) -> Void

  /// How long after its deadline a call may still be answered: the server's answer takes time to arrive.
  static let grace = Duration.seconds(1)
  /// The time limit of an attempt to reconnect. It is short because the next attempt may find the server back.
  private static let maxConnectTime = Duration.seconds(5)

  private enum State {
    case connecting
    case connected(ClientConnection)
    /// The connection was lost; the next attempt is scheduled.
    case waiting(attempt: Int)
    case closed(ClientError)
  }

  private struct Pending {
    var id: CallID?
    var begin: ((ClientConnection) -> Void)?
    var end: Completion
    var timer: Timer?
    /// Whether a message has arrived.
    var hasMessages = false
  }

  private let address: SocketAddress
  private let options: BridgeClient.Options
  private let loop: EventLoop
  private var state = State.connecting
  private var calls: [CallToken: Pending] = [:]
  private var reconnectTimer: Timer?
  /// Calls that exceed the number the server allows at a time, oldest first.
  private var queue: ArraySlice<CallToken> = []

  init(_ address: SocketAddress, _ options: BridgeClient.Options, _ loop: EventLoop) {
    self.address = address
    self.options = options
    self.loop = loop
  }

  func connect(_ completion: @escaping (Result<Hello, ClientError>) -> Void) {
    ClientConnection.connect(to: address, on: loop, options: options.connection) { result in
      switch result {
      case .failure(let error):
        self.state = .closed(error)
        completion(.failure(error))
      case .success(let connection):
        self.use(connection)
        // A connection that is ready has received the server's hello.
        if let server = connection.server { completion(.success(server)) }
      }
    }
  }

  func call(
    _ token: CallToken, _ method: Method, _ request: [UInt8], _ timeout: Duration?,
    credit: UInt32 = 64, epoch: UInt64? = nil,
    onMessage: @escaping ([UInt8]) -> Void = { _ in }, end: @escaping Completion
  ) {
    if case .closed(let error) = state { return end(.failure(error)) }
    if let epoch {
      guard case .connected(let connection) = state, connection.server?.epoch == epoch else {
        return end(.failure(ClientError.connectionLost(epochChangedMessage)))
      }
    }
    let deadline = timeout.map { MonotonicTime.now().advanced(by: $0) }
    var pending = Pending(end: end)
    pending.begin = { [weak self] connection in
      guard let self else { return }
      // The call may have waited in the queue until the client had reconnected.
      if let epoch, connection.server?.epoch != epoch {
        return finish(token, .failure(ClientError.connectionLost(epochChangedMessage)))
      }
      let left = deadline.map { $0.since(.now()) }
      let id = connection.call(
        method, request: request, timeout: left, credit: credit,
        ClientConnection.Handlers { [weak self] message in
          self?.calls[token]?.hasMessages = true
          onMessage(message)
        } onEnd: { [weak self] result in
          self?.finish(token, result.mapError { $0 })
        })
      calls[token]?.id = id
    }
    if let deadline {
      // The server ends the call at its deadline, with a status; the timer is for a server that hangs.
      pending.timer = loop.schedule(at: deadline.advanced(by: Self.grace)) { [weak self] in
        self?.timedOut(token)
      }
    }
    calls[token] = pending
    if case .connected(let connection) = state {
      if queue.isEmpty, hasRoom(connection) {
        begin(token, on: connection)
      } else {
        queue.append(token)
      }
    }
  }

  private var epochChangedMessage: String {
    "the run of \(address) that this call was meant for is no longer connected"
  }

  private func hasRoom(_ connection: ClientConnection) -> Bool {
    let limit = connection.server?.maxConcurrentCalls ?? 0
    return limit == 0 || connection.activeCalls < limit
  }

  private func beginQueued(on connection: ClientConnection) {
    while !queue.isEmpty, hasRoom(connection) { begin(queue.removeFirst(), on: connection) }
  }

  func grant(_ messages: UInt32, on token: CallToken) {
    guard case .connected(let connection) = state, let id = calls[token]?.id else { return }
    connection.grant(messages, on: id)
  }

  func cancel(_ token: CallToken) {
    guard let pending = calls[token] else { return }
    if case .connected(let connection) = state, let id = pending.id { connection.cancel(id) }
    finish(token, .failure(CancellationError()))
  }

  func close() {
    reconnectTimer?.cancel()
    let closed = ClientError.connectionLost("the client was closed")
    if case .connected(let connection) = state {
      state = .closed(closed)
      connection.close()
    }
    state = .closed(closed)
    for token in Array(calls.keys) { finish(token, .failure(closed)) }
  }

  private func begin(_ token: CallToken, on connection: ClientConnection) {
    let begin = calls[token]?.begin
    calls[token]?.begin = nil
    begin?(connection)
  }

  private func finish(_ token: CallToken, _ result: Result<[UInt8]?, any Error>) {
    guard let pending = calls.removeValue(forKey: token) else { return }
    pending.timer?.cancel()
    pending.end(result)
  }

  private func timedOut(_ token: CallToken) {
    guard let pending = calls[token] else { return }
    var error = ClientError.timedOut(address)
    if case .connected(let connection) = state, let id = pending.id {
      error = connection.timeoutError(hasMessages: pending.hasMessages)
      connection.cancel(id)
    }
    finish(token, .failure(error))
  }

  /// Ends a call that the server has not ended by `deadline` and a grace period, whatever the call's own
  /// deadline is; `nil` removes that limit.
  func expect(_ token: CallToken, by deadline: MonotonicTime?) {
    calls[token]?.timer?.cancel()
    calls[token]?.timer = deadline.map { deadline in
      loop.schedule(at: deadline.advanced(by: Self.grace)) { [weak self] in self?.timedOut(token) }
    }
  }
}

// MARK: Reconnecting

extension ClientCore {
  private func use(_ connection: ClientConnection) {
    state = .connected(connection)
    connection.onClosed = { [weak self] error in self?.connectionLost(error) }
    connection.onCallEnded = { [weak self, weak connection] in
      guard let self, let connection, !queue.isEmpty else { return }
      beginQueued(on: connection)
    }
    queue = calls.keys.sorted()[...]
    beginQueued(on: connection)
  }

  private func connectionLost(_ error: ClientError) {
    if case .closed = state { return }
    guard options.reconnect != nil else {
      state = .closed(error)
      for token in Array(calls.keys) { finish(token, .failure(error)) }
      return
    }
    // Calls with `begin` not set were in progress; those still in the queue are made on the next connection.
    for token in calls.filter({ $0.value.begin == nil }).keys { finish(token, .failure(error)) }
    scheduleReconnect(attempt: 0)
  }

  private func scheduleReconnect(attempt: Int) {
    guard let backoff = options.reconnect else { return }
    state = .waiting(attempt: attempt)
    let doubled = backoff.first * (1 << min(attempt, 20))
    let delay = min(doubled, backoff.longest) * Double.random(in: 0.5...1)
    reconnectTimer = loop.schedule(after: delay) { [weak self] in self?.reconnect(attempt: attempt)
    }
  }

  private func reconnect(attempt: Int) {
    guard case .waiting = state else { return }
    state = .connecting
    var options = options.connection
    options.connectTimeout = min(options.connectTimeout, Self.maxConnectTime)
    ClientConnection.connect(to: address, on: loop, options: options) { [weak self] in
      guard let self, case .connecting = state else { return }
      switch $0 {
      case .success(let connection): use(connection)
      case .failure: scheduleReconnect(attempt: attempt + 1)
      }
    }
  }
}
