internal import COpenSSL

/// How a client judges the server's certificate.
public enum ServerTrust: Hashable, Sendable {
  /// The server must have this key; its names and dates do not matter.
  case key(KeyFingerprint)
  /// The chain must end at a CA of the context, and the certificate be for this name or address.
  case name(String)
  /// Any key will do. Whose it is must be found out afterwards, as people do by comparing a short string; until then
  /// nothing secret may be sent, and nothing that arrives be believed.
  case anyKey
}

/// One end of a TLS connection as a state machine between bytes and bytes: no sockets, no clock.
///
/// Encrypted bytes go in by `receive` and come out at `output`; plain bytes come out of `receive` and go in by
/// `send`. Whatever the other end sends, the engine fails with an error at worst.
@safe public final class TLSEngine {
  public enum State: Equatable, Sendable {
    case handshaking
    /// Both directions work.
    case open
    /// The other end has said that it sends no more; it can still be sent to.
    case finished
    case failed
  }

  public private(set) var state = State.handshaking
  let raw: OpaquePointer
  private let context: TLSContext
  private let trust: ServerTrust?
  private var hasInput = false
  /// Whether it keeps its buffers, and was used since that was last looked at. By `WarmEngines`.
  private(set) var isWarm = false
  var wasUsed = false
  private var isReceiving = false

  /// The server's end.
  public convenience init(server context: TLSContext) throws(TLSError) {
    try self.init(context, nil)
  }

  /// The client's end.
  ///
  /// - Parameter session: What `session` was at the end of an earlier connection to the same server.
  public convenience init(
    client context: TLSContext, trusting trust: ServerTrust, resuming session: [UInt8]? = nil
  ) throws(TLSError) {
    try self.init(context, trust)
    // A session that cannot be used costs a full handshake.
    if let session { _ = unsafe copenssl_engine_resume(raw, session, session.count) }
  }

  private init(_ context: TLSContext, _ trust: ServerTrust?) throws(TLSError) {
    let made: OpaquePointer?
    let isServer: Int32 = context.side == .server ? 1 : 0
    switch trust {
    case .key(let pin):
      unsafe made = copenssl_engine_new(context.raw, isServer, Int32(COPENSSL_PIN), nil, pin.bytes)
    case .anyKey, nil:
      unsafe made = copenssl_engine_new(context.raw, isServer, Int32(COPENSSL_RECORD), nil, nil)
    case .name(let name):
      unsafe made = copenssl_engine_new(context.raw, isServer, Int32(COPENSSL_CHAIN), name, nil)
    }
    guard let made = unsafe made else { throw .unusable("cannot set up a TLS connection") }
    unsafe raw = made
    self.context = context
    self.trust = trust
  }

  deinit { unsafe copenssl_engine_free(raw) }
}

// MARK: Bytes

extension TLSEngine {
  /// The maximum number of plain bytes in a record.
  static let recordSize = 16 * 1024

  /// Begins the handshake: a client's first bytes appear in the output.
  public func start() throws(TLSError) {
    try shakeHands()
  }

  /// Takes encrypted bytes, and passes the plain ones to `deliver`, as many at a time as fit in `scratch`.
  ///
  /// - Parameters:
  ///   - scratch: At least 16 KiB, where the plain bytes are written.
  ///   - deliver: Returns whether to go on. It may send, but not call `receive`.
  /// - Returns: The number of bytes at the end of `bytes` that were not taken, because `deliver` did not go on or
  ///   the other end has finished.
  public func receive(
    _ bytes: UnsafeRawBufferPointer, scratch: UnsafeMutableRawBufferPointer,
    deliver: (RawSpan) -> Bool
  ) throws(TLSError) -> Int {
    precondition(!isReceiving, "receive was called while it delivers")
    guard state == .handshaking || state == .open, let first = unsafe bytes.first else { return 0 }
    if !hasInput {
      hasInput = true
      try checkFirst(first)
    }
    isReceiving = true
    unsafe copenssl_engine_lend(raw, bytes.baseAddress, bytes.count)
    defer {
      isReceiving = false
      unsafe copenssl_engine_lend(raw, nil, 0)
    }
    if state == .handshaking { try shakeHands() }
    var canContinue = true
    while canContinue, state == .open, hasMore {
      let part = unsafe decrypt(to: scratch)
      canContinue = part.canContinue
      if part.count > 0 {
        let plain = unsafe UnsafeRawBufferPointer(rebasing: scratch[..<part.count])
        guard unsafe deliver(plain.bytes) else { break }
      }
      if let failure = part.failure { throw failure }
    }
    return unsafe Int(copenssl_engine_rest(raw))
  }

