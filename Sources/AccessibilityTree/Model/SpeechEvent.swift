/// The outcome of an announcement.
public enum SpeechDecision: UInt8, Hashable, Sendable, CaseIterable {
  /// Speaking began.
  case spoken = 1
  /// A later utterance interrupted it.
  case interrupted = 2
  /// It was never spoken, because newer speech arrived or too many announcements were waiting.
  case dropped = 3
  /// It was spoken completely.
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
  /// The number of the announcement, counted from 1 in order of arrival. All decisions about one
  /// announcement have the same number.
  public var utterance: UInt64
  public var decision: SpeechDecision
  public var text: String
  public var priority: AnnouncementPriority
  /// The element that the announcement comes from, if known.
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
