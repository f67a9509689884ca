import AccessibilitySpeech
import AccessibilityTree
import Testing

/// The decisions of the queue, written as "1 spoken": number and decision.
struct AnnouncementQueueTests {
  /// Any text of ten letters takes one second.
  private static let rate = SpeechRate(charactersPerSecond: 10, pause: 0)
  private static let second: UInt64 = 1_000_000_000

  private var queue = AnnouncementQueue(rate: rate, limit: 2)

  private mutating func say(
    _ priority: AnnouncementPriority, _ time: Double, _ text: String = "ten letters"
  ) -> [String] {
    written(queue.enqueue(String(text.prefix(10)), priority, at: Self.nanoseconds(time)))
  }

  private mutating func until(_ time: Double) -> [String] {
    written(queue.advance(to: Self.nanoseconds(time)))
  }

  private static func nanoseconds(_ seconds: Double) -> UInt64 { UInt64(seconds * 1e9) }

  private func written(_ events: [SpeechEvent]) -> [String] {
    events.map { "\($0.utterance) \($0.decision.name)" }
  }

  @Test(arguments: [0, 0.1, 0.5])
  func `N3 P10 of the camera's announcements, Opening and Active are spoken, Loading is not`(
    pause: Double
  ) {
    var queue = AnnouncementQueue()
    let camera = ElementID(rawValue: 7)
    var events = queue.enqueue("Opening Camera", .default, element: camera, at: 0)
    events += queue.enqueue("Camera Loading", .low, element: camera, at: Self.nanoseconds(pause))
    events += queue.enqueue(
      "Camera Active", .high, element: camera, at: Self.nanoseconds(2 * pause))
    events += queue.advance(to: 60 * Self.second)
    #expect(
      events.filter { $0.decision == .spoken }.map(\.text) == ["Opening Camera", "Camera Active"])
    #expect(
      events.filter { $0.decision == .dropped }.map(\.text) == ["Camera Loading"])
    #expect(events.last?.decision == .finished)
    #expect(events.allSatisfy { $0.element == camera })
    #expect(queue.isEmpty)
  }

  @Test
  mutating func `silence ends what is spoken and what waits`() {
    #expect(written(queue.silence(at: 0)) == [])
    #expect(say(.high, 0) == ["1 spoken"])
    #expect(say(.high, 0.1) == [])
    #expect(say(.default, 0.2) == [])
    #expect(
      written(queue.silence(at: Self.nanoseconds(0.3))) == [
        "1 interrupted", "2 dropped", "3 dropped",
      ])
    #expect(queue.isEmpty)
    #expect(say(.low, 0.4) == ["4 spoken"])
    #expect(written(queue.silence(at: Self.nanoseconds(5))) == ["4 finished"])
  }

  @Test
  mutating func `N3 high interrupts, and nothing interrupts it`() {
    #expect(say(.default, 0) == ["1 spoken"])
    #expect(say(.high, 0.5) == ["1 interrupted", "2 spoken"])
    #expect(say(.default, 0.6) == [])
    #expect(say(.high, 0.7) == ["3 dropped"])
    #expect(say(.low, 0.8) == [])
    #expect(until(1.4) == [])
    #expect(until(1.5) == ["2 finished", "4 spoken"])
    #expect(until(9) == ["4 finished", "5 spoken", "5 finished"])
  }

  @Test
  mutating func `N3 default interrupts default and low, and waits for high`() {
    #expect(say(.low, 0) == ["1 spoken"])
    #expect(say(.default, 0.1) == ["1 interrupted", "2 spoken"])
    #expect(say(.default, 0.2) == ["2 interrupted", "3 spoken"])
    #expect(say(.high, 0.3) == ["3 interrupted", "4 spoken"])
    #expect(say(.default, 0.4) == [])
    #expect(say(.default, 0.5) == ["5 dropped"])
    #expect(until(2) == ["4 finished", "6 spoken"])
  }

  @Test
  mutating func `N3 low waits until other speech has ended, and is dropped for newer speech`() {
    #expect(say(.low, 0) == ["1 spoken"])
    #expect(say(.low, 0.5) == [])
    #expect(until(1) == ["1 finished", "2 spoken"])
    #expect(say(.low, 1.2) == [])
    #expect(say(.low, 1.3) == ["3 dropped"])
    #expect(say(.default, 1.4) == ["4 dropped", "2 interrupted", "5 spoken"])
  }

  @Test
  mutating func `When the queue is read late, its decisions have the times when they were due`() {
    #expect(say(.high, 0) == ["1 spoken"])
    #expect(say(.high, 0) == [])
    #expect(queue.nextTime == Self.second)
    // The second began at 1 s and ended at 2 s, regardless of when the queue was read.
    #expect(say(.default, 2.5) == ["1 finished", "2 spoken", "2 finished", "3 spoken"])
    #expect(queue.nextTime == Self.nanoseconds(3.5))
    #expect(until(3.5) == ["3 finished"])
    #expect(queue.nextTime == nil)
  }

  @Test
  mutating func `The number of waiting announcements is limited, and dropped ones are reported`() {
    #expect(say(.high, 0) == ["1 spoken"])
    #expect(say(.high, 0) == [])
    #expect(say(.high, 0) == [])
    #expect(say(.high, 0) == ["2 dropped"])
    #expect(until(10) == ["1 finished", "3 spoken", "3 finished", "4 spoken", "4 finished"])
  }

  @Test(arguments: 0..<20)
  func `N3 every announcement is either dropped, or spoken and then ended, exactly once`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var queue = AnnouncementQueue(rate: Self.rate, limit: 3)
    var time: UInt64 = 0
    var events: [SpeechEvent] = []
    for _ in 0..<300 {
      time += UInt64.random(in: 0...Self.second, using: &random)
      let priority = AnnouncementPriority.allCases.randomElement(using: &random) ?? .low
      events += queue.enqueue("ten letters", priority, at: time)
      if Int.random(in: 0..<4, using: &random) == 0 {
        time += Self.second
        events += queue.advance(to: time)
      }
    }
    events += queue.advance(to: .max)
    #expect(queue.isEmpty)
    var decisions: [UInt64: [SpeechDecision]] = [:]
    for event in events {
      decisions[event.utterance, default: []].append(event.decision)
      if event.decision == .interrupted { #expect(event.priority < .high) }
    }
    #expect(decisions.count == 300)
    for decisions in decisions.values {
      #expect([[.dropped], [.spoken, .finished], [.spoken, .interrupted]].contains(decisions))
    }
  }

  @Test(
    arguments: [
      ("", 200_000_000), ("15 characters..", 1_200_000_000),
      (String(repeating: "x", count: 1_000_000), 60_000_000_000),
    ] as [(String, UInt64)])
  func `The duration of an utterance is estimated by its length, and is limited`(
    text: String, time: UInt64
  ) {
    #expect(SpeechRate.standard.duration(of: text) == time)
  }

  @Test(arguments: [0, -1, .nan, .infinity])
  func `An invalid speech rate is replaced by the standard one`(rate: Double) {
    #expect(
      SpeechRate(charactersPerSecond: rate, pause: .max).duration(of: "x") == SpeechRate.maxDuration
    )
    #expect(
      SpeechRate(charactersPerSecond: rate, pause: 0).duration(of: "15 characters..") == Self.second
    )
  }
}
