internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// What an action asks is thrown when the action has ended meanwhile, so that nothing comes after.
extension ActionRun {
  /// Calls a method of `org.a11y.atspi.<interface>` on the element's object, or on `path`.
  ///
  /// - Parameter means: of the action, where the call is the whole of it: see `oversee`.
  func ask<Value: Sendable>(
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

  /// As `ask`; `nil` when the application answers with an error.
  func askOptional<Value: Sendable>(
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

  /// As `ask`, and throws why there is no answer.
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

  /// Asks the same with each of the arguments, all at once; `nil` for each answer that is an error.
  func askEach<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue],
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> [Value?] {
    do throws(BusError) {
      let time = try begin("\(interface).\(member)")
      let results = try await object.queue.answers(
        to: arguments.map { request(member, of: interface, [$0]) }, lane: .urgent, timeout: time,
        read: read)
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

  /// As `property`; `nil` when the application answers with an error.
  func optionalProperty<Value: Sendable>(
    _ name: String, of interface: String,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value? {
    do throws(BusError) {
      return try await attemptProperty(name, of: interface, read: read)
    } catch {
      guard error.isAnswer else { throw refusal(error) }
      return nil
    }
  }

  private func attemptProperty<Value: Sendable>(
    _ name: String, of interface: String,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    try await answer(
      to: .property(
        name, of: "org.a11y.atspi." + interface, object.queue.destination, object.path),
      what: "\(interface).\(name)", on: object.queue,
      read: { (message) throws(BusError) in
        try message.variant { () throws(BusError) in try read(message) }
      })
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - timeout: in nanoseconds; the rest of the time until the deadline when `nil`.
  ///   - means: of the action, where the call is the whole of it: see `oversee`.
  func answer<Value: Sendable>(
    to request: CallRequest, what: String, on queue: CallQueue, timeout: UInt64? = nil,
    method: String? = nil, read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    let time = try begin(what, timeout)
    var overseer: Task<Void, Never>?
    defer { overseer?.cancel() }
    do throws(BusError) {
      let value = try await queue.answer(
        to: request, lane: .urgent, timeout: time,
        queued: {
          if request.doesSomething { note(deed: $0, method: method) }
          if let method { overseer = oversee($0, method) }
        }, read: read)
      if isDone { throw .cancelled }
      return value
    } catch {
      throw failure(error)
    }
  }

  /// Ends the action as performed when the application turns out to be about it: what it is asked later it answers,
  /// and not this call. Qt answers the press that opened a dialog when the dialog is closed.
  private func oversee(_ call: PendingCall, _ method: String) -> Task<Void, Never> {
    host.loop.startTask {
      do {
        try await self.pause(milliseconds: Self.answerPatience)
        let question = self.request("GetState", of: "Accessible", [])
        _ = try await self.object.queue.answer(
          to: question, lane: .urgent, timeout: self.begin(self.asked), read: Answer.states)
      } catch {
        guard let error = error as? BusError, error.isAnswer else { return }
      }
      if call.isPending { self.performed("\(method), not answered yet") }
    }
  }

  /// How long an answer may take before it is looked whether the application answers anything else.
  private static let answerPatience: UInt64 = 200

  /// What is asked next, and how long its answer may take.
  private func begin(_ what: String, _ timeout: UInt64? = nil) throws(BusError) -> Duration {
    guard !isDone else { throw .cancelled }
    note(asking: what)
    return .nanoseconds(Int64(clamping: max(1, timeout ?? remaining)))
  }

  /// The deadline of a call is that of the action: one message for both.
  private func failure(_ error: BusError) -> BusError {
    if error == .timeout, remaining == 0 { deadlinePassed() }
    return isDone ? .cancelled : error
  }

  /// Waits.
  func pause(milliseconds: UInt64) async throws(ActionRefusal) {
    try? await host.loop.pause(for: .milliseconds(Int64(clamping: milliseconds)))
    try checkNotEnded()
  }

  /// To be called after whatever else was waited for: throws when the action has ended meanwhile.
  func checkNotEnded() throws(ActionRefusal) {
    // Nobody is told: the end was.
    if isDone { throw ActionRefusal(.stale, "The action has ended") }
  }

  /// Has the application name the object again, where it forgets its objects after a while. Returns
  /// whether the object is still there.
  @discardableResult
  func renewObject() async throws(ActionRefusal) -> Bool {
    guard let renew = object.renew else { return true }
    let path = await renew()
    try checkNotEnded()
    if let path { object.path = path }
    return path != nil
  }
}
