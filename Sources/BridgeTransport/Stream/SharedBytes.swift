/// Bytes that are made once and sent on several connections, without a copy for each.
///
/// Confined to one loop's thread.
public final class SharedBytes {
  public let bytes: [UInt8]
  /// The number of times that the bytes wait in the queues of connections.
  public internal(set) var waiting = 0
  /// An object that lives as long as the bytes: an entry in an account of memory, for instance.
  private let companion: AnyObject?

  public init(_ bytes: [UInt8], companion: AnyObject? = nil) {
    self.bytes = bytes
    self.companion = companion
  }
}
