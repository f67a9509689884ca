internal import AccessibilityTree

/// How an element changes without actions.
struct ElementRhythm {
  /// The number of changes, each at most `memory` after the one before.
  var changes = 0
  /// How often it was renamed among these.
  var renames = 0
  /// How often it was checked, selected or expanded, or the opposite, among these.
  var choices = 0
  /// How often it got or lost children among these, and how often it lost one while it was restless.
  var childChanges = 0
  var losses = 0
  /// When the first and the last of these were, in nanoseconds of the store's clock.
  var first: UInt64
  var last: UInt64
  /// The longest time between two of these, in nanoseconds.
  var pause: UInt64 = 0
  /// Until when an element that is new in what grows counts as restless; `nil`: it is not new.
  var newUntil: UInt64?
  /// When it was last renamed, also while an action was under way, and what it was called before.
  var lastRename: UInt64?
  var former: ElementIdentity?
  /// How the numbers in what it says have changed.
  var count = TextCount()
  /// When the action ended after which it changed last, how often it has changed since that, and when the last of these began.
  var actionEnd: UInt64?
  var changesSinceAction = 0
  var changeStart: UInt64 = 0
  /// The last changes that may have been late effects of actions.
  private var lateChanges: [LateChange] = []

  init(changes: Int = 0, at time: UInt64) {
    (self.changes, first, last) = (changes, time, time)
  }

  /// Adds what was found to come back during actions.
  mutating func add(_ pulse: TextPulses.Pulse) {
    changes = max(changes, pulse.changes)
    renames = max(renames, pulse.renames)
    childChanges = max(childChanges, pulse.childChanges)
    pause = max(pause, pulse.pause)
    (first, last) = (min(first, pulse.first), max(last, pulse.last))
  }

  /// Notes a change that may be a late effect of an action.
  mutating func note(_ change: LateChange) {
    let former = lateChanges.last?.time
    lateChanges = lateChanges.suffix(LateChange.count - 1) + [change]
    guard changesAtAnyTime, let former else { return }
    (changes, last) = (max(changes, Self.restless), max(last, former))
  }

  /// Whether it changes behind actions without being a late effect of them.
  var changesAtAnyTime: Bool { lateChanges.areAtAnyTime }

  /// Whether it changes again and again, and has not only been changed a few times, or at once, as a panel that opens.
  var isTicking: Bool { changes >= Self.ticks && last - first >= Self.ticking }

  /// Whether it changes without actions, as is known at a time.
  func isRestless(at now: UInt64) -> Bool {
    if let newUntil { return now <= newUntil }
    let memory = isTicking ? Self.memory : min(max(Self.calm, pause * Self.pauses), Self.memory)
    return changes >= Self.restless && now - min(now, last) <= memory
  }

  /// Whether it is remembered at a time.
  func isRemembered(at now: UInt64) -> Bool { now - min(now, last) <= Self.memory }

  /// Whether its children come or go without actions. Few such changes among others, as of a window with a clock in its title, may
  /// follow from actions.
  var changesChildren: Bool { childChanges >= max(Self.restless, changes / Self.childChangeShare) }

  /// The number of changes that make an element restless. One may be the late effect of an earlier action.
  static let restless = 2
  /// How long a change is remembered, in nanoseconds.
  private static let memory: UInt64 = 10_000_000_000
  /// How many changes make an element tick, and how long they take at least, in nanoseconds. It counts as restless for as long as its
  /// changes are remembered: on a busy machine a tick may be late.
  private static let ticks = 5
  private static let ticking: UInt64 = 500_000_000
  /// How long any other element counts as restless at least, in nanoseconds, and how many of its pauses.
  private static let calm: UInt64 = 2_000_000_000
  private static let pauses: UInt64 = 3
  /// Of so many changes of an element at least one is of its children, where those come and go by themselves.
  private static let childChangeShare = 4
}
