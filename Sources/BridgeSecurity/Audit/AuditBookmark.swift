public import BridgeTransport
internal import TextEncodings

/// How far an audit log was written, kept apart from the log: a log that ends before that was cut off.
///
/// It is never ahead of what the disk has of the log, so that a power failure looks like no cut.
public struct AuditBookmark: Sendable {
  private let directory: PrivateDirectory
  private let name: String
  /// The log's path, without links in its directories.
  private let log: String

  private static let format = Record.Format(
    title: "a11y-bridge audit end 1", needed: ["log", "head"], texts: ["log"])

  /// - Parameter state: The state directory of the server.
  public init(of log: String, in state: PrivateDirectory) throws(PrivateFileError) {
    directory = try state.directory("audit-ends")
    self.log = resolvedPath(of: log)
    name = String(BaseEncoding.base16.encode(Digest.sha256(Array(self.log.utf8))).prefix(32))
  }

  /// Returns the last record that was known to be on the disk; `nil`: nothing was kept.
  public func head() throws(PrivateFileError) -> AuditHead? {
    guard let bytes = try directory.read(name) else { return nil }
    // A power failure may leave an empty file, which tells nothing.
    guard let record = try? Record(bytes, as: Self.format), record["log"] == log else { return nil }
    return record["head"].flatMap(AuditHead.init)
  }

  func keep(_ head: AuditHead) throws(PrivateFileError) {
    var record = Record(Self.format)
    record.add("log", log)
    record.add("head", "\(head)")
    try directory.write(name, record.bytes, isLasting: false)
  }
}
