internal import BridgeProtocol

/// A call as HTTP/2 carries it: what has arrived of its request, and what is left of its answer.
final class HTTP2Stream {
  let id: Int32
  let method: String
  /// 0: no limit.
  let timeoutMs: UInt32
  var authorization: String?
  /// What came with the request, where it is kept.
  let metadata: Metadata
  /// By whose right the call was begun.
  var owner: AnyObject?
  /// What the answer begins and ends with.
  var initialMetadata = Metadata()
  var trailingMetadata = Metadata()
  var input: MessageReader
  /// Whole messages that are not reported yet.
  var messages: [[UInt8]] = []
  /// Whether the call was reported.
  var isReported = false
  var isHalfClosed = false
  var output = MessageQueue()
  /// Whether the answer was begun.
  var hasBegun = false
  /// How the call ended; its trailers follow what is left of the output.
  var end: CallTrailers?
  /// Whether nothing is sent until it is resumed.
  var isDeferred = false
  /// Whether the server was told that nothing can be sent now.
  var isStarved = false

  init(
    _ id: Int32, method: String, timeoutMs: UInt32, authorization: String?, metadata: Metadata,
    maxMessage: Int, isEncoded: Bool
  ) {
    self.id = id
    self.method = method
    self.timeoutMs = timeoutMs
    self.authorization = authorization
    self.metadata = metadata
    input = MessageReader(maxLength: maxMessage, isEncoded: isEncoded)
  }

  var call: CallID { CallID(rawValue: UInt64(clamping: id)) }
}
