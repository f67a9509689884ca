internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeSecurity

/// Which elements count at equal intervals, whatever is done meanwhile: clocks and counters.
///
/// A clock that ticks once a second says one other text within an action, or none, so that each tick looks like an effect where
/// actions follow each other at once. But its ticks keep their distances, and come now soon and now late after an action has begun.
/// Effects do the opposite: each comes about as long after its action as the one before. So a text of which only digits changed
/// three times is known to count by itself when its times are in step with each other and out of step with the actions. On a busy machine
/// single ticks come late: what is out of step by more must be known for longer, and be further out of step with the actions.
///
/// A text that says what time it is, and said a second earlier before, is known at once (`TimeOfDay`).
struct TextBeats {
  /// When an element said something else, and when the last action before that had begun.
  private struct Beat {
    let time: UInt64
    let actionStart: UInt64

    /// How long after the beginning of the action it was.
    var offset: UInt64 { time - min(time, actionStart) }
  }

  /// What it takes to be a clock.
  private struct Rule {
    /// How many of the last beats are looked at.
    let beats: Int
    /// How much of an interval a beat may be early or late.
    let tolerance: Double
    /// By how much of an interval they must differ in how late after an action they come.
    let spread: Double
    /// How many intervals there may be between two beats: some are missed on a busy machine.
    let maxIntervals: Int
  }

  private let store: TreeStore
  private let wallClock: () -> WallTime
  private var beats: [ElementID: [Beat]] = [:]
  /// When the last action on an application began.
  private var actionStarts: [ElementID: UInt64] = [:]

  /// Few intervals may agree by chance, and more so where they need to agree less.
  private static let rules = [
    Rule(beats: 3, tolerance: 0.03, spread: 0.08, maxIntervals: 8),
    Rule(beats: 4, tolerance: 0.04, spread: 0.08, maxIntervals: 8),
    Rule(beats: 5, tolerance: 0.07, spread: 0.25, maxIntervals: 2),
    Rule(beats: 6, tolerance: 0.1, spread: 0.3, maxIntervals: 2),
  ]
  private static let minBeats = 3
  private static let maxBeats = 6
  /// The longest time between two beats, in nanoseconds.
  private static let maxPause: UInt64 = 10_000_000_000
  /// The shortest interval between two beats: what changes more often is learned within one action.
  private static let minInterval: UInt64 = 50_000_000
  /// How much a beat may be early or late at least, and by how much beats must differ in how late after an action they come, in
  /// nanoseconds.
  private static let minTolerance = 10_000_000.0
  private static let minSpread = 40_000_000.0
  /// Larger commits are no ticks.
  private static let maxChanges = 64
  private static let maxElements = 256

  init(_ store: TreeStore, wallClock: @escaping () -> WallTime = { .now }) {
    self.store = store
    self.wallClock = wallClock
  }

  /// Notes that an action on an application begins.
  mutating func noteStart(on application: ElementID) {
    if actionStarts.count >= Self.maxElements {
      actionStarts = actionStarts.filter { store.tree[$0.key] != nil }
    }
    actionStarts[application] = store.time
  }

  /// Notes what counts now, and returns what is known to do so by itself, as pulses of a rhythm.
  mutating func note(_ commit: Commit) -> [(id: ElementID, pulse: TextPulses.Pulse)] {
    guard commit.changed.count <= Self.maxChanges else { return [] }
    for id in commit.removed { beats[id] = nil }
    guard !actionStarts.isEmpty else { return [] }
    let now = store.time
    var found: [(id: ElementID, pulse: TextPulses.Pulse)] = []
    for id in commit.changed where !commit.added.contains(id) {
      guard let former = store.former[id],
        let (application, counts, isClock) = store.tree.read(
          id,
          {
            let counts = $0.counts(from: former, in: store.tree)
            return ($0.application, counts, counts && $0.isClock(from: former, at: wallClock()))
          }),
        counts, let start = actionStarts[application]
      else { continue }
      let isRenamed = commit.renamed.contains(id)
      var all = beats[id] ?? []
      if let last = all.last, now - min(now, last.time) > Self.maxPause { all = [] }
      all.append(Beat(time: now, actionStart: start))
      if all.count > Self.maxBeats { all.removeFirst() }
      if beats.count >= Self.maxElements, beats[id] == nil { forgetOld() }
      if beats.count < Self.maxElements || beats[id] != nil { beats[id] = all }
      if isClock || Self.areKnown(all) {
        let times = isClock ? [now] : all.map(\.time)
        found.append((id, Self.pulse(of: times, from: now, isRenamed: isRenamed)))
      }
    }
    return found
  }

