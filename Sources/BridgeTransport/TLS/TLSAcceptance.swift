/// Whether and how the connections of a listener speak TLS.
///
/// Confined to the listener's loop.
public final class TLSAcceptance {
  /// For the connections that begin from now on. Those that are open go on with what they have.
  public var context: TLSContext
  /// Whether plain connections are refused. Otherwise the first byte decides: TLS begins with 0x16.
  public let isRequired: Bool
  /// Returns what a plain client is sent that is refused, by the first bytes that it has sent; `nil`: these are too few
  /// to say.
  public let answerToPlain: (_ first: [UInt8]) -> [UInt8]?

  public init(
    _ context: TLSContext, isRequired: Bool,
    answerToPlain: @escaping (_ first: [UInt8]) -> [UInt8]? = { _ in [] }
  ) {
    self.context = context
    self.isRequired = isRequired
    self.answerToPlain = answerToPlain
  }
}
