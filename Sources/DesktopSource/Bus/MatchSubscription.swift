internal import CSDBus

/// A match rule in force, from when the bus accepts it until `cancel()`.
@safe
final class MatchSubscription {
  private var handler: ((MessageReader) -> Void)?
  private var installed: ((Result<Void, BusError>) -> Void)?
  private weak var connection: BusConnection?
  private var slot: OpaquePointer?

  fileprivate init(
    _ connection: BusConnection, handler: @escaping (MessageReader) -> Void,
    installed: ((Result<Void, BusError>) -> Void)?
  ) {
    self.connection = connection
    self.handler = handler
    self.installed = installed
  }

  deinit {
    if let slot = unsafe slot { unsafe _ = sd_bus_slot_unref(slot) }
  }

  /// Removes the rule; the handler is not called again.
  func cancel() {
    let connection = connection
    ended()
    connection?.matches[ObjectIdentifier(self)] = nil
    connection?.requestTurnEnd()
  }

  /// Releases the handlers and the rule without telling the connection.
  func ended() {
    handler = nil
    installed = nil
    connection = nil
    if let slot = unsafe slot { unsafe _ = sd_bus_slot_unref(slot) }
    unsafe slot = nil
  }

  fileprivate func install(_ rule: String, on bus: OpaquePointer?) throws(BusError) {
    var made: OpaquePointer?
    let result = unsafe sd_bus_add_match_async(
      bus, &made, rule, matchFound, matchInstalled, Unmanaged.passUnretained(self).toOpaque())
    if result < 0 { throw .invalidMessage("match rule \(rule) (errno \(-result))") }
    unsafe slot = unsafe made
  }

  fileprivate func received(_ message: OpaquePointer?) {
    handler?(unsafe MessageReader(message))
  }

  fileprivate func answered(_ message: OpaquePointer?) {
    let done = installed
    installed = nil
    if let error = unsafe MessageReader(message).error {
      cancel()
      done?(.failure(error))
    } else {
      done?(.success(()))
    }
  }
}

private let matchFound: sd_bus_message_handler_t = { message, userdata, _ in
  guard let userdata = unsafe userdata else { return 0 }
  let match = unsafe Unmanaged<MatchSubscription>.fromOpaque(userdata).takeUnretainedValue()
  unsafe match.received(message)
  return 0
}

private let matchInstalled: sd_bus_message_handler_t = { message, userdata, _ in
  guard let userdata = unsafe userdata else { return 1 }
  let match = unsafe Unmanaged<MatchSubscription>.fromOpaque(userdata).takeUnretainedValue()
  unsafe match.answered(message)
  return 1
}

extension BusConnection {
  /// Calls `handler` for every signal that matches `rule`; `installed` is called when the bus has accepted or
  /// rejected the rule.
  ///
  /// sd-bus matches signals from the bus again, and knows senders only by their unique names: a rule's
  /// `sender` must be a unique name or `org.freedesktop.DBus`.
  @discardableResult
  func addMatch(
    _ rule: String, installed: ((Result<Void, BusError>) -> Void)? = nil,
    handler: @escaping (MessageReader) -> Void
  ) throws(BusError) -> MatchSubscription {
    guard let bus = unsafe bus else { throw .disconnected }
    let match = MatchSubscription(self, handler: handler, installed: installed)
    try unsafe match.install(rule, on: bus)
    matches[ObjectIdentifier(match)] = match
    requestTurnEnd()
    return match
  }

  /// Asks the bus for the signals that match `rule`, which are passed to `onSignal`. They are not matched
  /// again on our side, which would be too slow for a flood of signals.
  @discardableResult
  func subscribe(
    _ rule: String, reply: @escaping (Result<Void, BusError>) -> Void
  ) -> PendingCall {
    call(.toBus("AddMatch", [.string(rule)])) { reply($0.map { _ in () }) }
  }
}
