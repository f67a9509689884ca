public import BridgeTransport

extension PairingTerms {
  /// The pairing with the client that has a key.
  public func pairing(with key: KeyFingerprint, created now: WallTime) -> Grant {
    Grant(
      name, .key(key), scope: scope, applications: applications, created: now, expires: expires)
  }
}
