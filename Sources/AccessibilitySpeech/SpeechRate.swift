internal import AccessibilityTree

/// The speed of speech, to estimate the duration of utterances, which screen readers do not report.
public struct SpeechRate: Hashable, Sendable {
  /// Unicode scalars per second, including spaces.
  public let charactersPerSecond: Double
  /// The pause before an utterance, in nanoseconds.
  public let pause: UInt64

  /// Creates a rate. A `charactersPerSecond` that is not positive and finite is replaced by the standard one.
  public init(charactersPerSecond: Double, pause: UInt64) {
    let isRate = charactersPerSecond.isFinite && charactersPerSecond > 0
    self.charactersPerSecond = isRate ? charactersPerSecond : 15
    self.pause = pause
  }

  /// About 180 English words per minute, with a pause of 0.2 s before each utterance.
  public static let standard = SpeechRate(charactersPerSecond: 15, pause: 200_000_000)

  /// The maximum duration of any utterance, in nanoseconds, so that an uninterruptible one
  /// cannot block others forever.
  public static let maxDuration: UInt64 = 60_000_000_000

  /// Returns the time to speak a text, in nanoseconds; at most `maxDuration`.
  public func duration(of text: String) -> UInt64 {
    let spoken = Double(text.unicodeScalars.count) / charactersPerSecond * 1e9
    return min(UInt64(min(spoken, 6e10)) + min(pause, Self.maxDuration), Self.maxDuration)
  }
}
