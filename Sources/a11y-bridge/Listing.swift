internal import BridgeTransport

/// Where the servers of this user listen, for `a11y-bridge pair`.
enum Listing {
  static let directory = "servers"

  /// The addresses of the servers that run.
  static func addresses(in state: PrivateDirectory) throws(PrivateFileError) -> [SocketAddress] {
    let servers = try state.directory(directory)
    var found: [SocketAddress] = []
    for name in try servers.names() {
      guard let text = try? ReadyFile.contents(at: servers.path(name)) else { continue }
      found += text.split(separator: "\n").compactMap { try? SocketAddress(parsing: String($0)) }
    }
    return found
  }
}
