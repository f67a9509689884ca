internal import BridgeClient
internal import BridgeTransport

/// A server that writes a ready file, now or later: `--server ready:PATH`.
struct ReadyServer {
  private let path: String

  private static let prefix = "ready:"
  private static let pause = Duration.milliseconds(20)

  /// Returns `nil` when a text is another address.
  init?(_ text: String) throws {
    guard text.hasPrefix(Self.prefix) else { return nil }
    path = String(text.dropFirst(Self.prefix.count))
    guard !path.isEmpty else {
      throw BadCommand("--server: '\(Self.prefix)' requires the path of a ready file")
    }
  }

  /// Waits until the server that wrote the file is ready, and returns the first address in it. The server may
  /// be started later; a file left by a server that was killed is ignored.
  func address(by deadline: MonotonicTime) async throws -> SocketAddress {
    while true {
      if let address = try addressNow() { return address }
      guard MonotonicTime.now() < deadline else {
        throw missing
      }
      try await Task.sleep(for: Self.pause)
    }
  }

  /// Returns the first address in the file; `nil` while the server that writes it is not ready.
  func addressNow() throws -> SocketAddress? {
    do {
      let text = try ReadyFile.contents(at: path)
      guard let line = text?.split(separator: "\n").first else { return nil }
      return try SocketAddress(parsing: String(line))
    } catch let error as ReadyFileError {
      throw ClientError.cannotConnect(error.message)
    } catch let error as SocketAddressError {
      throw ClientError.cannotConnect(
        "the ready file \(path) does not contain an address: \(error.message)")
    }
  }

  var missing: NoServer {
    NoServer(
      description:
        "no server is ready: \(path) does not exist, or the server that wrote it has ended",
      remedy: "Start a11y-bridge with --ready-file \(path).")
  }
}
