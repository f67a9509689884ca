internal import Glibc

/// The peer that is there and takes nothing.
///
/// TCP drops such a peer by itself (`TCP_USER_TIMEOUT`, the same time), a unix socket never does. Our
/// own clock treats both alike.
extension Connection {
  /// Something was written, or could not be: begins, renews or ends the time that the peer has.
  func watchProgress(written: Int) {
    guard flags.contains(.blocked), !output.isEmpty else { return endStall() }
    if written > 0 || stall == nil { lastProgress = .now() }
    if stall == nil { checkStall(at: lastProgress.advanced(by: stallLimit)) }
  }

  func endStall() {
    stall?.cancel()
    stall = nil
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
