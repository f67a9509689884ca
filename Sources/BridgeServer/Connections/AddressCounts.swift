internal import BridgeTransport

/// The number of open connections from each address of another machine.
///
/// Connections of this machine do not count: its users share one address, and are told apart by the kernel.
struct AddressCounts {
  private var counts: [String: Int] = [:]

  /// Counts a connection, and returns how many there are from its address; `nil`: it does not count.
  mutating func add(_ connection: Connection) -> Int? {
    guard let address = Self.address(connection) else { return nil }
    let count = counts[address, default: 0] + 1
    counts[address] = count
    return count
  }

  /// Must be called once for each connection that was added.
  mutating func remove(_ connection: Connection) {
    guard let address = Self.address(connection), let count = counts[address] else { return }
    counts[address] = count > 1 ? count - 1 : nil
  }

  private static func address(_ connection: Connection) -> String? {
    guard let address = connection.peerAddress, !address.isLoopback else { return nil }
    return address.network
  }
}
