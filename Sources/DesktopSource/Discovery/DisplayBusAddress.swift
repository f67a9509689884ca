internal import BridgeTransport

/// Asks the X display for the accessibility bus: the property `AT_SPI_BUS` of its root window, which also
/// exists where there is no session bus (another user's desktop, a bare `ssh`).
enum DisplayBusAddress {
  static let timeout = Duration.seconds(1)

  /// Returns the address; `nil` when there is no display on this machine, or it names no bus.
  static func find(on loop: EventLoop) async -> String? {
    guard let display = XDisplay.fromEnvironment() else { return nil }
    let connection = XConnection(loop: loop)
    let timer = loop.schedule(after: timeout) { connection.close() }
    defer {
      timer.cancel()
      connection.close()
    }
    guard await connection.open(display),
      let atom = await connection.ask(.internAtom("AT_SPI_BUS"))?.number32(8), atom != 0
    else { return nil }
    let reply = await connection.ask(.getProperty(connection.root, atom))
    guard let text = reply?.propertyText?.prefix(while: { $0 != "\0" }), !text.isEmpty else {
      return nil
    }
    return String(text)
  }
}
