/// The versions of the Model Context Protocol that this server speaks.
enum ProtocolVersion {
  /// Versions that begin with `initialize`, oldest first.
  static let handshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// Versions whose requests each name the version, oldest first.
  static let modern = ["2026-07-28"]

  /// Returns the version in which a handshake is answered.
  static func negotiated(_ requested: String) -> String {
    handshake.contains(requested) ? requested : handshake[handshake.count - 1]
  }
}

/// How a request is answered.
enum Era: Hashable, Sendable {
  /// After `initialize`.
  case handshake
  /// The request names its version.
  case modern
}

/// The names of members of `_meta`.
enum MetaKey {
  private static let prefix = "io.modelcontextprotocol/"
  static let protocolVersion = prefix + "protocolVersion"
  static let clientCapabilities = prefix + "clientCapabilities"
  static let serverInfo = prefix + "serverInfo"
  static let subscriptionID = prefix + "subscriptionId"
}
