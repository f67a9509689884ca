internal import CProtobuf

/// The first frame of either side of a connection, by which that side introduces itself.
public struct Hello: Hashable, Sendable {
  /// The newest version of the protocol that this side supports.
  public var version = ProtocolLimits.version
  /// The oldest version of the protocol that this side supports.
  public var oldestVersion = ProtocolLimits.oldestVersion
  /// The program and its release, for people.
  public var software: String
  /// The maximum length of a frame that this side accepts, in bytes after the prefix.
  public var maxFrameLength: Int
  /// Identifies this run of the server; 0 from a client.
  public var epoch: UInt64 = 0
  /// The number of calls that a server allows under way on the connection at once; 0: not specified.
  public var maxConcurrentCalls = 0
  /// The optional parts of the protocol that a server supports.
  public var features: [String] = []
  /// What a client shows to be let in.
  public var credential: HelloCredential?
  /// Who the client is to the server; `nil` from a client, and where it is refused.
  public var access: HelloAccess?
  /// The server's answer to an introduction; empty without one.
  public var pairingNonce: [UInt8] = []
}

extension Hello {
  /// Throws unless both sides support a version in common, and then unless the maximum frame length is in the
  /// permitted range.
  func check() throws(Status) {
    let ours = ProtocolLimits.oldestVersion...ProtocolLimits.version
    guard oldestVersion <= version else {
      throw Status(
        .invalidArgument, "Hello.oldest_version \(oldestVersion) is above version \(version)")
    }
    guard oldestVersion <= ours.upperBound, version >= ours.lowerBound else {
      throw Status(
        .version,
        "no common protocol version: the hello offers \(oldestVersion) to \(version), "
          + "supported are \(ours.lowerBound) to \(ours.upperBound)",
        limit: UInt64(ours.upperBound))
    }
    let lengths = ProtocolLimits.frameLengths
    guard lengths.contains(maxFrameLength) else {
      throw .invalid(
        "Hello.max_frame_length",
        "is \(maxFrameLength); it must be 0 or from \(lengths.lowerBound) to \(lengths.upperBound)")
    }
  }
}

extension Hello {
  init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "Hello", .request, a11y__bridge__v1__hello__unpack
    ) { (message) throws(Status) in try unsafe Hello(message) }
  }

  private init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Hello>) throws(Status) {
    let length = Int(unsafe message.pointee.max_frame_length)
    self.init(
      version: unsafe message.pointee.version,
      oldestVersion: unsafe message.pointee.oldest_version,
      software: try unsafe readText(message.pointee.software, "Hello.software"),
      maxFrameLength: length == 0 ? ProtocolLimits.defaultFrameLength : length,
      epoch: unsafe message.pointee.epoch,
      maxConcurrentCalls: Int(unsafe message.pointee.max_concurrent_calls),
      features: try unsafe array(message.pointee.features, message.pointee.n_features) {
        (feature) throws(Status) in try unsafe readText(feature, "Hello.features")
      },
      credential: try unsafe HelloCredential(message.pointee.credential),
      access: try unsafe HelloAccess(message.pointee.access),
      pairingNonce: unsafe array(message.pointee.pairing_nonce))
  }
}

extension ProtoWriter {
  mutating func hello(_ hello: Hello) {
    number(HelloFields.version, UInt64(hello.version))
    number(HelloFields.oldestVersion, UInt64(hello.oldestVersion))
    text(HelloFields.software, hello.software)
    count32(HelloFields.maxFrameLength, hello.maxFrameLength)
    number(HelloFields.epoch, hello.epoch)
    count32(HelloFields.maxConcurrentCalls, hello.maxConcurrentCalls)
    for feature in hello.features { text(HelloFields.features, present: feature) }
    if let credential = hello.credential {
      message(HelloFields.credential) { $0.credential(credential) }
    }
    if let access = hello.access { message(HelloFields.access) { $0.access(access) } }
    blob(HelloFields.pairingNonce, hello.pairingNonce)
  }
}
