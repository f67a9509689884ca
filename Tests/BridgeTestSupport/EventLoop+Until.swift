public import BridgeTransport

extension EventLoop {
  /// Runs turns of the loop until `condition` holds. Returns `false` when it does not hold within `limit`.
  @discardableResult
  public func run(within limit: Duration = .patience, until condition: () -> Bool) -> Bool {
    let deadline = MonotonicTime.now().advanced(by: limit)
    while !condition() {
      let left = deadline.since(.now())
      if left <= .zero { return false }
      runOnce(timeout: left)
    }
    return true
  }
  /// Runs turns until a value has not changed for a time. Returns `false` when it still changes after `limit`.
  ///
  /// A turn counts as a tenth of a second at most: a process that stood still has not seen that nothing changes.
  public func settle<Value: Equatable>(
    for time: Duration, within limit: Duration = .patience, _ value: () -> Value
  ) -> Bool {
    let longest = Duration.milliseconds(100)
    let deadline = MonotonicTime.now().advanced(by: limit)
    var (last, unchanged) = (value(), Duration.zero)
    while unchanged < time {
      let began = MonotonicTime.now()
      if began >= deadline { return false }
      runOnce(timeout: min(longest, time - unchanged))
      let current = value()
      unchanged += min(MonotonicTime.now().since(began), longest)
      if current != last { (last, unchanged) = (current, .zero) }
    }
    return true
  }
}
