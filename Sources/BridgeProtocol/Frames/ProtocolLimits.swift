/// The constants of the protocol; see docs/wire-protocol.md.
public enum ProtocolLimits {
  /// The newest and the oldest version that this code supports.
  public static let version: UInt32 = 1
  public static let oldestVersion: UInt32 = 1
  /// The length of a frame's prefix, which holds flags and length, in bytes.
  public static let prefixLength = 5
  /// The maximum frame length of a side whose `Hello` names none, in bytes after the prefix.
  public static let defaultFrameLength = 4_194_304
  /// The names of the limits that a session enforces.
  static let frameName = "frame-bytes"
  static let callsName = "calls-per-connection"
  /// The range of the maximum frame length in a `Hello`.
  public static let frameLengths = 1_024...67_108_864
  /// The maximum length of a frame before the peer's `Hello`, in bytes after the prefix.
  public static let helloFrameLength = 65_536
  /// The maximum length of a ping's payload, in bytes.
  public static let pingPayload = 64
  /// The initial credit of a call that names none.
  public static let defaultCredit: UInt32 = 64
}
