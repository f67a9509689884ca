/// Numbers of the protocol itself; docs/wire-protocol.md.
public enum ProtocolLimits {
  /// The version that this code speaks, newest and oldest.
  public static let version: UInt32 = 1
  public static let oldestVersion: UInt32 = 1
  /// Flags and length in front of each frame, in bytes.
  public static let prefixLength = 5
  /// What a `Hello` that names no length means, in bytes after the prefix.
  public static let defaultFrameLength = 4_194_304
  /// What a `Hello` may name.
  public static let frameLengths = 1_024...67_108_864
  /// The longest frame before the peer's `Hello`, in bytes after the prefix.
  public static let helloFrameLength = 65_536
  /// The longest payload of a ping, in bytes.
  public static let pingPayload = 64
  /// The credit of a call that names none.
  public static let defaultCredit: UInt32 = 64
}
