internal import BridgeTransport

extension Settler {
  struct Times {
    var quiet: Duration
    var limit: Duration
    /// Whether an effect counts only after the longest wait, because when it was seen would tell something secret.
    var isFixed = false
    /// Whether a first effect is waited for as long as may be: it can be read back, or is known to take long.
    var awaitsEffect = false
    /// How much longer an effect that can be read back, and is not there, is waited for while the source still reads.
    var patience = Duration.zero
    /// How long an application that does not answer is waited for.
    var patienceWithSilence = Duration.zero
    /// When the settler ends at the latest, however long the application does not answer.
    var deadline: MonotonicTime?
    /// How long an effect that can be read back, or a choice, must stay before it counts: applications correct what they
    /// are given a moment later. 0: it counts at once.
    var hold = Duration.zero
    /// How long to wait for a first effect; longer where the caller is ready to wait.
    var firstEffectTimeout: Duration {
      awaitsEffect && !isFixed ? limit : max(.milliseconds(400), limit / 4)
    }
    /// When the settler ends at the latest where nothing changes.
    var longestWait: Duration { max(quiet, firstEffectTimeout) }
  }
}
