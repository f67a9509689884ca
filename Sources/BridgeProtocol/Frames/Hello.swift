/// What a client says of itself.
public struct ClientHello: Hashable, Sendable {
  /// The newest version of the protocol that it speaks.
  public var version: UInt32
  /// The oldest.
  public var oldestVersion: UInt32
  /// Program and release, for people.
  public var software: String
  /// The longest frame that it takes, in bytes after the prefix.
  public var maxFrameLength: Int
}

/// What a server says of itself.
public struct ServerHello: Hashable, Sendable {
  public var version: UInt32
  public var oldestVersion: UInt32
  public var software: String
  public var maxFrameLength: Int
  /// Names this run of the server.
  public var epoch: UInt64
  /// How many calls may be under way on the connection at once; 0: not said.
  public var maxConcurrentCalls: Int
  /// Optional parts of the protocol that it speaks.
  public var features: [String]
}

extension ProtoWriter {
  mutating func hello(_ hello: ServerHello) {
    number(1, UInt64(hello.version))
    number(2, UInt64(hello.oldestVersion))
    text(3, hello.software)
    count32(4, hello.maxFrameLength)
    number(5, hello.epoch)
    count32(6, hello.maxConcurrentCalls)
    for feature in hello.features { text(7, present: feature) }
  }

  mutating func hello(_ hello: ClientHello) {
    self.hello(
      ServerHello(
        version: hello.version, oldestVersion: hello.oldestVersion, software: hello.software,
        maxFrameLength: hello.maxFrameLength, epoch: 0, maxConcurrentCalls: 0, features: []))
  }
}

extension ServerHello {
  /// Throws unless there is a version that both sides speak, and then unless the frame length is one
  /// that may be said.
  func check() throws(Status) {
    let ours = ProtocolLimits.oldestVersion...ProtocolLimits.version
    guard oldestVersion <= version else {
      throw Status(
        .invalidArgument, "Hello.oldest_version \(oldestVersion) is above version \(version)")
    }
    guard oldestVersion <= ours.upperBound, version >= ours.lowerBound else {
      throw Status(
        .version,
        "no version in common: \(oldestVersion) to \(version) here, "
          + "\(ours.lowerBound) to \(ours.upperBound) there",
        remedy: "use a release that speaks a11y.bridge.v1", limit: UInt64(ours.upperBound))
    }
    let lengths = ProtocolLimits.frameLengths
    guard lengths.contains(maxFrameLength) else {
      throw .invalid(
        "Hello.max_frame_length",
        "is \(maxFrameLength), not 0 or from \(lengths.lowerBound) to \(lengths.upperBound)")
    }
  }
}
