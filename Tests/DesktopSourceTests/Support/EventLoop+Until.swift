import BridgeTransport

extension EventLoop {
  /// Takes turns until `condition` holds; `false` when it does not within `time`.
  func run(for time: Duration = .seconds(10), until condition: () -> Bool) -> Bool {
    let deadline = MonotonicTime.now().advanced(by: time)
    while !condition() {
      let left = deadline.since(.now())
      if left <= .zero { return false }
      runOnce(timeout: left)
    }
    return true
  }
}
