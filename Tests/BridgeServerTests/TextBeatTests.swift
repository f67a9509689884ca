import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeSecurity
import Testing

@testable import BridgeServer

/// A clock is told from effects also where actions follow each other at once.
struct TextBeatTests {
  private final class Clock {
    var now: UInt64 = 0
  }

  /// Lets a text count at some times while actions begin at others, all in milliseconds, and returns the times at which it is known to
  /// count by itself.
  private func learned(
    counts: [Int], actions: [Int], now: WallTime = WallTime(seconds: 0),
    text: (Int) -> String = { "Count \($0)" }
  ) throws -> [Int] {
    let clock = Clock()
    let store = TreeStore(epoch: 1) { clock.now }
    let (root, id) = (store.makeID(), store.makeID())
    try store.edit { edit in
      try edit.addApplication(
        Application(root: root, name: "App", source: "fake"),
        root: Element(id: root, role: .application, label: "App"))
      try edit.insert(Element(id: id, role: .text, label: text(0)), under: root)
    }
    var beats = TextBeats(store) { now }
    var known: [Int] = []
    let observation = store.observe { commit in
      if beats.note(commit).contains(where: { $0.id == id }) {
        known.append(Int(clock.now) / 1_000_000)
      }
    }
    let events =
      counts.map { (time: $0, isCount: true) } + actions.map { (time: $0, isCount: false) }
    var count = 0
    for event in events.sorted(by: { $0.time < $1.time }) {
      clock.now = UInt64(event.time) * 1_000_000
      guard event.isCount else {
        beats.noteStart(on: root)
        continue
      }
      count += 1
      try store.edit { try $0.update(id) { $0.label = text(count) } }
    }
    withExtendedLifetime(observation) {}
    return known
  }

  @Test func `A clock is known at its third tick, whatever is done meanwhile`() throws {
    let actions = [900, 1300, 1650, 2000, 2400, 2900, 3300, 3700]
    #expect(try learned(counts: [1010, 2000, 3015, 4000], actions: actions) == [3015, 4000])
    // It ticks between actions, too, and some ticks are missed.
    #expect(try learned(counts: [1000, 2000, 5000], actions: [500, 1700, 4200]) == [5000])
    let fast = (0..<6).map { 1000 + 100 * $0 }
    #expect(try learned(counts: fast, actions: [930, 1170]).first == 1200)
  }

  @Test func `A clock is known on a busy machine, where single ticks are late`() throws {
    let actions = (0..<30).map { 800 + 370 * $0 }
    let late = [1000, 2090, 3010, 4100, 5020, 6000, 7080]
    #expect(try learned(counts: late, actions: actions).contains(6000))
    // Far from any step.
    let wild = [1000, 2300, 3100, 4450, 5000, 6400, 7100]
    #expect(try learned(counts: wild, actions: actions) == [])
  }

  @Test func `A text that says what time it is counts by itself at once`() throws {
    func known(_ texts: String..., at now: Int64) throws -> [Int] {
      try learned(
        counts: Array((1..<texts.count).map { 1000 * $0 }), actions: [990, 1990],
        now: WallTime(seconds: now)
      ) { texts[$0] }
    }
    // 12:00:01 in some zone.
    let noon: Int64 = 1_795_867_201
    #expect(try known("12:00:00", "12:00:01", at: noon) == [1000])
    #expect(try known("It is 5:45:00 PM", "It is 5:45:01 PM", at: noon) == [1000])
    #expect(try known("11:59:59", "12:00:01", at: noon) == [1000], "one was left out")
    #expect(try known("11:59", "12:00", at: noon) == [1000])
    // These say another time than it is, or came from a time long ago, as "Saved at …" does.
    #expect(try known("12:00:07", "12:00:08", at: noon) == [])
    #expect(try known("11:58:10", "12:00:01", at: noon) == [])
    #expect(try known("12:00", "12:01", at: noon + 30) == [])
    #expect(try known("1:2", "1:3", at: noon) == [])
    #expect(try known("12:000:00", "12:000:01", at: noon) == [])
  }

  @Test func `What follows from actions does not count by itself`() throws {
    // Each effect comes about as long after its action, also where these are in step.
    let actions = (1...6).map { 1000 * $0 }
    #expect(try learned(counts: actions.map { $0 + 30 + $0 % 7 * 4 }, actions: actions) == [])
    // Nothing is in step.
    #expect(
      try learned(counts: [1010, 2400, 4630, 5800], actions: [1000, 2300, 4200, 5790]) == [])
    // What one action began to count is its effect.
    #expect(try learned(counts: [1100, 1200, 1300, 1400], actions: [1000]) == [])
    // Nobody has done anything: that is for others to tell.
    #expect(try learned(counts: [1000, 2000, 3000], actions: []) == [])
  }

  @Test func `Texts of which more than digits change are no clocks`() throws {
    let (counts, actions) = ([1000, 2000, 3000, 4000], [900, 1300, 1650, 2000, 2400, 2900, 3300])
    let words = ["none", "one", "two", "three", "four"]
    #expect(try learned(counts: counts, actions: actions) { words[$0] } == [])
    #expect(try learned(counts: counts, actions: actions) { "0:0\($0)" } == [3000, 4000])
  }

  @Test func `A press is not confirmed by a clock that has ticked behind two others`() async throws
  {
    let setup = try await EffectSetup.start()
    try await setup.start()
    let second: UInt64 = 1_000_000_000
    let base = try await setup.server.run { $0.store.time }
    var effects: [Receipt.Effect?] = []
    for step in 0..<5 {
      try await setup.server.run { [clock = setup.clock] world in
        // The next tick is now later and now sooner after the press.
        world.pass(.milliseconds([500, 150, 700, 50, 350][step]))
        world.source.onPerform = { [unowned world] _, done in
          let left = second - (world.store.time - base) % second
          world.pass(.nanoseconds(left))
          try? world.change(clock) { $0.label = "12:0\(step + 1)" }
          done(.performed(method: "fake"))
        }
      }
      effects.append(try await setup.perform().effect)
    }
    #expect(effects.suffix(3) == [.uncertain, .uncertain, .uncertain])
    let seen = try await setup.effect(of: setup.button) { [status = setup.status] world in
      try world.change(status) { $0.label = "done" }
    }
    #expect(seen == .seen)
  }

  @Test func `A count is confirmed however often its button is pressed`() async throws {
    let setup = try await EffectSetup.start()
    try await setup.start()
    for step in 0..<6 {
      let effect = try await setup.effect(of: setup.button) { [status = setup.status] world in
        try world.change(status) { $0.label = "Count \(step)" }
      }
      #expect(effect == .seen)
      try await setup.server.run { $0.pass(.milliseconds(700)) }
    }
  }
}
