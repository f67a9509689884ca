public import BridgeTransport

extension EventLoop {
  /// Takes turns until `condition` holds; `false` when it does not within `limit`.
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
