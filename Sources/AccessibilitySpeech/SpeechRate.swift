internal import AccessibilityTree

/// How fast speech is: enough to estimate how long an utterance takes, which no screen reader says.
public struct SpeechRate: Hashable, Sendable {
  /// Unicode scalars a second, blanks included.
  public let charactersPerSecond: Double
  /// The breath before an utterance, in nanoseconds.
  public let pause: UInt64

  /// A rate that is no positive number counts as the standard one.
  public init(charactersPerSecond: Double, pause: UInt64) {
    let isRate = charactersPerSecond.isFinite && charactersPerSecond > 0
    self.charactersPerSecond = isRate ? charactersPerSecond : 15
    self.pause = pause
  }

  /// About 180 words of English a minute, with 0.2 s before each utterance.
  public static let standard = SpeechRate(charactersPerSecond: 15, pause: 200_000_000)

  /// The longest that any utterance is taken to last, in nanoseconds: what cannot be interrupted
  /// must not silence the rest for good.
  public static let maxDuration: UInt64 = 60_000_000_000

  /// How long a text takes to be spoken, in nanoseconds; at most `maxDuration`.
  public func duration(of text: String) -> UInt64 {
    let spoken = Double(text.unicodeScalars.count) / charactersPerSecond * 1e9
    return min(UInt64(min(spoken, 6e10)) + min(pause, Self.maxDuration), Self.maxDuration)
  }
}
