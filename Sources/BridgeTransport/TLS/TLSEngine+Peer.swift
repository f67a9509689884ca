internal import COpenSSL

extension TLSEngine {
  /// The key of the other end's certificate, which the handshake proved that it has; `nil` before the end of the
  /// handshake, and when the other end has sent no certificate.
  public var peerKey: KeyFingerprint? {
    guard state != .handshaking, state != .failed else { return nil }
    var found = [UInt8](repeating: 0, count: Digest.length)
    guard unsafe copenssl_engine_peer(raw, &found) == 0 else { return nil }
    return KeyFingerprint(bytes: found)
  }

  /// The key of this end's own certificate; `nil` when it has none.
  public var ownKey: KeyFingerprint? {
    var found = [UInt8](repeating: 0, count: Digest.length)
    guard unsafe copenssl_engine_own(raw, &found) == 0 else { return nil }
    return KeyFingerprint(bytes: found)
  }

  /// The outcome of verifying the other end's certificate by the CAs of the context.
  public enum Chain: Hashable, Sendable {
    /// There are no CAs, or no certificate.
    case unknown
    /// The name in the certificate.
    case valid(name: String)
    case invalid(CertificateProblem)
  }

  /// For a server: whether the client's certificate is one of its CAs.
  public var peerChain: Chain {
    guard state != .handshaking, state != .failed else { return .unknown }
    let code = unsafe copenssl_engine_chain(raw)
    if code < 0 { return .unknown }
    guard code == 0 else {
      var failure = copenssl_failure()
      unsafe copenssl_engine_failure(raw, &failure)
      return .invalid(
        CertificateProblem(code: code, detail: string(failure.detail), trust: nil))
    }
    var name = [CChar](repeating: 0, count: 128)
    let count = unsafe copenssl_engine_peer_name(raw, &name, name.count)
    return .valid(name: printable(name.prefix(count).map(UInt8.init(bitPattern:))))
  }

  /// Whether the handshake resumed an earlier session.
  public var isResumed: Bool { unsafe copenssl_engine_is_resumed(raw) == 1 }

  /// The ALPN name that was agreed on; `nil`: none.
  public var negotiatedProtocol: String? {
    var name = [CChar](repeating: 0, count: 256)
    let count = unsafe copenssl_engine_protocol(raw, &name, name.count)
    return count > 0 ? text(name) : nil
  }

  /// Returns 32 bytes that only the two ends of this connection can compute (RFC 8446, 7.5); `nil` before the end
  /// of the handshake.
  public func exported(_ label: String) -> [UInt8]? {
    var out = [UInt8](repeating: 0, count: Digest.length)
    return unsafe copenssl_engine_export(raw, label, &out) == 0 ? out : nil
  }

  /// For a client: what resumes this session on another connection; it is as secret as a key. `nil`: the server
  /// has sent no ticket.
  public var session: [UInt8]? {
    var buffer = unsafe copenssl_buffer()
    defer { unsafe copenssl_buffer_free(&buffer) }
    guard unsafe copenssl_engine_session(raw, &buffer) == 0 else { return nil }
    return unsafe Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }
}
