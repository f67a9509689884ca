internal import Glibc

/// Detects a peer that is connected but takes nothing.
///
/// TCP drops such a peer by itself (`TCP_USER_TIMEOUT`, the same time); a unix socket never does. A timer
/// of our own treats both alike.
extension Connection {
  /// Begins, renews or ends the peer's time limit, after bytes were written or could not be.
  func watchProgress(written: Int) {
    guard flags.contains(.blocked), hasUnsent else { return endStall() }
    if written > 0 || stall == nil { lastProgress = .now() }
    if stall == nil { checkStall(at: lastProgress.advanced(by: stallLimit)) }
  }

  func endStall() {
    guard let stall else { return }
    stall.cancel()
    self.stall = nil
  }

  private func checkStall(at deadline: MonotonicTime) {
    stall = core.timers.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      let end = lastProgress.advanced(by: stallLimit)
      guard MonotonicTime.now() >= end else { return checkStall(at: end) }
      stall = nil
      finish(.error(SystemError(errno: ETIMEDOUT, call: "send")))
    }
  }
}
