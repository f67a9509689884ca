/// What became of something that was to be said.
public enum SpeechDecision: UInt8, Hashable, Sendable, CaseIterable {
  /// It began to be spoken.
  case spoken = 1
  /// A later utterance cut it short.
  case interrupted = 2
  /// It was never spoken: newer speech came, or too much waited.
  case dropped = 3
  /// It was spoken to its end.
  case finished = 4

  /// The name in JSON and in text.
  public var name: String {
    switch self {
    case .spoken: "spoken"
    case .interrupted: "interrupted"
    case .dropped: "dropped"
    case .finished: "finished"
    }
  }
}

/// A decision of an `AnnouncementQueue` about one announcement.
public struct SpeechEvent: Hashable, Sendable {
  /// Which announcement, counted from 1 in the order that they came: the decisions about one have
  /// the same number.
  public var utterance: UInt64
  public var decision: SpeechDecision
  public var text: String
  public var priority: AnnouncementPriority
  /// Where it comes from, when that is known.
  public var element: ElementID?

  public init(
    utterance: UInt64, _ decision: SpeechDecision, text: String, priority: AnnouncementPriority,
    element: ElementID? = nil
  ) {
    self.utterance = utterance
    self.decision = decision
    self.text = text
    self.priority = priority
    self.element = element
  }
}
