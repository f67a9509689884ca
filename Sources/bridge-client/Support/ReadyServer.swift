internal import BridgeClient
internal import BridgeTransport

/// The server that writes, or will write, a ready file: `--server ready:PATH`.
struct ReadyServer {
  let path: String

  private static let pause = Duration.milliseconds(20)

  /// The first address in the file, once the server that wrote it is ready. It may be started later; what
  /// a server left there that was killed is not taken for it.
  func address(by deadline: MonotonicTime) async throws -> SocketAddress {
    guard !path.isEmpty else { throw BadCommand("--server: ready: needs the path of a ready file") }
    while true {
      do {
        if let text = try ReadyFile.contents(at: path), let line = text.split(separator: "\n").first
        {
          return try SocketAddress(parsing: String(line))
        }
      } catch let error as ReadyFileError {
        throw ClientError.cannotConnect(error.message)
      } catch let error as SocketAddressError {
        throw ClientError.cannotConnect("the ready file \(path) holds no address: \(error.message)")
      }
      guard MonotonicTime.now() < deadline else {
        throw ClientError.cannotConnect(
          "no server is ready: \(path) is not there, or the server that wrote it has ended; "
            + "start a11y-bridge with --ready-file \(path)")
      }
      try await Task.sleep(for: Self.pause)
    }
  }
}
