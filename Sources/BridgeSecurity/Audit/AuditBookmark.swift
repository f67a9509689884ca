public import BridgeTransport
internal import TextEncodings

/// How far a server has written an audit log, as it keeps that apart from the log: a log that ends before, or begins
/// behind, was cut off or removed.
public struct KeptEnd: Hashable, Sendable {
  /// The last record that was known to be on the disk.
  public let head: AuditHead
  /// The number of the first record that the server has written into the file; `nil`: an older release kept none.
  var first: UInt64?
}

/// Where a server keeps how far it has written an audit log.
///
/// It is never ahead of what the disk has of the log, so that a power failure looks like no cut.
public struct AuditBookmark: Sendable {
  private let state: PrivateDirectory
  private let name: String
  /// The log's path, without links in its directories.
  private let log: String

  private static let format = Record.Format(
    title: "a11y-bridge audit end 1", needed: ["log", "head"], optional: ["first"], texts: ["log"])

  /// - Parameter state: The state directory of the server.
  public init(of log: String, in state: PrivateDirectory) {
    self.state = state
    self.log = resolvedPath(of: log)
    name = String(BaseEncoding.base16.encode(Digest.sha256(Array(self.log.utf8))).prefix(32))
  }

  /// The directory of such files in a state directory.
  public static let directory = "audit-ends"

  /// What is wrong with a file that says something else.
  public struct Damage: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Returns what was kept; `nil`: nothing was.
  public func kept() throws(PrivateFileError) -> Result<KeptEnd, Damage>? {
    let directory = try state.directory(Self.directory)
    guard let bytes = try directory.read(name) else { return nil }
    guard let record = try? Record(bytes, as: Self.format), record["log"] == log,
      let head = record["head"].flatMap(AuditHead.init)
    else {
      return .failure(
        Damage(
          description:
            "\(directory.path(name)) is damaged, by another program or a power failure, and does not say how far the "
            + "server had written \(log). Compare the log with a head that was kept elsewhere: a11y-bridge audit-log "
            + "verify --head NUMBER:HASH. A server that writes the log makes the file anew"))
    }
    return .success(KeptEnd(head: head, first: record["first"].flatMap { UInt64($0) }))
  }

  func keep(_ end: KeptEnd) throws(PrivateFileError) {
    var record = Record(Self.format)
    record.add("log", log)
    record.add("head", "\(end.head)")
    record.add("first", end.first.map { "\($0)" })
    // Where the state directory was moved away, no other one is made.
    let present = try PrivateDirectory.existing(state.path)
    try present.directory(Self.directory).write(name, record.bytes, isLasting: false)
  }
}
