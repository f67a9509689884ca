internal import COpenSSL

extension CertificateProblem {
  /// Creates the problem of an X509_V_ERR code.
  ///
  /// - Parameter detail: The date, the names or the issuer.
  init(code: Int32, detail: String, trust: ServerTrust?) {
    switch code {
    case 10: self = .expired(detail)
    case 9: self = .notYetValid(detail)
    case 62, 64:
      guard case .name(let asked) = trust else { fallthrough }
      self = .wrongName(asked: asked, names: detail)
    // No issuer, self-signed, a chain that does not lead to a trusted CA.
    case 2, 18, 19, 20, 21, 27: self = .unknownAuthority(issuer: detail)
    default: self = .other(unsafe String(cString: copenssl_certificate_error(code)))
    }
  }
}
