public import BridgeTransport
internal import TextEncodings

/// What lets a client resume its sessions with the servers that it is paired with, between two commands. As secret as a
/// key.
public struct TicketStore: Sendable {
  /// How long a ticket is used, in seconds, before another one takes its place.
  private static let lifetime: Int64 = 3_600
  private static let format = Record.Format(
    title: "a11y-bridge ticket 1", needed: ["key", "own-key", "made", "session"])
  private let directory: PrivateDirectory

  /// - Parameter state: The client's state directory.
  public init(in state: PrivateDirectory) throws(PrivateFileError) {
    directory = try state.directory("tickets")
  }

  /// The session with a server that may be resumed. Returns `nil` when there is none, or one of the two has another key
  /// since: who resumes a session is whom it was made with.
  public func ticket(
    for server: KnownServer, to own: KeyFingerprint, now: WallTime
  ) throws(PrivateFileError) -> [UInt8]? {
    guard let stored = try directory.read(server.name.text),
      let record = try? Record(stored, as: Self.format), record["key"] == "\(server.key)",
      record["own-key"] == "\(own)",
      let made = record.time("made"), made <= now, now < made.adding(seconds: Self.lifetime)
    else { return nil }
    return record["session"].flatMap(BaseEncoding.base16.decode)
  }

  public func store(
    _ session: [UInt8], for server: KnownServer, to own: KeyFingerprint, now: WallTime
  ) throws(PrivateFileError) {
    var record = Record(Self.format)
    record.add("key", "\(server.key)")
    record.add("own-key", "\(own)")
    record.add("made", "\(now.seconds)")
    record.add("session", BaseEncoding.base16.encode(session))
    let bytes = record.bytes
    // A session that cannot be read again costs a full handshake.
    guard bytes.count <= PrivateDirectory.maxLength else { return }
    try directory.write(server.name.text, bytes, isLasting: false)
  }

  /// Forgets the session with a server.
  public func remove(_ name: CredentialName) throws(PrivateFileError) {
    _ = try directory.remove(name.text)
  }
}