  private mutating func forgetOld() {
    let now = store.time
    beats = beats.filter { $0.value.last.map { now - min(now, $0.time) <= Self.maxPause } == true }
  }

  /// Returns whether the last beats are in step with each other, and not with the actions.
  private static func areKnown(_ beats: [Beat]) -> Bool {
    rules.contains { rule in
      // Three are only looked at while there are no more: each further three could agree by chance.
      let isEnough =
        rule.beats > minBeats ? beats.count >= rule.beats : beats.count == minBeats
      return isEnough && isInStep(beats.suffix(rule.beats), by: rule)
    }
  }

  private static func pulse(
    of times: [UInt64], from now: UInt64, isRenamed: Bool
  ) -> TextPulses.Pulse {
    var pulse = TextPulses.Pulse(first: times.first ?? now, last: now)
    pulse.changes = max(times.count, ElementRhythm.restless)
    pulse.renames = isRenamed ? pulse.changes : 0
    pulse.pause = gaps(times).max() ?? 0
    return pulse
  }

  private static func isInStep(_ beats: ArraySlice<Beat>, by rule: Rule) -> Bool {
    // What one action began to count is its effect until the next one.
    guard let first = beats.first, let last = beats.last, first.actionStart != last.actionStart
    else { return false }
    let gaps = gaps(beats.map(\.time))
    guard let shortest = gaps.min(), shortest >= minInterval else { return false }
    let counts = gaps.map { (Double($0) / Double(shortest)).rounded() }
    let interval = Double(gaps.reduce(0, +)) / counts.reduce(0, +)
    let allowed = max(rule.tolerance * interval, minTolerance)
    guard
      zip(gaps, counts).allSatisfy({ gap, count in
        count <= Double(rule.maxIntervals) && abs(Double(gap) - count * interval) <= allowed
      })
    else { return false }
    let offsets = beats.map(\.offset)
    let spread = Double((offsets.max() ?? 0) - (offsets.min() ?? 0))
    return spread >= max(minSpread, rule.spread * interval)
  }

  private static func gaps(_ times: [UInt64]) -> [UInt64] {
    zip(times, times.dropFirst()).map { $1 - min($1, $0) }
  }
}

extension Element {
  /// Whether the element says the same as it did with other digits, or another number.
  fileprivate func counts(from former: Element, in tree: Tree) -> Bool {
    guard saysOther(than: former, in: tree) else { return false }
    return Self.isSame(label, former.label) && Self.isSame(value, former.value)
  }

  /// Whether two texts are the same but for their digits.
  private static func isSame(_ one: String?, _ other: String?) -> Bool {
    if one == other { return true }
    guard let one, let other, one.utf8.count <= maxCount, other.utf8.count <= maxCount else {
      return false
    }
    func rest(_ text: String) -> [UInt8] { text.utf8.filter { !(48...57).contains($0) } }
    return one.utf8.contains { (48...57).contains($0) } && rest(one) == rest(other)
  }

  /// The longest text of a clock or a counter, in bytes.
  private static let maxCount = 256

  /// Whether the element, which counts, says what time it is, and said the time before that.
  fileprivate func isClock(from former: Element, at now: WallTime) -> Bool {
    let texts = [(label, former.label), (value, former.value)]
    return texts.contains { new, old in
      guard let new, let old, new != old, let time = TimeOfDay(in: new),
        let former = TimeOfDay(in: old)
      else { return false }
      return time.isNext(after: former) && time.isNow(now)
    }
  }
}
