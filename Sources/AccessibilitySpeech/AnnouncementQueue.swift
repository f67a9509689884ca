package import AccessibilityTree

/// Decides which announcements are spoken (N3), as a screen reader would:
///
/// - **high** interrupts current speech and cannot be interrupted; while another high announcement is
///   spoken, it waits in order of arrival;
/// - **default** interrupts too, except during a high announcement, and any later high or default one
///   interrupts it: a waiting default announcement is dropped when a later high or default one arrives;
/// - **low** waits until other speech has ended; any newer announcement that arrives while it waits drops
///   it, and an interrupting one ends it.
///
/// `silence` ends all of them, as a screen reader stops when a person presses a key.
///
/// A value type without a clock: its owner calls `advance` at `nextTime`. A `SpeechRate`
/// estimates how long speech takes.
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

  /// - Parameter limit: The maximum number of waiting high announcements, at least 1; when exceeded, the
  ///   oldest is dropped. Of the other priorities at most one each can wait.
  package init(rate: SpeechRate = .standard, limit: Int = 32) {
    self.rate = rate
    self.limit = max(1, limit)
  }

  /// Whether nothing is being spoken, and so nothing is waiting.
  package var isEmpty: Bool { speaking == nil }

  /// The end of the current utterance, in nanoseconds of the caller's clock; `nil` when the queue is empty.
  package var nextTime: UInt64? { speaking?.end }

  /// Adds an announcement. Returns all decisions up to `time`, in order.
  ///
  /// - Parameter time: The current nanoseconds of a monotonic clock.
  package mutating func enqueue(
    _ text: String, _ priority: AnnouncementPriority, element: ElementID? = nil, at time: UInt64
  ) -> [SpeechEvent] {
    var events = advance(to: time)
    last += 1
    let new = Utterance(number: last, text: text, priority: priority, element: element)
    // Newer speech drops waiting announcements.
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

  /// Returns the decisions due by `time`, in order: which utterances ended, and which began after them.
  package mutating func advance(to time: UInt64) -> [SpeechEvent] {
    var events: [SpeechEvent] = []
    while let (current, end) = speaking, end <= time {
      events.append(Self.event(current, .finished))
      speaking = nil
      if let next = takeNext() { begin(next, at: end, &events) }
    }
    return events
  }

  /// Ends the current utterance, whatever its priority, and drops those that wait. Returns all decisions up to
  /// `time`, in order.
  package mutating func silence(at time: UInt64) -> [SpeechEvent] {
    var events = advance(to: time)
    guard let (current, _) = speaking else { return events }
    speaking = nil
    events.append(Self.event(current, .interrupted))
    while let next = takeNext() { events.append(Self.event(next, .dropped)) }
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
  /// Orders priorities by urgency, the least urgent first.
  package static func < (left: AnnouncementPriority, right: AnnouncementPriority) -> Bool {
    left.rawValue < right.rawValue
  }
}
