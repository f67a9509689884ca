public import BridgeProtocol
internal import BridgeTransport

/// The messages of a streaming call, in order. For one reader.
///
/// The server sends at most as many messages ahead of the reader as the window allows: when the reader
/// stops, the server stops.
public struct MessageStream<Message: WireMessage>: AsyncSequence, Sendable {
  public typealias Element = Message
  public typealias Failure = any Error

  let client: BridgeClient
  let method: Method
  let request: [UInt8]
  let timeout: Duration?
  let window: UInt32
  let maxBytes: Int
  var run: ServerRun?

  public func makeAsyncIterator() -> Iterator {
    Iterator(
      StreamReader(self.client, method, request, timeout, window: window, run: run), maxBytes)
  }

  /// Cancels the call when it is destroyed.
  public struct Iterator: AsyncIteratorProtocol {
    private let reader: StreamReader
    private let maxBytes: Int
    private var bytes = 0
    /// The length of the last message, in bytes.
    public private(set) var lastLength = 0

    fileprivate init(_ reader: StreamReader, _ maxBytes: Int) {
      self.reader = reader
      self.maxBytes = maxBytes
    }

    public mutating func next() async throws -> Message? {
      guard let payload = try await reader.next() else { return nil }
      lastLength = payload.count
      bytes = bytes.addingReportingOverflow(lastLength).partialValue
      guard bytes <= maxBytes else {
        throw ClientError.badAnswer("the server's response exceeds \(maxBytes) bytes")
      }
      return try reader.client.decode(Message.self, payload)
    }

    /// Makes the stream fail when the messages that the caller expects next have not arrived within a time;
    /// `nil` removes that limit. For streams that have no deadline.
    package func expect(within time: Duration?) {
      reader.expect(within: time)
    }
  }
}

/// The buffer that the loop fills with messages and a task reads.
private final class StreamReader: Sendable {
  private struct State {
    var isStarted = false
    var messages: ArraySlice<[UInt8]> = []
    /// The length of `messages`, in bytes.
    var bytes = 0
    var end: Result<Void, any Error>?
    var waiter: CheckedContinuation<[UInt8]?, any Error>?
    /// The number of messages taken since credit was last granted.
    var taken: UInt32 = 0
  }

  let client: BridgeClient
  private let method: Method
  private let request: [UInt8]
  private let timeout: Duration?
  private let window: UInt32
  private let run: ServerRun?
  private let token = CallToken.next()
  private let state = Lock(State())

  init(
    _ client: BridgeClient, _ method: Method, _ request: [UInt8], _ timeout: Duration?,
    window: UInt32, run: ServerRun?
  ) {
    self.run = run
    self.client = client
    self.method = method
    self.request = request
    self.timeout = timeout
    self.window = window
  }

  deinit {
    client.onLoop { [token] in $0.cancel(token) }
  }

  func next() async throws -> [UInt8]? {
    startOnce()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.withLock { state -> Result<[UInt8]?, any Error>? in
          if let message = state.messages.popFirst() {
            state.bytes -= message.count
            return .success(message)
          }
          if let end = state.end { return end.map { nil } }
          state.waiter = continuation
          return nil
        }
        guard let ready else {
          // `onCancel` may have run before the continuation was stored.
          if Task.isCancelled { client.onLoop { [token] in $0.cancel(token) } }
          return
        }
        if case .success(.some) = ready { giveCredit() }
        continuation.resume(with: ready)
      }
    } onCancel: {
      client.onLoop { [token] in $0.cancel(token) }
    }
  }

  private func startOnce() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    client.onLoop { [weak self, token, method, request, timeout, window, run] core in
      core.call(token, method, request, timeout, credit: window, run: run) { payload in
        self?.put(payload)
      } end: { result in
        self?.finish(result.map { _ in })
      }
    }
  }

  func expect(within time: Duration?) {
    startOnce()
    let deadline = time.map { MonotonicTime.now().advanced(by: $0) }
    client.onLoop { [token] in $0.expect(token, by: deadline) }
  }

  private func put(_ payload: [UInt8]) {
    let (waiter, isFull) = state.withLock { state in
      let waiter = state.waiter.take()
      if waiter == nil, state.end == nil {
        state.messages.append(payload)
        state.bytes += payload.count
      }
      return (waiter, state.bytes > Self.maxBytesAhead)
    }
    if isFull { return overflow() }
    guard let waiter else { return }
    giveCredit()
    waiter.resume(returning: payload)
  }

  /// The limit for unread messages, in bytes. Credit limits their number, but the server decides their lengths.
  private static let maxBytesAhead = 256 * 1024 * 1024

  private func overflow() {
    state.withLock { state in
      state.messages = []
      state.bytes = 0
    }
    finish(
      .failure(
        ClientError.badAnswer(
          "the server sent more than \(Self.maxBytesAhead) bytes that the reader has not read")))
    client.onLoop { [token] in $0.cancel(token) }
  }

  private func finish(_ end: Result<Void, any Error>) {
    let waiter = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.waiter.take()
    }
    waiter?.resume(with: end.map { nil })
  }

  /// Counts a message as taken, and grants credit half a window at a time.
  private func giveCredit() {
    let credit = state.withLock { state -> UInt32 in
      state.taken += 1
      guard state.taken >= max(1, window / 2) else { return 0 }
      defer { state.taken = 0 }
      return state.taken
    }
    guard credit > 0 else { return }
    client.onLoop { [token] in $0.grant(credit, on: token) }
  }
}
