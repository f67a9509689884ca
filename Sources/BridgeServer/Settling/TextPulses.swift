internal import AccessibilityMirror
internal import AccessibilityTree

/// Which elements say something else again and again, also while their application is acted on, or was loaded a moment ago.
///
/// A single change then may be an effect, or be read late. One that comes back at short intervals, within the time of one action, is a
/// clock or a counter: it is known to change by itself as soon as that action is over, so that actions which follow each other at once are
/// not confirmed by it. Effects of several actions, as the digits that are typed into a calculator, are no such thing.
struct TextPulses {
  struct Pulse {
    /// How often it said something else, was renamed by that, and had other children.
    var changes = 0
    var renames = 0
    var childChanges = 0
    /// When the first and the last of these were, and the longest time between two, in nanoseconds.
    let first: UInt64
    var last: UInt64
    var pause: UInt64 = 0

    /// Whether it came back often enough, and for long enough: a panel that opens changes what is in it several times in a moment.
    var isRegular: Bool {
      changes >= TextPulses.minChanges && last - first >= TextPulses.minLength
    }
  }

  private let store: TreeStore
  private var pulses: [ElementID: Pulse] = [:]

  private static let minChanges = 3
  private static let minLength: UInt64 = 200_000_000
  /// The longest time between two changes, in nanoseconds.
  private static let maxPause: UInt64 = 1_000_000_000
  /// Larger commits are no ticks.
  private static let maxChanges = 64
  private static let maxPulses = 256

  init(_ store: TreeStore) { self.store = store }

  /// Notes what says something else now.
  ///
  /// - Parameter isLoad: Whether the applications are being loaded. Reading makes texts longer then, and only what says another text
  ///   in the place of one has changed. No more such changes are counted than are needed: it is forgotten soon where it does not go on.
  mutating func note(_ commit: Commit, isLoad: Bool) {
    guard commit.changed.count <= Self.maxChanges else { return }
    let now = store.time
    if pulses.count >= Self.maxPulses {
      pulses = pulses.filter { now - min(now, $0.value.last) <= Self.maxPause }
    }
    for id in commit.removed { pulses[id] = nil }
    for id in commit.changed where !commit.added.contains(id) {
      guard let former = store.former[id],
        let (isOther, hasOtherChildren) = store.tree.read(
          id,
          {
            let isOther = $0.saysOther(than: former, in: store.tree, isLoad: isLoad)
            return (isOther, $0.children != former.children)
          }),
        isOther || hasOtherChildren && pulses[id] != nil
      else { continue }
      var pulse = pulses[id] ?? Pulse(first: now, last: now)
      if now - min(now, pulse.last) > Self.maxPause { pulse = Pulse(first: now, last: now) }
      if isOther {
        pulse.pause = max(pulse.pause, now - min(now, pulse.last))
        if !isLoad || pulse.changes < Self.minChanges { pulse.changes += 1 }
        pulse.last = now
      }
      if hasOtherChildren { pulse.childChanges += 1 }
      if commit.renamed.contains(id) { pulse.renames += 1 }
      if pulses.count < Self.maxPulses || pulses[id] != nil { pulses[id] = pulse }
    }
  }

  /// Forgets what came back in an application, since an action begins.
  mutating func forget(in application: ElementID) {
    guard !pulses.isEmpty else { return }
    pulses = pulses.filter { store.tree.read($0.key) { $0.application } != application }
  }

  /// Returns what changes again and again in some applications, and forgets it.
  mutating func takeRegular(
    in isMeant: (ElementID) -> Bool
  ) -> [(id: ElementID, pulse: Pulse)] {
    var found: [(id: ElementID, pulse: Pulse)] = []
    for (id, pulse) in pulses where pulse.isRegular {
      guard store.tree.read(id, { $0.application }).map(isMeant) == true else { continue }
      found.append((id, pulse))
      pulses[id] = nil
    }
    return found
  }
}

extension Element {
  /// Whether an element that people do not write in, nor scroll by, has another label or value than it had.
  ///
  /// - Parameter isLoad: Whether it may only have been read further: then more or less of the same text is no other.
  func saysOther(than former: Element, in tree: Tree, isLoad: Bool = false) -> Bool {
    guard !role.isTextEntry, role != .slider, role != .spinButton, !isScrollBar(in: tree) else {
      return false
    }
    if isLoad { return replacesText(of: former) }
    return label != former.label || value != former.value || range != former.range
  }

  /// Whether the element has the position of a scroll bar: in GTK 4 what is in one.
  private func isScrollBar(in tree: Tree) -> Bool {
    role == .scrollBar
      || range != nil && parent.flatMap { tree.read($0) { $0.role == .scrollBar } } == true
  }

  /// Whether the element says another text, and not only more or less of the one that it had.
  private func replacesText(of former: Element) -> Bool {
    [(former.label, label), (former.value, value)].contains { old, new in
      guard let old, let new, !old.isEmpty, !new.isEmpty else { return false }
      return !old.hasPrefix(new) && !old.hasSuffix(new) && !new.hasPrefix(old)
        && !new.hasSuffix(old)
    }
  }
}
