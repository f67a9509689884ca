/// Why a TLS connection could not be made, or ended.
public enum TLSError: Error, Equatable, Sendable {
  /// The server has another key than the one that is known.
  case wrongKey(known: KeyFingerprint, found: KeyFingerprint)
  /// The other end's certificate is not accepted.
  case certificate(CertificateProblem)
  /// The other end ended the connection with an alert; its name.
  case alert(String)
  /// The first byte that the other end sent does not begin a TLS record.
  case notTLS(firstByte: UInt8)
  /// The bytes break the protocol; OpenSSL's text.
  case broken(String)
  /// A certificate, key or setting of our own cannot be used.
  case unusable(String)

  /// One line: what is wrong.
  public var message: String {
    switch self {
    case .wrongKey(let known, let found):
      "the server's key has changed: it is \(found), and the known one is \(known)"
    case .certificate(let problem): problem.message
    case .alert(let name): "the other end refused the TLS connection: \(name)"
    case .notTLS: "the other end does not speak TLS"
    case .broken(let text): "TLS failed: \(text)"
    case .unusable(let text): text
    }
  }
}

extension TLSError: CustomStringConvertible {
  public var description: String { message }
}

/// What is wrong with a certificate.
public enum CertificateProblem: Hashable, Sendable {
  /// The certificate, or one above it, was valid until then.
  case expired(String)
  /// The certificate, or one above it, is valid from then on.
  case notYetValid(String)
  /// The certificate is for these names.
  case wrongName(asked: String, names: String)
  /// No trusted CA has signed it; the issuer.
  case unknownAuthority(issuer: String)
  /// OpenSSL's text.
  case other(String)

  /// One line: what is wrong.
  public var message: String {
    switch self {
    case .expired(let date): "the certificate has expired: it was valid until \(date)"
    case .notYetValid(let date): "the certificate is not valid yet: it is from \(date) on"
    case .wrongName(let asked, let names):
      "the certificate is for another name: \(names), not \(asked)"
    case .unknownAuthority(let issuer):
      "the certificate is signed by an authority that is not trusted here: \(issuer)"
    case .other(let text): "the certificate is not accepted: \(text)"
    }
  }
}
