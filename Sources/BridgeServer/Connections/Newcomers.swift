internal import BridgeTransport

/// The connections that have not sent their hello, the oldest first.
///
/// When there are too many, the oldest is given up rather than the newest refused: a client that means it says hello at
/// once, so silent ones cannot keep it out.
struct Newcomers {
  private var waiting: [CarrierID: ServerConnection] = [:]
  private var order = Fifo<CarrierID>()

  mutating func add(_ connection: ServerConnection) {
    waiting[connection.carrierID] = connection
    order.append(connection.carrierID)
  }

  mutating func remove(_ connection: ServerConnection) {
    guard waiting.removeValue(forKey: connection.carrierID) != nil else { return }
    // Most are removed long before they are the oldest.
    guard order.count > 2 * waiting.count + 64 else { return }
    var left = Fifo<CarrierID>()
    while let id = order.popFirst() {
      if waiting[id] != nil { left.append(id) }
    }
    order = left
  }

  /// Removes and returns the oldest, when there are more than `limit`.
  mutating func takeOldest(above limit: Int) -> ServerConnection? {
    guard waiting.count > limit else { return nil }
    while let id = order.popFirst() {
      if let connection = waiting.removeValue(forKey: id) { return connection }
    }
    return nil
  }
}
