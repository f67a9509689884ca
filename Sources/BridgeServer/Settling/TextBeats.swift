internal import AccessibilityMirror
internal import AccessibilityTree

/// Which elements count at equal intervals, whatever is done meanwhile: clocks and counters.
///
/// A clock that ticks once a second says one other text within an action, or none, so that each tick looks like an effect where
/// actions follow each other at once. But its ticks keep their distances, and come now soon and now late after an action has begun.
/// Effects do the opposite: each comes about as long after its action as the one before. So a text of which only digits changed
/// three times is known to count by itself when its times are in step with each other and out of step with the actions.
struct TextBeats {
  /// When an element said something else, and when the last action before that had begun.
  private struct Beat {
    let time: UInt64
    let actionStart: UInt64

    /// How long after the beginning of the action it was.
    var offset: UInt64 { time - min(time, actionStart) }
  }

  private let store: TreeStore
  private var beats: [ElementID: [Beat]] = [:]
  /// When the last action on an application began.
  private var actionStarts: [ElementID: UInt64] = [:]

  /// The number of beats that are looked at, and how many there must be.
  private static let maxBeats = 6
  private static let minBeats = 3
  /// The longest time between two beats, in nanoseconds.
  private static let maxPause: UInt64 = 10_000_000_000
  /// The shortest interval between two beats: what changes more often is learned within one action.
  private static let minInterval: UInt64 = 50_000_000
  /// How many intervals there may be between two beats: some are missed on a busy machine.
  private static let maxIntervals = 8
  /// How much of an interval a beat may be early or late: less where only two intervals are known, which may agree by chance.
  private static let tolerance = (few: 0.06, many: 0.1)
  /// How much that is at least, in nanoseconds.
  private static let minTolerance = 10_000_000.0
  /// By how much beats must differ in how late after an action they come: by a part of the interval, and in nanoseconds.
  private static let minSpread = (part: 0.08, time: 40_000_000.0)
  /// Larger commits are no ticks.
  private static let maxChanges = 64
  private static let maxElements = 256

  init(_ store: TreeStore) { self.store = store }

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
        let (application, counts) = store.tree.read(
          id, { ($0.application, $0.counts(from: former)) }),
        counts, let start = actionStarts[application]
      else { continue }
      var all = beats[id] ?? []
      if let last = all.last, now - min(now, last.time) > Self.maxPause { all = [] }
      all.append(Beat(time: now, actionStart: start))
      if all.count > Self.maxBeats { all.removeFirst() }
      if beats.count >= Self.maxElements, beats[id] == nil { forgetOld() }
      if beats.count < Self.maxElements || beats[id] != nil { beats[id] = all }
      if let pulse = Self.pulse(of: all, isRenamed: commit.renamed.contains(id)) {
        found.append((id, pulse))
      }
    }
    return found
  }

  private mutating func forgetOld() {
    let now = store.time
    beats = beats.filter { $0.value.last.map { now - min(now, $0.time) <= Self.maxPause } == true }
  }

  /// Returns beats as a pulse, if they are in step with each other and not with the actions.
  private static func pulse(of beats: [Beat], isRenamed: Bool) -> TextPulses.Pulse? {
    guard beats.count >= minBeats, let first = beats.first, let last = beats.last,
      // What one action began to count is its effect until the next one.
      first.actionStart != last.actionStart
    else { return nil }
    let gaps = zip(beats, beats.dropFirst()).map { $1.time - min($1.time, $0.time) }
    guard let interval = gaps.min(), interval >= minInterval, let longest = gaps.max() else {
      return nil
    }
    let allowed = max(
      gaps.count > 2 ? tolerance.many : tolerance.few, minTolerance / Double(interval))
    for gap in gaps {
      let intervals = Double(gap) / Double(interval)
      guard intervals.rounded() <= Double(maxIntervals),
        abs(intervals - intervals.rounded()) <= allowed
      else { return nil }
    }
    let offsets = beats.map(\.offset)
    let spread = Double((offsets.max() ?? 0) - (offsets.min() ?? 0))
    guard spread >= max(minSpread.time, minSpread.part * Double(interval)) else { return nil }
    var pulse = TextPulses.Pulse(first: first.time, last: last.time)
    pulse.changes = beats.count
    pulse.renames = isRenamed ? beats.count : 0
    pulse.pause = longest
    return pulse
  }
}

extension Element {
  /// Whether the element says the same as it did with other digits, or another number.
  fileprivate func counts(from former: Element) -> Bool {
    guard saysOther(than: former) else { return false }
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
}
