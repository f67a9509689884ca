public import BridgeTransport

extension EventLoop {
  /// Runs turns of the loop until `condition` holds. Returns `false` when it does not hold within `limit`.
  @discardableResult
  public func run(within limit: Duration = .seconds(30), until condition: () -> Bool) -> Bool {
    let deadline = MonotonicTime.now().advanced(by: limit)
    while !condition() {
      let left = deadline.since(.now())
      if left <= .zero { return false }
      runOnce(timeout: left)
    }
    return true
  }
}
