public import BridgeTransport

/// A server that a client is paired with.
public struct KnownServer: Hashable, Sendable {
  public let name: CredentialName
  public let address: SocketAddress
  public let key: KeyFingerprint
  /// The client's name there, and what it may do, as the server said last.
  public var nameThere: String
  public var scope: String
  public let paired: WallTime
  /// `nil`: never.
  public var expires: WallTime?

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
  private static let format = Record.Format(
    title: "a11y-bridge server 1", needed: ["address", "key", "paired"],
    optional: ["name-there", "scope", "expires"], texts: ["scope"])

  init(_ name: CredentialName, stored bytes: [UInt8]) throws(RecordError) {
    let record = try Record(bytes, as: Self.format)
    guard let address = record["address"].flatMap({ try? SocketAddress(parsing: $0) }),
      let key = record["key"].flatMap({ KeyFingerprint($0) }), let paired = record.time("paired")
    else { throw RecordError.unusable }
    self.init(
      name, at: address, key: key, nameThere: record["name-there"] ?? "",
      scope: record["scope"] ?? "", paired: paired, expires: record.time("expires"))
  }

  var stored: [UInt8] {
    var record = Record(Self.format)
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
    do throws(RecordError) {
      return try KnownServer(name, stored: bytes)
    } catch {
      let lines = error.lines(
        in: directory.path(name.text),
        otherwise: "run 'bridge-client servers --forget \(name)' here, find this machine by "
          + "'a11y-bridge pair --list' there, take its pairing away with 'a11y-bridge pair --revoke', and pair again"
      )
      throw StateError(lines.joined(separator: "\n"))
    }
  }

  /// Stores a server. Returns `false` when there is one of its name, and changes nothing.
  public func add(_ server: KnownServer) throws(PrivateFileError) -> Bool {
    try directory.create(server.name.text, server.stored)
  }

  /// Stores what is known of a server anew, unless it was removed or paired again meanwhile.
  public func update(_ server: KnownServer) throws(PrivateFileError) {
    guard let stored = try? find(server.name), stored != server, stored.key == server.key,
      stored.paired == server.paired
    else { return }
    try directory.write(server.name.text, server.stored)
  }

  /// Removes a server. Returns whether there was one.
  public func remove(_ name: CredentialName) throws(PrivateFileError) -> Bool {
    try directory.remove(name.text)
  }
}
