internal import BridgeProtocol

/// How many calls of a connection are kept that cost something for as long as they last.
struct KeptCalls {
  private var counts: [Method: Int] = [:]

  mutating func add(_ method: Method) { counts[method, default: 0] += 1 }
  mutating func remove(_ method: Method) { counts[method, default: 1] -= 1 }

  /// Why one more is not taken; `nil` when it is.
  func refusal(of call: Call, _ configuration: ServerConfiguration) -> Status? {
    let (most, what) =
      switch call.method {
      case .subscribe: (configuration.maxSubscriptions, "subscriptions")
      case .waitFor: (configuration.maxWaiters, "calls of WaitFor")
      case .perform: (configuration.maxActions, "calls of Perform")
      default: (Int.max, "")
      }
    // A call that waited for its request counts itself.
    guard counts[call.method, default: 0] - (call.isKept ? 1 : 0) >= most else { return nil }
    return Status(
      .limit, "\(most) \(what) are under way, which is all that a connection may have",
      remedy: call.method == .subscribe
        ? "End one of them, or subscribe to more at once." : "Wait for one of them to end.",
      limit: UInt64(most))
  }
}

/// What a connection has to do, in slices.
final class ConnectionWork: SlicedWork {
  /// Returns whether something is left.
  var body: ((Slice) -> Bool)?

  override func proceed(_ slice: Slice) -> Bool { body?(slice) ?? false }
}
