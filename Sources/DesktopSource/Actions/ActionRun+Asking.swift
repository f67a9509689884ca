internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The calls of an action. They throw when the action has ended meanwhile, so that nothing is done afterwards.
extension ActionRun {
  /// Calls a method of `org.a11y.atspi.<interface>` on the element's object, or on `path`.
  ///
  /// - Parameter method: The name of the action's method, where this call is the whole action: see `superviseCall`.
  func call<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue] = [], at path: String? = nil,
    method: String? = nil, read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value {
    do throws(BusError) {
      return try await attempt(
        member, of: interface, arguments, at: path, method: method, read: read)
    } catch {
      throw refusal(error)
    }
  }

  /// Calls a method like `call`; returns `nil` when the application answers with an error.
  func callOptional<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue] = [], at path: String? = nil,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value? {
    do throws(BusError) {
      return try await attempt(member, of: interface, arguments, at: path, read: read)
    } catch {
      guard error.isAnswer else { throw refusal(error) }
      return nil
    }
  }

  /// Calls a method by which the application says whether it acts. Returns `false` when it does not know it, or did
  /// nothing.
  func isTaken(
    _ member: String, of interface: String, _ arguments: [BusValue] = []
  ) async throws(ActionRefusal) -> Bool {
    let isTaken = try await callOptional(member, of: interface, arguments, read: Answer.bool)
    if isTaken == false { recordNothingDone() }
    return isTaken == true
  }

  /// Calls a method like `call`, but throws the error of the bus.
  func attempt<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue] = [], at path: String? = nil,
    timeout: UInt64? = nil, method: String? = nil,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await answer(
      to: request(member, of: interface, arguments, at: path), what: "\(interface).\(member)",
      on: object.queue, timeout: timeout, method: method, read: read)
  }

  private func request(
    _ member: String, of interface: String, _ arguments: [BusValue], at path: String? = nil
  ) -> CallRequest {
    CallRequest(
      object.queue.destination, path ?? object.path, "org.a11y.atspi." + interface, member,
      arguments)
  }

  /// Calls a method once for each argument, without waiting in between; `nil` for each answer that is an error.
  func callEach<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue],
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> [Value?] {
    try await answers(
      to: arguments.map { request(member, of: interface, [$0]) }, what: "\(interface).\(member)",
      read: read)
  }

  /// Calls a method of one object with several lists of arguments, without waiting in between; `nil` for each answer that is an error.
  func callEach<Value: Sendable>(
    _ member: String, of interface: String, with arguments: [[BusValue]], at path: String,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> [Value?] {
    try await answers(
      to: arguments.map { request(member, of: interface, $0, at: path) },
      what: "\(interface).\(member)", read: read)
  }

  /// Calls a method of several objects, without waiting in between; `nil` for each answer that is an error.
  func callEach<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue], at paths: [String],
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> [Value?] {
    try await answers(
      to: paths.map { request(member, of: interface, arguments, at: $0) },
      what: "\(interface).\(member)", read: read)
  }

  /// Reads a property of several objects, without waiting in between; `nil` for each answer that is an error.
  func eachProperty<Value: Sendable>(
    _ name: String, of interface: String, at paths: [String],
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> [Value?] {
    return try await answers(
      to: paths.map {
        .property(name, of: "org.a11y.atspi." + interface, object.queue.destination, $0)
      },
      what: "\(interface).\(name)",
      read: { (message) throws(BusError) in
        try message.variant { () throws(BusError) in try read(message) }
      })
  }

  private func answers<Value: Sendable>(
    to requests: [CallRequest], what: String,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> [Value?] {
    do throws(BusError) {
      let time = try begin(what)
      let results = try await object.queue.answers(
        to: requests, lane: .urgent, timeout: time, read: read)
      if isDone { throw .cancelled }
      var values: [Value?] = []
      for result in results {
        do throws(BusError) {
          values.append(try result.get())
        } catch {
          guard error.isAnswer else { throw failure(error) }
          values.append(nil)
        }
      }
      return values
    } catch {
      throw refusal(error)
    }
  }

  /// Reads a property of `org.a11y.atspi.<interface>`.
  func property<Value: Sendable>(
    _ name: String, of interface: String,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value {
    do throws(BusError) {
      return try await attemptProperty(name, of: interface, read: read)
    } catch {
      throw refusal(error)
    }
  }

  /// Reads a property like `property`; returns `nil` when the application answers with an error.
  ///
  /// - Parameter path: The object; `nil`: that of the action.
  func optionalProperty<Value: Sendable>(
    _ name: String, of interface: String, at path: String? = nil,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value? {
    do throws(BusError) {
      return try await attemptProperty(name, of: interface, at: path, read: read)
    } catch {
      guard error.isAnswer else { throw refusal(error) }
      return nil
    }
  }

  private func attemptProperty<Value: Sendable>(
    _ name: String, of interface: String, at path: String? = nil,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await answer(
      to: .property(
        name, of: "org.a11y.atspi." + interface, object.queue.destination, path ?? object.path),
      what: "\(interface).\(name)", on: object.queue,
      read: { (message) throws(BusError) in
        try message.variant { () throws(BusError) in try read(message) }
      })
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - timeout: The time limit in nanoseconds; `nil`: the time until the action's deadline.
  ///   - method: The name of the action's method, where this call is the whole action: see `superviseCall`.
  func answer<Value: Sendable>(
    to request: CallRequest, what: String, on queue: CallQueue, timeout: UInt64? = nil,
    method: String? = nil, read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    let line = request.member == "DoAction" ? await openLine() : nil
    let time = try begin(what, timeout)
    var supervisor: Task<Void, Never>?
    defer { supervisor?.cancel() }
    let reading = request.hasSideEffects ? readTarget(around: request, timeout: time) : nil
    reading?.readBefore(over: line)
    do throws(BusError) {
      let value = try await queue.answer(
        to: request, lane: .urgent, timeout: time, over: line,
        queued: {
          reading?.readAfter()
          if request.hasSideEffects {
            record(effect: $0, method: method, isInput: request.isInput)
          }
          if let method { supervisor = superviseCall($0, method) }
        }, read: read)
      await reading?.finish(host)
      if isDone { throw .cancelled }
      return value
    } catch {
      throw failure(error)
    }
  }

  /// Ends the action as performed when the application answers a later call but not this one: it is then
  /// still carrying this one out. Qt answers the press that opened a dialog when the dialog is closed.
  private func superviseCall(_ call: PendingCall, _ method: String) -> Task<Void, Never> {
    host.loop.startTask {
      do {
        try await self.pause(milliseconds: Self.answerTimeout)
        let question = self.request("GetState", of: "Accessible", [])
        _ = try await self.object.queue.answer(
          to: question, lane: .urgent, timeout: self.begin(self.lastRequest), read: Answer.states)
      } catch {
        guard let error = error as? BusError, error.isAnswer else { return }
      }
      if call.isPending, let reading = self.targetReading, reading.isHalf {
        await reading.finish(self.host)
      }
      if call.isPending { self.finishPerformed("\(method), not answered yet") }
    }
  }

  /// How long to wait for an answer before checking whether the application answers another call, in
  /// milliseconds.
  private static let answerTimeout: UInt64 = 200

  /// Notes the next call, and returns its time limit.
  private func begin(_ what: String, _ timeout: UInt64? = nil) throws(BusError) -> Duration {
    guard !isDone else { throw .cancelled }
    record(request: what)
    return .nanoseconds(Int64(clamping: max(1, timeout ?? remaining)))
  }

  /// Returns the error of a failed call. A call that ends at the action's deadline ends the action, so that
  /// both give one message.
  private func failure(_ error: BusError) -> BusError {
    record(failure: error)
    if error == .timeout, remaining == 0 { deadlinePassed() }
    return isDone ? .cancelled : error
  }

  /// Waits for a time. Throws when the action has ended meanwhile.
  func pause(milliseconds: UInt64) async throws(ActionRefusal) {
    try await pause(for: .milliseconds(Int64(clamping: milliseconds)))
  }

  func pause(until time: MonotonicTime) async throws(ActionRefusal) {
    try await pause(for: max(.zero, time.since(.now())))
  }

  func pause(for duration: Duration) async throws(ActionRefusal) {
    try? await host.loop.pause(for: duration)
    try checkNotEnded()
  }

  /// Throws when the action has ended. To be called after every other kind of waiting.
  func checkNotEnded() throws(ActionRefusal) {
    // The refusal is not reported: the action's outcome has been.
    if isDone { throw ActionRefusal(.stale, "The action has ended") }
  }

  /// Asks the application for the object's current path, where it discards its objects after a while.
  /// Returns whether the object still exists.
  @discardableResult
  func renewObject() async throws(ActionRefusal) -> Bool {
    guard let renew = object.renew else { return true }
    let path = await renew()
    try checkNotEnded()
    if let path { object.path = path }
    return path != nil
  }
}
