/// A change of a bus name's owner.
struct NameChange: Equatable {
  var name: String
  /// The unique name of the former owner; `nil` when there was none.
  var oldOwner: String?
  /// The unique name of the new owner; `nil` when there is none: the owner left, or crashed.
  var newOwner: String?
}

extension BusConnection {
  /// Calls `handler` for every change of `name`'s owner, or of any name's owner when `name` is `nil`.
  @discardableResult
  func watchName(
    _ name: String? = nil, installed: ((Result<Void, BusError>) -> Void)? = nil,
    handler: @escaping (NameChange) -> Void
  ) throws(BusError) -> MatchSubscription {
    var rule =
      "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
      + "interface='org.freedesktop.DBus',member='NameOwnerChanged'"
    if let name {
      guard !name.utf8.contains(UInt8(ascii: "'")) else {
        throw .invalidMessage("bus name with a quote in it: \(name)")
      }
      rule += ",arg0='\(name)'"
    }
    return try addMatch(rule, installed: installed) { message in
      do throws(BusError) {
        let (name, old, new) = (
          try message.string(), try message.string(), try message.string()
        )
        handler(
          NameChange(
            name: name, oldOwner: old.isEmpty ? nil : old, newOwner: new.isEmpty ? nil : new))
      } catch {
        // The bus itself sent a malformed NameOwnerChanged: there is nobody to report it to.
      }
    }
  }

  /// Gets the unique name of `name`'s owner; fails with `serviceUnknown` when it has none.
  func owner(of name: String, reply: @escaping (Result<String?, BusError>) -> Void) {
    call(.toBus("GetNameOwner", [.string(name)])) { result in
      reply(BusConnection.read(result) { (message) throws(BusError) in try message.string() })
    }
  }

  /// Gets the id of the process that owns the connection `name`.
  func processID(of name: String, reply: @escaping (Result<UInt32, BusError>) -> Void) {
    call(.toBus("GetConnectionUnixProcessID", [.string(name)])) { result in
      reply(BusConnection.read(result) { (message) throws(BusError) in try message.uint32() })
    }
  }

  /// Reads a reply's body.
  static func read<Value>(
    _ result: Result<MessageReader, BusError>,
    _ body: (MessageReader) throws(BusError) -> Value
  ) -> Result<Value, BusError> {
    switch result {
    case .failure(let error): return .failure(error)
    case .success(let message):
      do throws(BusError) {
        return .success(try body(message))
      } catch {
        return .failure(error)
      }
    }
  }
}
