internal import BridgeClient
internal import BridgeTransport

/// A server that writes a ready file, now or later: `--server ready:PATH`.
struct ReadyServer {
  let path: String

  private static let pause = Duration.milliseconds(20)

  /// Waits until the server that wrote the file is ready, and returns the first address in it. The server may
  /// be started later; a file left by a server that was killed is ignored.
  func address(by deadline: MonotonicTime) async throws -> SocketAddress {
    guard !path.isEmpty else {
      throw BadCommand("--server: 'ready:' requires the path of a ready file")
    }
    while true {
      do {
        if let text = try ReadyFile.contents(at: path), let line = text.split(separator: "\n").first
        {
          return try SocketAddress(parsing: String(line))
        }
      } catch let error as ReadyFileError {
        throw ClientError.cannotConnect(error.message)
      } catch let error as SocketAddressError {
        throw ClientError.cannotConnect(
          "the ready file \(path) does not contain an address: \(error.message)")
      }
      guard MonotonicTime.now() < deadline else {
        throw ClientError.cannotConnect(
          "no server is ready: \(path) does not exist, or the server that wrote it has ended; "
            + "start a11y-bridge with --ready-file \(path)")
      }
      try await Task.sleep(for: Self.pause)
    }
  }
}
