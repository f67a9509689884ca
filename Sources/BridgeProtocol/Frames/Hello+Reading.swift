internal import CProtobuf

extension ServerHello {
  /// Reads a `Hello`, which is to be checked; what only servers say is 0 or empty in a client's.
  init(decoding bytes: [UInt8]) throws(Status) {
    self = try unsafe unpacking(
      bytes, "Hello", .request, a11y__bridge__v1__hello__unpack
    ) { (message) throws(Status) in try unsafe ServerHello(message) }
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
      })
  }
}
