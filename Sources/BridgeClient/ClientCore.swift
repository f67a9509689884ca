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
    /// The first connection is established, and the server's hello has not arrived. Calls are sent already, so that
    /// they do not wait a round trip for it.
    case opening(ClientConnection)
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
    /// Set for an action that may be sent again.
    var repetition: Repetition?
    /// Whether the call waits for a run of the server that it belongs to.
    var awaitsRun = false
    /// Whether the call is of no use to another run of the server.
    var isBound: Bool { awaitsRun || repetition?.isSent == true }
  }

  private var address: SocketAddress
  private var options: BridgeClient.Options
  private let loop: EventLoop
  private var state = State.connecting
  private var calls: [CallToken: Pending] = [:]
  private var reconnectTimer: Timer?
  /// Why the client could not connect again, when it last tried.
  private var lastFailure: ClientError?
  /// Calls that exceed the number the server allows at a time, oldest first.
  private var queue: ArraySlice<CallToken> = []

  init(_ address: SocketAddress, _ options: BridgeClient.Options, _ loop: EventLoop) {
    self.address = address
    self.options = options
    self.loop = loop
  }

  func connect(_ completion: @escaping (Result<Hello, ClientError>) -> Void) {
    ClientConnection.connect(
      to: address, on: loop, options: options.connection
    ) { connection in
      self.state = .opening(connection)
      self.beginAll(on: connection)
    } completion: { result in
      switch result {
      case .failure(let error):
        for token in Array(self.calls.keys) { self.lost(token, error) }
        self.state = .closed(error)
        completion(.failure(error))
      case .success(let connection):
        self.use(connection)
        // A connection that is ready has received the server's hello.
        if let server = connection.server { completion(.success(server)) }
      }
    }
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - run: The run of the server that the call belongs to; `nil`: any.
  ///   - isRepeatable: Whether the server recognises the request when it is sent again, so that it may be sent again
  ///     when the connection is lost.
  ///   - isAction: Whether it may have done something although its response was lost. Implied by `isRepeatable`.
  func call(
    _ token: CallToken, _ method: Method, _ request: [UInt8], _ timeout: Duration?,
    credit: UInt32 = 64, run: ServerRun? = nil, isRepeatable: Bool = false, isAction: Bool = false,
    onMessage: @escaping ([UInt8]) -> Void = { _ in }, end: @escaping Completion
  ) {
    if case .closed(let error) = state { return end(.failure(error)) }
    if let run, !run.isAwaited {
      guard case .connected(let connection) = state, connection.isOpen,
        connection.server?.epoch == run.epoch
      else {
        return end(.failure(ClientError.connectionLost(epochChangedMessage)))
      }
    }
    let deadline = timeout.map { MonotonicTime.now().advanced(by: $0) }
    var pending = Pending(end: end)
    pending.begin = { [weak self] connection in
      guard let self else { return }
      // The call may have waited in the queue until the client had reconnected.
      if let run, connection.server?.epoch != run.epoch {
        let error: ClientError =
          run.isAwaited
          ? .status(Status(.epochChanged, "\(address) was restarted"))
          : .connectionLost(epochChangedMessage)
        return finish(token, .failure(error))
      }
      if let refusal = calls[token]?.repetition?.send(in: connection.server?.epoch) {
        return finish(token, .failure(outcomeUnknown(refusal)))
      }
      let left = deadline.map { $0.since(.now()) }
      let id = connection.call(
        method, request: request, timeout: left, credit: credit,
        ClientConnection.Handlers { [weak self] message in
          self?.calls[token]?.hasMessages = true
          onMessage(message.array)
        } onEnd: { [weak self] result in
          self?.ended(token, result)
        })
      calls[token]?.id = id
    }
    pending.awaitsRun = run != nil
    if isRepeatable || isAction {
      pending.repetition = Repetition(begin: isRepeatable ? pending.begin : nil)
    }
    if let deadline {
      // The server ends the call at its deadline, with a status; the timer is for a server that hangs.
      pending.timer = loop.schedule(at: deadline.advanced(by: Self.grace)) { [weak self] in
        self?.timedOut(token)
      }
    }
    calls[token] = pending
    guard let connection else { return }
    if queue.isEmpty, hasRoom(connection) {
      begin(token, on: connection)
    } else {
      queue.append(token)
    }
  }

  /// The connection that calls can be made on.
  private var connection: ClientConnection? {
    switch state {
    case .opening(let connection), .connected(let connection): connection
    case .connecting, .waiting, .closed: nil
    }
  }

  private var epochChangedMessage: String {
    "the run of \(address) that this call was meant for is no longer connected"
  }

  /// The number of calls that are sent before the server has said how many it allows.
  private static let earlyCalls = 16

  /// Whether a call can be sent now. A connection that was lost in this turn has no room: its calls wait for the
  /// next one.
  private func hasRoom(_ connection: ClientConnection) -> Bool {
    guard connection.isOpen else { return false }
    let limit = connection.server?.maxConcurrentCalls ?? Self.earlyCalls
    return limit == 0 || connection.activeCalls < limit
  }

  private func beginQueued(on connection: ClientConnection) {
    while !queue.isEmpty, hasRoom(connection) { begin(queue.removeFirst(), on: connection) }
  }

  func grant(_ messages: UInt32, on token: CallToken) {
    guard let connection, let id = calls[token]?.id else { return }
    connection.grant(messages, on: id)
  }

  func cancel(_ token: CallToken) {
    guard let pending = calls[token] else { return }
    if let connection, let id = pending.id { connection.cancel(id) }
    finish(token, .failure(CancellationError()))
  }

  func close() {
    reconnectTimer?.cancel()
    let closed = ClientError.connectionLost("the client was closed")
    let connection = self.connection
    state = .closed(closed)
    connection?.close()
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
    if let connection, let id = pending.id {
      error = connection.timeoutError(hasMessages: pending.hasMessages)
      connection.cancel(id)
    }
    if pending.repetition?.isSent == true {
      let why = lastFailure.map { "\nthe connection was lost, and: \($0)" } ?? ""
      error = outcomeUnknown("no receipt from \(address) before the call's deadline\(why)")
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

// MARK: Lost connections

extension ClientCore {
  /// Handles the end of a call on a connection.
  private func ended(_ token: CallToken, _ result: Result<[UInt8]?, ClientError>) {
    switch result {
    // The server had the action. Whether it sent it to the application by then is not known.
    case .failure(.status(let status))
    where status.reason == .timedOut && calls[token]?.repetition != nil:
      finish(token, .failure(outcomeUnknown(status.message)))
    case .success, .failure(.status), .failure(.badAnswer), .failure(.notTrusted),
      .failure(.outcomeUnknown):
      finish(token, result.mapError { $0 })
    case .failure(.connectionLost(let why)), .failure(.cannotConnect(let why)):
      let connects = options.reconnect != nil && connection?.server != nil
      guard connects, let repetition = calls[token]?.repetition, repetition.begin != nil else {
        if case .failure(let error) = result { lost(token, error) }
        return
      }
      lastFailure = .connectionLost(why)
      calls[token]?.id = nil
      calls[token]?.begin = repetition.begin
    }
  }

  /// Ends a call because its connection was lost and it is not made again.
  private func lost(_ token: CallToken, _ error: ClientError) {
    guard let repetition = calls[token]?.repetition, repetition.isSent,
      connection?.mayHaveBegunCalls != false
    else { return finish(token, .failure(error)) }
    finish(token, .failure(outcomeUnknown("\(error)")))
  }

  private func outcomeUnknown(_ why: String) -> ClientError {
    .outcomeUnknown("the action was sent, and whether it was performed is unknown: \(why)")
  }
}

// MARK: Reconnecting

extension ClientCore {
  private func use(_ connection: ClientConnection) {
    state = .connected(connection)
    lastFailure = nil
    if let access = connection.server?.access { options.connection.onAccess?(access) }
    if let epoch = connection.server?.epoch {
      for token in calls.keys { calls[token]?.repetition?.wasSent(to: epoch) }
    }
    connection.onClosed = { [weak self] error in self?.connectionLost(error) }
    connection.onCallEnded = { [weak self, weak connection] in
      guard let self, let connection, !queue.isEmpty else { return }
      beginQueued(on: connection)
    }
    beginAll(on: connection)
  }

  private func beginAll(on connection: ClientConnection) {
    queue = calls.filter { $0.value.begin != nil }.keys.sorted()[...]
    beginQueued(on: connection)
  }

  private func connectionLost(_ error: ClientError) {
    if case .closed = state { return }
    guard options.reconnect != nil else {
      for token in Array(calls.keys) { lost(token, error) }
      state = .closed(error)
      return
    }
    // Calls with `begin` not set were in progress; those still in the queue are made on the next connection.
    for token in calls.filter({ $0.value.begin == nil }).keys { lost(token, error) }
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
    if let place = options.locate?() {
      (address, options.connection.security) = (place.address, place.security)
    }
    var options = options.connection
    options.connectTimeout = min(options.connectTimeout, Self.maxConnectTime)
    var connecting: ClientConnection?
    connecting = ClientConnection.connect(to: address, on: loop, options: options) { _ in
      // Calls wait until the run of the server is known.
    } completion: { [weak self] in
      guard let self, case .connecting = state else { return }
      switch $0 {
      case .success(let connection): use(connection)
      case .failure(let error):
        lastFailure = error
        if connecting?.isRefused == true || error.isLasting { failBound(error) }
        scheduleReconnect(attempt: attempt + 1)
      }
      connecting = nil
    }
  }

  /// Ends the calls that belong to the run of the server that was lost, because it is over or refuses the client.
  private func failBound(_ error: ClientError) {
    for (token, pending) in calls where pending.isBound { lost(token, error) }
  }
}
