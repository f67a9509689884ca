extension BusConnection {
  /// Reads a property of an object.
  @discardableResult
  func property(
    _ name: String, of interface: String, _ destination: String, _ path: String,
    timeout: Duration = BusConnection.defaultTimeout,
    reply: @escaping (Result<BusValue, BusError>) -> Void
  ) -> PendingCall {
    call(.property(name, of: interface, destination, path), timeout: timeout) { result in
      reply(
        BusConnection.read(result) { (message) throws(BusError) in
          try message.variant { () throws(BusError) in try message.value() }
        })
    }
  }

  /// Sets a property of an object.
  @discardableResult
  func setProperty(
    _ name: String, of interface: String, _ destination: String, _ path: String,
    to value: BusValue, timeout: Duration = BusConnection.defaultTimeout,
    reply: @escaping (Result<Void, BusError>) -> Void
  ) -> PendingCall {
    call(
      .setProperty(name, of: interface, destination, path, to: value), timeout: timeout
    ) { reply($0.map { _ in () }) }
  }
}
