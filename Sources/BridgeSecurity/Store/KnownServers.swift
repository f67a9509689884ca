public import BridgeTransport

/// A server that a client is paired with.
public struct KnownServer: Hashable, Sendable {
  public let name: CredentialName
  public let address: SocketAddress
  public let key: KeyFingerprint
  /// The client's name there, and what it may do, as the server said when they were paired.
  public let nameThere: String
  public let scope: String
  public let paired: WallTime
  /// `nil`: never.
  public let expires: WallTime?

  public init(
    _ name: CredentialName, at address: SocketAddress, key: KeyFingerprint, nameThere: String,
    scope: String, paired: WallTime, expires: WallTime?
  ) {
    self.name = name
    self.address = address
    self.key = key
    self.nameThere = nameThere
    self.scope = scope
    self.paired = paired
    self.expires = expires
  }
}

extension KnownServer {
  private static let title = "a11y-bridge server 1"

  init?(_ name: CredentialName, stored bytes: [UInt8]) {
    guard let record = Record(bytes, titled: Self.title),
      let address = record["address"].flatMap({ try? SocketAddress(parsing: $0) }),
      let key = record["key"].flatMap({ KeyFingerprint($0) }),
      let paired = record.time("paired")
    else { return nil }
    self.init(
      name, at: address, key: key, nameThere: record["name-there"] ?? "",
      scope: record["scope"] ?? "", paired: paired, expires: record.time("expires"))
  }

  fileprivate static func problem(in bytes: [UInt8]) -> String {
    Record.problem(in: bytes, titled: title) ?? "a value is missing"
  }

  var stored: [UInt8] {
    var record = Record(Self.title)
    record.add("address", "\(address)")
    record.add("key", "\(key)")
    record.add("name-there", nameThere)
    record.add("scope", scope)
    record.add("paired", "\(paired.seconds)")
    record.add("expires", expires.map { "\($0.seconds)" })
    return record.bytes
  }
}

/// The servers that a client is paired with, in its state directory.
public struct KnownServers: Sendable {
  private let directory: PrivateDirectory

  /// - Parameter state: The client's state directory.
  public init(in state: PrivateDirectory) throws(PrivateFileError) {
    directory = try state.directory("servers")
  }

  /// What is stored, and what could not be read.
  public struct Contents: Sendable {
    public var servers: [KnownServer] = []
    /// One line for each file that cannot be read.
    public var problems: [String] = []
  }

  public func contents() throws(PrivateFileError) -> Contents {
    var contents = Contents()
    for name in try directory.names().compactMap({ CredentialName($0) }) {
      do throws(StateError) {
        if let server = try find(name) { contents.servers.append(server) }
      } catch {
        contents.problems.append(error.message)
      }
    }
    return contents
  }

  /// Returns `nil` when there is no file of that name.
  ///
  /// Throws when there is one that cannot be read: without it nobody knows which key the server must have.
  public func find(_ name: CredentialName) throws(StateError) -> KnownServer? {
    let bytes: [UInt8]?
    do throws(PrivateFileError) {
      bytes = try directory.read(name.text)
    } catch {
      throw StateError(error.message)
    }
    guard let bytes else { return nil }
    if let server = KnownServer(name, stored: bytes) { return server }
    throw StateError(
      "\(directory.path(name.text)): \(KnownServer.problem(in: bytes)); to go on, run 'bridge-client "
        + "servers --forget \(name)' here, find this machine by 'a11y-bridge pair --list' there, take its pairing away with "
        + "'a11y-bridge pair --revoke', and pair again")
  }

  /// Stores a server. Returns `false` when there is one of its name, and changes nothing.
  public func add(_ server: KnownServer) throws(PrivateFileError) -> Bool {
    try directory.create(server.name.text, server.stored)
  }

  /// Removes a server. Returns whether there was one.
  public func remove(_ name: CredentialName) throws(PrivateFileError) -> Bool {
    try directory.remove(name.text)
  }
}
