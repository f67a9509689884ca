import Foundation

/// An empty directory of its own, removed with everything in it when the last reference goes.
///
/// Its path is short, so that a unix socket fits into it.
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

  /// The path of an entry, which need not exist.
  public func path(_ name: String) -> String { "\(path)/\(name)" }
}

/// A new empty directory; keep the value as long as the directory is needed.
public func temporaryDirectory() throws -> TemporaryDirectory { try TemporaryDirectory() }