  private var hasMore: Bool { unsafe copenssl_engine_has_input(raw) == 1 }

  /// Plain bytes at the beginning of a buffer, and how the decryption goes on. With a failure they are good as well.
  private struct Part {
    var count = 0
    var canContinue = true
    var failure: TLSError?
  }

  /// Decrypts records as long as another one fits.
  private func decrypt(to scratch: UnsafeMutableRawBufferPointer) -> Part {
    var part = Part()
    repeat {
      var count = 0
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch[part.count...])
      do throws(TLSError) {
        let step = unsafe copenssl_engine_read(raw, room.baseAddress, room.count, &count)
        part.canContinue = try proceed(step)
      } catch {
        part.failure = error
        part.canContinue = false
      }
      part.count += count
    } while part.canContinue && hasMore && scratch.count - part.count >= Self.recordSize
    return part
  }

  /// Sets whether the engine keeps its buffers while it has nothing to do.
  func setWarm(_ warm: Bool) {
    guard isWarm != warm else { return }
    isWarm = warm
    unsafe copenssl_engine_keep_buffers(raw, warm ? 1 : 0)
  }

  /// Encrypts bytes. Has no effect unless the handshake is done.
  public func send(_ bytes: UnsafeRawBufferPointer) throws(TLSError) {
    guard canSend else { return }
    guard unsafe Int(copenssl_engine_write(raw, bytes.baseAddress, bytes.count)) == COPENSSL_DONE
    else {
      throw fail()
    }
  }

  /// Makes room for the encryption of `count` bytes.
  func reserve(_ count: Int) {
    let records = count / Self.recordSize + 2
    unsafe copenssl_engine_reserve(raw, count + records * 32)
  }

  /// Says that nothing more will be sent.
  public func finish() {
    guard canSend else { return }
    unsafe copenssl_engine_finish(raw)
  }

  /// Whether plain bytes can be encrypted now.
  public var canSend: Bool { state == .open || state == .finished }

  /// The number of encrypted bytes that wait to be sent.
  public var outputCount: Int {
    var start: UnsafePointer<UInt8>?
    return unsafe copenssl_engine_output(raw, &start)
  }

  /// Calls `body` with the encrypted bytes that wait to be sent.
  func withOutput<Value, Failure>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    var start: UnsafePointer<UInt8>?
    let count = unsafe copenssl_engine_output(raw, &start)
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Drops bytes from the front of the output, because they are sent.
  func sent(_ count: Int) {
    unsafe copenssl_engine_sent(raw, max(0, count))
  }

  /// Removes and returns the encrypted bytes that wait to be sent.
  public func takeOutput() -> [UInt8] {
    let bytes = unsafe withOutput { unsafe Array($0) }
    sent(bytes.count)
    return bytes
  }
}

// MARK: Steps

extension TLSEngine {
  /// A TLS connection begins with a handshake record, or with an alert.
  private func checkFirst(_ byte: UInt8) throws(TLSError) {
    guard byte != 0x16, byte != 0x15 else { return }
    state = .failed
    throw .notTLS(firstByte: byte)
  }

  private func shakeHands() throws(TLSError) {
    guard state == .handshaking else { return }
    if try proceed(unsafe copenssl_engine_handshake(raw)) { state = .open }
  }

  /// Returns whether a step was done; `false`: it needs input, or the other end has finished.
  private func proceed(_ step: Int32) throws(TLSError) -> Bool {
    switch Int(step) {
    case COPENSSL_DONE: return true
    case COPENSSL_WANTS_INPUT: return false
    case COPENSSL_FINISHED:
      state = .finished
      return false
    default: throw fail()
    }
  }

  private func fail() -> TLSError {
    state = .failed
    var failure = copenssl_failure()
    unsafe copenssl_engine_failure(raw, &failure)
    if failure.alert >= 0 { return .alert(string(failure.text)) }
    guard failure.certificate != 0, let trust else {
      return .broken(string(failure.text))
    }
    let found = unsafe withUnsafeBytes(of: failure.found) {
      unsafe KeyFingerprint(bytes: Array($0))
    }
    if case .key(let known) = trust, let found { return .wrongKey(known: known, found: found) }
    return .certificate(
      CertificateProblem(
        code: failure.certificate, detail: string(failure.detail), trust: trust))
  }

  /// The text in a C array.
  func string<Characters>(_ characters: Characters) -> String {
    unsafe withUnsafeBytes(of: characters) { unsafe printable($0.prefix { $0 != 0 }) }
  }
}

/// Returns text of a peer's certificate without anything that is not printable ASCII.
func printable(_ bytes: some Sequence<UInt8>) -> String {
  String(
    decoding: bytes.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
}
