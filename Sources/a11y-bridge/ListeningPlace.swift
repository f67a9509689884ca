internal import BridgeTransport

/// Where the server listens.
enum ListeningPlace {
  case address(SocketAddress)
  /// A socket that the service manager opened.
  case passed(PassedSocket)

  var address: SocketAddress {
    switch self {
    case .address(let address): address
    case .passed(let socket): socket.address
    }
  }

  /// Refuses a unix socket to which other users may connect.
  func checkIsPrivate() throws(ProgramError) {
    guard case .passed(let socket) = self, socket.isOpenToOthers else { return }
    throw ProgramError(
      "other users may connect to \(socket.address), which the service manager opened: set "
        + "SocketMode=0600 in its unit, or start the server with --allow-local")
  }
}
