internal import BridgeTransport

extension PendingCall: Cancellable {}

/// Calls whose answer the caller waits for, in the tasks of the loop.
///
/// A task that is cancelled while it waits gives the call up, and is thrown `BusError.cancelled`.
extension CallQueue {
  /// Calls a method, and gives what `read` makes of the answer.
  ///
  /// - Parameters:
  ///   - timeout: counts from when the call is sent.
  ///   - queued: is told the call.
  func answer<Value: Sendable>(
    to request: CallRequest, lane: Lane = .normal,
    timeout: Duration = BusConnection.defaultTimeout, queued: (PendingCall) -> Void = { _ in },
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await connection.loop.result { promise in
      let call = enqueue(request, lane: lane, timeout: timeout) {
        promise.keep(BusConnection.read($0, read))
      }
      queued(call)
      return call
    }
  }

  /// Makes calls at once, and gives what became of each, in their order.
  ///
  /// - Parameter timeout: counts from when a call is sent.
  func answers<Value: Sendable>(
    to requests: [CallRequest], lane: Lane = .normal,
    timeout: Duration = BusConnection.defaultTimeout,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> [Result<Value, BusError>] {
    guard !requests.isEmpty else { return [] }
    let group = CallGroup()
    defer { group.cancel() }
    let results = await connection.loop.value {
      (promise: Promise<[Result<Value, BusError>]>) in
      var results: [Result<Value, BusError>] = requests.map { _ in .failure(.cancelled) }
      var waiting = requests.count
      group.calls = requests.indices.map { index in
        enqueue(requests[index], lane: lane, timeout: timeout) {
          results[index] = BusConnection.read($0, read)
          waiting -= 1
          if waiting == 0 { promise.keep(results) }
        }
      }
      return group
    }
    guard let results else { throw .cancelled }
    return results
  }
}

/// Calls that are given up together.
private final class CallGroup: Cancellable {
  var calls: [PendingCall] = []

  func cancel() {
    for call in calls { call.cancel() }
  }
}

extension BusConnection {
  /// Calls a method, and gives what `read` makes of the answer.
  func answer<Value: Sendable>(
    to request: CallRequest, timeout: Duration = BusConnection.defaultTimeout,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await loop.result { promise in
      call(request, timeout: timeout) { promise.keep(BusConnection.read($0, read)) }
    }
  }
}

extension BusConnection {
  /// Reads a property of an object.
  func value(
    of name: String, of interface: String, _ destination: String, _ path: String,
    timeout: Duration = BusConnection.defaultTimeout
  ) async throws(BusError) -> BusValue {
    try await answer(
      to: .property(name, of: interface, destination, path), timeout: timeout,
      read: { (message) throws(BusError) in
        try message.variant { () throws(BusError) in try message.value() }
      })
  }
}

extension EventLoop {
  /// Waits for the result of a call that `start` makes.
  func result<Value: Sendable>(
    of start: (Promise<Result<Value, BusError>>) -> PendingCall
  ) async throws(BusError) -> Value {
    guard let result = await value(of: { start($0) }) else { throw .cancelled }
    return try result.get()
  }
}

extension EventLoop {
  /// Waits for what `ask` has its handler told; `nil` where that is let go of untold. A task that is cancelled goes on
  /// at once, with `nil`: what was asked stays asked.
  func answer<Value: Sendable>(
    of ask: (@escaping (Value) -> Void) -> Void
  ) async -> Value? {
    await value { (promise: Promise<Value>) in
      let question = Question(promise)
      ask { question.promise?.keep($0) }
      return question
    }
  }
}

/// A promise that whoever waits for it can have let go of.
private final class Question<Value: Sendable>: Cancellable {
  private(set) var promise: Promise<Value>?

  init(_ promise: Promise<Value>) {
    self.promise = promise
  }

  func cancel() { promise = nil }
}
