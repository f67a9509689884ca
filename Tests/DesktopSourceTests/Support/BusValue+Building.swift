@testable import DesktopSource

extension BusValue {
  /// An object on the bus, `(so)`: its owner and its path.
  static func reference(_ name: String, _ path: String) -> BusValue {
    .structure([.string(name), .objectPath(path)])
  }

  /// An array of strings, `as`.
  static func strings(_ values: [String]) -> BusValue {
    .array(of: "s", values.map { .string($0) })
  }

  /// A dictionary of strings, `a{ss}`, in ascending order of the keys.
  static func dictionary(_ values: [String: String]) -> BusValue {
    .array(
      of: "{ss}",
      values.sorted { $0.key < $1.key }.map {
        .dictionaryEntry(key: .string($0.key), value: .string($0.value))
      })
  }

  /// A dictionary of variants, `a{sv}`, in ascending order of the keys.
  static func properties(_ values: [String: BusValue]) -> BusValue {
    .array(
      of: "{sv}",
      values.sorted { $0.key < $1.key }.map {
        .dictionaryEntry(key: .string($0.key), value: .variant($0.value))
      })
  }
}

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

  /// Gets all names on the bus.
  func names(reply: @escaping (Result<[String], BusError>) -> Void) {
    call(.toBus("ListNames")) { result in
      reply(BusConnection.read(result) { (message) throws(BusError) in try message.strings() })
    }
  }
}
