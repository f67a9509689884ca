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

  /// Reads all properties of an object's interface.
  @discardableResult
  func properties(
    of interface: String, _ destination: String, _ path: String,
    timeout: Duration = BusConnection.defaultTimeout,
    reply: @escaping (Result<[String: BusValue], BusError>) -> Void
  ) -> PendingCall {
    call(.properties(of: interface, destination, path), timeout: timeout) { result in
      reply(
        BusConnection.read(result) { (message) throws(BusError) in
          var values: [String: BusValue] = [:]
          try message.dictionary("sv") { () throws(BusError) in
            let key = try message.string()
            values[key] = try message.variant { () throws(BusError) in try message.value() }
          }
          return values
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
