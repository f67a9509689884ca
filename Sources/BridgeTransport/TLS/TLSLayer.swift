/// What is between a connection's socket and its owner.
final class TLSLayer {
  enum Stage {
    /// The first byte decides whether it is TLS.
    case undecided(TLSAcceptance)
    case running(TLSEngine)
  }

  var stage: Stage
  /// Bytes that were read and not taken: encrypted ones because the owner had paused reading, or the first plain ones
  /// because they do not say what the client speaks.
  var held: [UInt8] = []
  /// Whether the other end was told that no more follows.
  var hasSaidGoodbye = false
  /// The encrypted output that is accounted for, in bytes.
  var charged = 0

  init(_ stage: Stage) {
    self.stage = stage
  }

  var engine: TLSEngine? {
    if case .running(let engine) = stage { return engine }
    return nil
  }
}

/// Memory that the TLS connections of a loop use in turn.
@safe final class TLSScratch {
  /// Where received bytes are decrypted to.
  let plain: UnsafeMutableRawBufferPointer
  /// Where small pieces are collected to a record.
  let record: UnsafeMutableRawBufferPointer
  let warm = WarmEngines()

  /// As much as is read from a socket at once, so that frames arrive whole as they do on plain connections.
  private static let plainSize = 4 * TLSEngine.recordSize

  init() {
    unsafe plain = .allocate(byteCount: Self.plainSize, alignment: 64)
    unsafe record = .allocate(byteCount: TLSEngine.recordSize, alignment: 64)
  }

  deinit {
    unsafe plain.deallocate()
    unsafe record.deallocate()
  }
}
