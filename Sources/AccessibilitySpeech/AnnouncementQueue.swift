package import AccessibilityTree

/// Decides what of the announcements is heard (N3), as a screen reader would:
///
/// - **high** interrupts what is being said and cannot be interrupted; while another high one is
///   being said it waits its turn;
/// - **default** interrupts too, unless a high one is being said, and any later high or default one
///   interrupts it: a default one that waits is dropped for a later one before a word is heard;
/// - **low** waits until the others are done; any newer announcement that comes while it waits drops
///   it, and one that interrupts ends it.
///
/// A value with no clock: whoever has one calls `advance` at `nextTime`. How long speech takes is
/// estimated by a `SpeechRate`.
package struct AnnouncementQueue: Sendable {
  private struct Utterance {
    let number: UInt64
    let text: String
    let priority: AnnouncementPriority
    let element: ElementID?
  }

  private let rate: SpeechRate
  private let limit: Int
  private var last: UInt64 = 0
  private var speaking: (utterance: Utterance, end: UInt64)?
  private var high: [Utterance] = []
  private var `default`: Utterance?
  private var low: Utterance?

  /// - Parameter limit: how many high announcements wait at the most before the one that waits
  ///   longest is dropped; at least 1. Of the others one of a kind can wait.
  package init(rate: SpeechRate = .standard, limit: Int = 32) {
    self.rate = rate
    self.limit = max(1, limit)
  }

  /// Whether nothing is being said, and so nothing waits.
  package var isEmpty: Bool { speaking == nil }

  /// When the utterance at hand ends, on the clock of the calls; `nil` when the queue is empty.
  package var nextTime: UInt64? { speaking?.end }

  /// Takes an announcement. Returns what is decided up to now, in order.
  ///
  /// - Parameter time: nanoseconds of a clock that does not run backwards.
  package mutating func enqueue(
    _ text: String, _ priority: AnnouncementPriority, element: ElementID? = nil, at time: UInt64
  ) -> [SpeechEvent] {
    var events = advance(to: time)
    last += 1
    let new = Utterance(number: last, text: text, priority: priority, element: element)
    // Newer speech came.
    Self.drop(&low, &events)
    if priority > .low { Self.drop(&self.default, &events) }
    guard let (current, _) = speaking else {
      begin(new, at: time, &events)
      return events
    }
    switch priority {
    case .low: low = new
    case .high where current.priority == .high:
      high.append(new)
      if high.count > limit { events.append(Self.event(high.removeFirst(), .dropped)) }
    case .default where current.priority == .high:
      self.default = new
    case .default, .high:
      events.append(Self.event(current, .interrupted))
      begin(new, at: time, &events)
    }
    return events
  }

  /// Returns what time alone decides up to `time`: what ended, and what began after it, in order.
  package mutating func advance(to time: UInt64) -> [SpeechEvent] {
    var events: [SpeechEvent] = []
    while let (current, end) = speaking, end <= time {
      events.append(Self.event(current, .finished))
      speaking = nil
      if let next = takeNext() { begin(next, at: end, &events) }
    }
    return events
  }

  private mutating func takeNext() -> Utterance? {
    if !high.isEmpty { return high.removeFirst() }
    if let next = self.default {
      self.default = nil
      return next
    }
    defer { low = nil }
    return low
  }

  private mutating func begin(
    _ utterance: Utterance, at time: UInt64, _ events: inout [SpeechEvent]
  ) {
    let (end, overflow) = time.addingReportingOverflow(rate.duration(of: utterance.text))
    speaking = (utterance, overflow ? .max : end)
    events.append(Self.event(utterance, .spoken))
  }

  private static func drop(_ waiting: inout Utterance?, _ events: inout [SpeechEvent]) {
    guard let dropped = waiting else { return }
    events.append(Self.event(dropped, .dropped))
    waiting = nil
  }

  private static func event(_ utterance: Utterance, _ decision: SpeechDecision) -> SpeechEvent {
    SpeechEvent(
      utterance: utterance.number, decision, text: utterance.text, priority: utterance.priority,
      element: utterance.element)
  }
}

extension AnnouncementPriority: Comparable {
  /// The less urgent is less.
  package static func < (left: AnnouncementPriority, right: AnnouncementPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
