internal import BridgeTransport

/// How the two ends prove to each other that they know an invitation's secret, without sending it.
///
/// A proof is an HMAC with the secret over bytes that only the two ends of one TLS connection can compute. It is of no
/// use on any other connection.
public enum PairingProof {
  /// The label of the exported bytes (RFC 8446, 7.5).
  public static let label = "EXPORTER-a11y-bridge-pairing"

  public enum Side: String, Sendable {
    case client
    case server
  }

  /// - Parameter exported: The connection's exported bytes.
  public static func make(_ side: Side, secret: [UInt8], exported: [UInt8]) -> [UInt8] {
    Digest.hmac(key: secret, Array("a11y-bridge pairing 1 \(side.rawValue) ".utf8) + exported)
  }
}
