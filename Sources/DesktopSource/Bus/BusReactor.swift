/// What a bus connection asks of the event loop that carries it.
///
/// Everything happens on the loop's thread. Readiness is level-triggered.
protocol BusReactor: AnyObject {
  /// Calls `handler` whenever `descriptor` is ready for what was asked.
  func watchBus(
    descriptor: Int32, read: Bool, write: Bool, handler: @escaping () -> Void
  ) throws(BusError) -> any BusWatch

  /// Calls `handler` once, `nanoseconds` from now.
  func scheduleBus(
    afterNanoseconds nanoseconds: UInt64, handler: @escaping () -> Void
  ) -> any BusTimer

  /// Calls `body` once, before the loop waits again.
  func atEndOfTurn(_ body: @escaping () -> Void)
}

/// A descriptor being watched.
protocol BusWatch: AnyObject {
  func update(read: Bool, write: Bool)
  func cancel()
}

/// A timer that has been set.
protocol BusTimer: AnyObject {
  func cancel()
}
