internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// An action written as straight code: what it asks throws when the action has ended meanwhile, so that
/// nothing comes after.
extension ActionRun {
  /// Ends the action by what `body` gives back, the means by which it was performed, or throws.
  func end(by body: @escaping () async throws(ActionRefusal) -> String) {
    follow(
      host.loop.startTask {
        do throws(ActionRefusal) {
          self.performed(try await body())
        } catch {
          self.refuse(error.reason, error.message)
        }
      })
  }

  /// Calls a method of `org.a11y.atspi.<interface>` on the element's object.
  func ask<Value: Sendable>(
    _ member: String, of interface: String, _ arguments: [BusValue] = [],
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value {
    let request = CallRequest(
      object.queue.destination, object.path, "org.a11y.atspi." + interface, member, arguments)
    do throws(BusError) {
      return try await answer(
        to: request, what: "\(interface).\(member)", on: object.queue, read: read)
    } catch {
      throw refusal(error)
    }
  }

  /// Reads a property of `org.a11y.atspi.<interface>`.
  func property<Value: Sendable>(
    _ name: String, of interface: String,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(ActionRefusal) -> Value {
    let request = CallRequest.property(
      name, of: "org.a11y.atspi." + interface, object.queue.destination, object.path)
    do throws(BusError) {
      return try await answer(
        to: request, what: "\(interface).\(name)", on: object.queue,
        read: { (message) throws(BusError) in
          try message.variant { () throws(BusError) in try read(message) }
        })
    } catch {
      throw refusal(error)
    }
  }

  /// Makes a call, which has until the action's deadline.
  func answer<Value: Sendable>(
    to request: CallRequest, what: String, on queue: CallQueue,
    read: @escaping (MessageReader) throws(BusError) -> Value
  ) async throws(BusError) -> Value {
    guard !isDone else { throw .cancelled }
    note(asking: what)
    let time = Duration.nanoseconds(Int64(clamping: max(1, remaining)))
    do throws(BusError) {
      let value = try await queue.answer(
        to: request, lane: .urgent, timeout: time,
        queued: { if request.doesSomething { note(deed: $0) } }, read: read)
      if isDone { throw .cancelled }
      return value
    } catch {
      // The deadline of the call is that of the action: one message for both.
      if error == .timeout, remaining == 0 { deadlinePassed() }
      throw isDone ? .cancelled : error
    }
  }

  /// Waits.
  func pause(milliseconds: UInt64) async throws(ActionRefusal) {
    try? await host.loop.pause(for: .milliseconds(Int64(clamping: milliseconds)))
    if isDone { throw Self.ended }
  }

  /// Waits for a step that is written with callbacks, and refuses by itself.
  func step<Value: Sendable>(
    _ body: (_ then: @escaping (Value) -> Void) -> Void
  ) async throws(ActionRefusal) -> Value {
    let value = await host.loop.value { (promise: Promise<Value>) in
      body { promise.keep($0) }
      return nil
    }
    guard let value, !isDone else { throw Self.ended }
    return value
  }

  /// What the rest of an action is thrown once the action has ended. Nobody is told.
  private static var ended: ActionRefusal { ActionRefusal(.stale, "The action has ended") }
}

// MARK: Steps

extension ActionRun {
  /// Gives the element the keyboard focus and sees that it has it.
  func takeFocus() async throws(ActionRefusal) {
    let _: String = try await step { then in
      takeFocus(orRefuse: { self.unsupported($0) }, then: then)
    }
  }

  /// Has the application name the object again, where it forgets its objects after a while.
  func renewObject() async throws(ActionRefusal) {
    let _: Bool = try await step { then in renewObject { then(true) } }
  }

  func characterCount() async throws(ActionRefusal) -> Int {
    max(0, Int(try await property("CharacterCount", of: "Text", read: Answer.int32)))
  }

  /// Reads the beginning of the text.
  func readText() async throws(ActionRefusal) -> String {
    let end = Int32(clamping: min(try await characterCount(), Self.comparedCharacters))
    return try await ask("GetText", of: "Text", [.int32(0), .int32(end)], read: Answer.string)
  }

  /// Reads the text until a condition holds of its beginning, 120 ms apart. Returns whether it does.
  func awaitText(
    looks: Int, until condition: (String) -> Bool
  ) async throws(ActionRefusal) -> Bool {
    for look in 1...looks {
      if condition(try await readText()) { return true }
      if look < looks { try await pause(milliseconds: 120) }
    }
    return false
  }
}
