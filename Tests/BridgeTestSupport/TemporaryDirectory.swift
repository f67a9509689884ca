import Foundation

/// A new empty directory that is removed with its contents when the last reference is released.
///
/// Its path is short enough for a unix socket.
public final class TemporaryDirectory: Sendable {
  public let path: String

  public init() throws {
    path = "/tmp/a11y-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of an entry, which need not exist.
  public func path(_ name: String) -> String { "\(path)/\(name)" }
}

/// Returns a new empty directory; keep the value as long as the directory is needed.
public func temporaryDirectory() throws -> TemporaryDirectory { try TemporaryDirectory() }
