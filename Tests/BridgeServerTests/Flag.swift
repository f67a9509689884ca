import Glibc
import Synchronization

/// What one thread waits for and another one raises.
final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }

  /// Waits, for ten seconds at most. Returns whether it was raised.
  @discardableResult
  func wait() -> Bool {
    for _ in 0..<10_000 where !isRaised { usleep(1_000) }
    return isRaised
  }
}
