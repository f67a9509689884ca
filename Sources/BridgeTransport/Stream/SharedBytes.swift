/// Bytes that are made once and sent on several connections, without a copy for each.
///
/// Confined to one loop's thread.
public final class SharedBytes {
  public let bytes: [UInt8]
  /// How many times the bytes wait in a queue of a connection.
  public internal(set) var waiting = 0
  /// Lives as long as the bytes: an entry in an account of memory, for instance.
  private let companion: AnyObject?

  public init(_ bytes: [UInt8], companion: AnyObject? = nil) {
    self.bytes = bytes
    self.companion = companion
  }
}
