internal import COpenSSL
internal import SafeText

/// A private key and the certificates for it, in PEM.
public struct TLSIdentity: Sendable {
  /// The certificate, and those between it and its CA.
  public let certificates: [UInt8]
  public let key: [UInt8]

  public init(certificates: [UInt8], key: [UInt8]) {
    self.certificates = certificates
    self.key = key
  }

  /// A certificate and its key in one text.
  public init(pem: [UInt8]) {
    self.init(certificates: pem, key: pem)
  }

  /// Whether a text may have a private key, which must be secret; certificates are not.
  public static func mayHaveKey(_ pem: [UInt8]) -> Bool {
    String(decoding: pem, as: UTF8.self).contains("PRIVATE KEY")
  }

  /// Whether a text has a certificate.
  public static func hasCertificate(_ pem: [UInt8]) -> Bool {
    String(decoding: pem, as: UTF8.self).contains("BEGIN CERTIFICATE")
  }

  /// The name of the public key; `nil` when there is no certificate.
  public var fingerprint: KeyFingerprint? { KeyFingerprint(pem: certificates) }

  /// Why the certificate is not valid now; `nil`: it is, or there is none.
  public var datesProblem: CertificateProblem? {
    var detail = [CChar](repeating: 0, count: 64)
    let code = unsafe copenssl_pem_validity(
      certificates, certificates.count, &detail, detail.count)
    return code > 0 ? CertificateProblem(code: code, detail: text(detail), trust: nil) : nil
  }

  /// Makes a P-256 key, and a certificate for it that it signs itself and that is valid for twenty years.
  ///
  /// - Parameter name: The name of the machine. Characters that names of machines do not have are left out.
  /// - Returns: PEM text with both.
  public static func make(named name: String) throws(TLSError) -> [UInt8] {
    let safe = String(
      decoding: name.utf8.filter {
        (0x30...0x39).contains($0) || (0x41...0x5a).contains($0) || (0x61...0x7a).contains($0)
          || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
      }.prefix(63), as: UTF8.self)
    let host = safe.isEmpty ? "localhost" : safe
    var names = ["DNS:\(host)", "IP:127.0.0.1", "IP:::1"]
    if host != "localhost" { names.insert("DNS:localhost", at: 1) }
    var buffer = unsafe copenssl_buffer()
    defer { unsafe copenssl_buffer_free(&buffer) }
    guard unsafe copenssl_make_identity(host, names.joined(separator: ","), &buffer) == 0 else {
      throw .unusable("cannot make a key")
    }
    defer { unsafe copenssl_erase(buffer.bytes, buffer.count) }
    return unsafe Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }
}

/// What the TLS connections of one side have in common: its identity, whom it trusts, its protocols.
///
/// May be used by any thread; the connections made with it belong to one loop each.
@safe public final class TLSContext: @unchecked Sendable {
  public enum Side: Sendable {
    case client
    case server
  }

  /// The ALPN name of the bridge's own protocol.
  public static let bridgeProtocol = "a11y-bridge/1"
  /// The ALPN name of HTTP/2.
  public static let http2Protocol = "h2"

  let side: Side
  let raw: OpaquePointer

  /// - Parameters:
  ///   - identity: A server must have one.
  ///   - authorities: The CAs that the other end's certificate may come from, in PEM.
  ///   - protocols: ALPN names, the preferred one first; each has 1 to 255 bytes.
  public init(
    _ side: Side, identity: TLSIdentity? = nil, authorities: [UInt8]? = nil,
    protocols: [String] = [TLSContext.bridgeProtocol]
  ) throws(TLSError) {
    self.side = side
    var names: [UInt8] = []
    for name in protocols {
      names.append(UInt8(truncatingIfNeeded: name.utf8.count))
      names += Array(name.utf8)
    }
    guard let raw = unsafe copenssl_context_new(side == .server ? 1 : 0, names, names.count) else {
      throw .unusable("OpenSSL cannot be set up for TLS 1.3")
    }
    unsafe self.raw = raw
    if let identity {
      try unsafe load("certificate", identity.certificates, copenssl_context_certificate)
      try unsafe load("key", identity.key, copenssl_context_key)
    }
    if let authorities {
      try unsafe load("file of CAs", authorities, copenssl_context_trust)
    }
  }

  deinit { unsafe copenssl_context_free(raw) }

  private typealias Load =
    @convention(c) (
      OpaquePointer?, UnsafeRawPointer?, Int, UnsafeMutablePointer<CChar>?, Int
    ) -> Int32

  private func load(_ what: String, _ pem: [UInt8], _ body: Load) throws(TLSError) {
    var reason = [CChar](repeating: 0, count: 320)
    let result = unsafe pem.withUnsafeBytes {
      unsafe body(raw, $0.baseAddress, $0.count, &reason, reason.count)
    }
    guard result != 0 else { return }
    throw .unusable("the \(what) cannot be used: \(text(reason))")
  }
}

/// The text in a buffer up to its NUL.
func text(_ buffer: [CChar]) -> String {
  String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
