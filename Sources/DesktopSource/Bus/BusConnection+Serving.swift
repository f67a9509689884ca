internal import CSDBus

/// The serving side: replies to calls, and signals.
extension BusConnection {
  /// Answers `call` with `values`.
  func reply(to call: MessageReader, _ values: [BusValue] = []) throws(BusError) {
    var handle: OpaquePointer?
    let result = unsafe sd_bus_message_new_method_return(call.handle, &handle)
    let message = unsafe OutgoingMessage(taking: handle, result: result, what: "a reply")
    try send(message.append(values))
  }

  /// Answers `call` with an error.
  func replyError(
    to call: MessageReader, name: String, message text: String
  ) throws(BusError) {
    var handle: OpaquePointer?
    let result = unsafe name.withCString { name in
      unsafe text.withCString { text in
        var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
        return unsafe sd_bus_message_new_method_error(call.handle, &handle, &error)
      }
    }
    try send(unsafe OutgoingMessage(taking: handle, result: result, what: "an error named \(name)"))
  }

  /// Sends a signal to all its subscribers.
  func emitSignal(
    _ path: String, _ interface: String, _ member: String, _ values: [BusValue] = []
  ) throws(BusError) {
    guard let bus = unsafe bus else { throw .disconnected }
    var handle: OpaquePointer?
    let result = unsafe sd_bus_message_new_signal(bus, &handle, path, interface, member)
    let message = unsafe OutgoingMessage(
      taking: handle, result: result, what: "signal \(interface).\(member) of \(path)")
    try send(message.append(values))
  }

  /// Requests a well-known name, without queueing for it.
  func requestName(_ name: String, reply: @escaping (Result<Void, BusError>) -> Void) {
    let doNotQueue: UInt32 = 4
    call(.toBus("RequestName", [.string(name), .uint32(doNotQueue)])) { result in
      let outcome = BusConnection.read(result) { (message) throws(BusError) in
        try message.uint32()
      }
      reply(
        outcome.flatMap {
          $0 == 1 || $0 == 4
            ? .success(()) : .failure(.accessDenied("\(name) is owned by another connection"))
        })
    }
  }

  private func send(_ message: OutgoingMessage) throws(BusError) {
    if let failure = message.failure { throw failure }
    guard let bus = unsafe bus else { throw .disconnected }
    let result = unsafe sd_bus_send(bus, message.handle, nil)
    requestTurnEnd()
    try BusConnection.check("sending to the bus", result)
  }
}
