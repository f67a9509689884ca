internal import BridgeTransport

extension PendingCall: Cancellable {}

/// Asynchronous calls, for tasks of the event loop.
///
/// Cancelling a waiting task cancels its call, and the task throws `BusError.cancelled`.
extension CallQueue {
  /// Calls a method, and returns the answer as converted by `read`.
  ///
  /// - Parameters:
  ///   - timeout: Counts from when the call is sent.
  ///   - line: The connection to send it over; `nil`: the queue's.
  ///   - queued: Called with the call once it is queued.
  func answer<Value: Sendable>(
    to request: CallRequest, lane: Lane = .normal,
    timeout: Duration = BusConnection.defaultTimeout, over line: BusConnection? = nil,
    queued: (PendingCall) -> Void = { _ in },
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await connection.loop.result { promise in
      let call = enqueue(request, lane: lane, timeout: timeout, over: line) {
        promise.fulfill(BusConnection.read($0, read))
      }
      queued(call)
      return call
    }
  }

  /// Makes calls at the same time, and returns the result of each, in their order.
  ///
  /// - Parameter timeout: Counts from when a call is sent.
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
          if waiting == 0 { promise.fulfill(results) }
        }
      }
      return group
    }
    guard let results else { throw .cancelled }
    return results
  }
}

/// Calls that are cancelled together.
private final class CallGroup: Cancellable {
  var calls: [PendingCall] = []

  func cancel() {
    for call in calls { call.cancel() }
  }
}

extension BusConnection {
  /// Calls a method, and returns the answer as converted by `read`.
  func answer<Value: Sendable>(
    to request: CallRequest, timeout: Duration = BusConnection.defaultTimeout,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await loop.result { promise in
      call(request, timeout: timeout) { promise.fulfill(BusConnection.read($0, read)) }
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
  /// Waits until `ask` calls the handler that it is passed, and returns the handler's argument; `nil` when
  /// the handler is released without being called. Cancelling the task returns `nil` at once and does not
  /// undo what `ask` did.
  func answer<Value: Sendable>(
    of ask: (@escaping (Value) -> Void) -> Void
  ) async -> Value? {
    await value { (promise: Promise<Value>) in
      let holder = PromiseHolder(promise)
      ask { holder.promise?.fulfill($0) }
      return holder
    }
  }
}

/// A promise that the waiting task can release.
private final class PromiseHolder<Value: Sendable>: Cancellable {
  private(set) var promise: Promise<Value>?

  init(_ promise: Promise<Value>) {
    self.promise = promise
  }

  func cancel() { promise = nil }
}
