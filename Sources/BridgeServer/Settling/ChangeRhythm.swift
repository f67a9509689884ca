internal import AccessibilityMirror
internal import AccessibilityTree

/// Remembers which elements change without an action, so that such a change is not taken for the effect of one.
final class ChangeRhythm {
  private struct Entry {
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
    /// When the action ended after which it changed last, how often it has changed since that, and when the last of these began.
    var actionEnd: UInt64?
    var changesSinceAction = 0
    var changeStart: UInt64 = 0

    init(changes: Int = 0, at time: UInt64) {
      (self.changes, first, last) = (changes, time, time)
    }

    /// Whether it changes again and again, and has not only been changed a few times, or at once, as a panel that opens.
    var isTicking: Bool { changes >= ChangeRhythm.ticks && last - first >= ChangeRhythm.ticking }
  }

  private let store: TreeStore
  private var entries: [ElementID: Entry] = [:]
  /// Whether there may be entries that say more than what an element was called.
  private var hasRhythm = false
  /// Which applications are being loaded.
  private(set) var loads: RecentLoads
  /// Of which elements changed only what tells of no effect.
  private(set) var partialChanges: PartialChanges
  /// What live regions have begun to show.
  let messages: PassingMessages
  /// What changes again and again also during actions.
  private var pulses: TextPulses
  /// Which applications have opened dialogs without an action.
  private(set) var dialogs = UnaskedDialogs()

  /// How long a change is remembered, in nanoseconds.
  private static let memory: UInt64 = 10_000_000_000
  /// How many changes make an element tick, and how long they take at least, in nanoseconds. It counts as restless for as long as its
  /// changes are remembered: on a busy machine a tick may be late.
  private static let ticks = 5
  private static let ticking: UInt64 = 500_000_000
  /// How long any other element counts as restless at least, in nanoseconds, and how many of its pauses.
  private static let calm: UInt64 = 2_000_000_000
  private static let pauses: UInt64 = 3
  /// The number of changes that make an element restless. One may be the late effect of an earlier action.
  private static let restless = 2
  /// How many changes of an element in the moment after an action may be late effects of it.
  private static let lateEffects = 2
  /// How long one of these may take, in nanoseconds: a panel that opens changes what it is in several times.
  private static let lateEffect: UInt64 = 200_000_000
  /// Of so many changes of an element at least one is of its children, where those come and go by themselves.
  private static let childChangeShare = 4
  /// Larger commits are no rhythm: something was loaded.
  private static let maxChanges = 2000
  private static let maxEntries = 8192
  /// How long ago a moment is, in nanoseconds: longer than a page without processor time is behind what it reported.
  private static let moment: UInt64 = 2_000_000_000
  /// How many entries there may be before old ones are looked for.
  private static let fewEntries = 512
  /// When that is done next, in nanoseconds of the store's clock.
  private var nextCleaning: UInt64 = 0
  private static let cleaningInterval: UInt64 = 1_000_000_000

  init(_ store: TreeStore) {
    self.store = store
    loads = RecentLoads(store)
    partialChanges = PartialChanges(store)
    messages = PassingMessages(store)
    pulses = TextPulses(store)
  }

  /// Records what changed, in applications on which no action is under way. Elsewhere only what is known to be
  /// restless is kept so.
  ///
  /// - Parameters:
  ///   - isActedOn: Returns whether an action is or was just under way on an application.
  ///   - actionEnd: Returns when the last action on an application ended, in nanoseconds of the store's clock; only
  ///     recent ones.
  func record(
    _ commit: Commit, isActedOn: (ElementID) -> Bool, actionEnd: (ElementID) -> UInt64?
  ) {
    loads.note(commit)
    guard commit.changed.count <= Self.maxChanges else { return }
    // While applications are loaded, all that changes is what is read of them.
    let isLoad = loads.areAll(of: commit)
    if isLoad, entries.isEmpty, commit.renamed.isEmpty { return }
    partialChanges.forget(commit.removed)
    partialChanges.noteRegrouping(commit)
    for id in commit.removed {
      entries[id] = nil
      if let parent = commit.formerParents[id] ?? nil, isRestless(parent) {
        entries[parent]?.losses += 1
      }
    }
    if isLoad, !hasRhythm {
      for id in commit.renamed { noteRename(of: id) }
      return
    }
    if !isLoad {
      pulses.note(commit)
      learnPulses { !isActedOn($0) && commit.applications.contains($0) }
    }
    for id in commit.changed where !commit.refocused.contains(id) {
      if commit.added.contains(id) {
        inherit(id)
        continue
      }
      if isNew(id) { continue }
      // While an application is loaded, what changes is what is read of it.
      let isByItself =
        (store.tree.read(id) { $0.application }).map { application in
          !isActedOn(application) && !loads.isBeingLoaded(application)
            && !(actionEnd(application).map { mayBeLateEffect(of: $0, id) } ?? false)
        } ?? false
      if isByItself || entries[id].map(isInRhythm) == true {
        add(id, isByItself: isByItself, isRenamed: commit.renamed.contains(id))
      } else if commit.renamed.contains(id) {
        noteRename(of: id)
      }
    }
  }

  /// Notes that the first action on an application begins.
  func noteStart(on application: ElementID) { pulses.forget(in: application) }

  /// Notes that the last action under way on an application has ended: what came back again and again during it does so by itself.
  func noteEnd(on application: ElementID) { learnPulses { $0 == application } }

  private func learnPulses(in isMeant: (ElementID) -> Bool) {
    for (id, pulse) in pulses.takeRegular(in: isMeant) {
      var entry = Entry(at: pulse.first)
      if let known = entries[id], pulse.last - min(pulse.last, known.last) <= Self.memory {
        entry = known
      }
      entry.changes = max(entry.changes, pulse.changes)
      entry.renames = max(entry.renames, pulse.renames)
      entry.childChanges = max(entry.childChanges, pulse.childChanges)
      entry.pause = max(entry.pause, pulse.pause)
      entry.first = min(entry.first, pulse.first)
      entry.last = max(entry.last, pulse.last)
      keep(entry, of: id)
    }
  }

  /// Whether an element is restless, and ticks or changes now not later than it did before.
  private func isInRhythm(_ entry: Entry) -> Bool {
    guard isRestless(entry) else { return false }
    let now = store.time
    return entry.isTicking
      || now - min(now, entry.last) <= max(entry.pause + entry.pause / 2, Self.lateEffect)
  }

  /// Whether a change of an element may still be an effect of an action, which shows again and again after actions like it
  /// without being a rhythm. What goes on to change before the next action does so by itself.
  private func mayBeLateEffect(of actionEnd: UInt64, _ id: ElementID) -> Bool {
    var entry = entries[id] ?? Entry(at: store.time)
    if entry.actionEnd != actionEnd { (entry.actionEnd, entry.changesSinceAction) = (actionEnd, 0) }
    let now = store.time
    if entry.changesSinceAction == 0 || now - min(now, entry.changeStart) > Self.lateEffect {
      entry.changesSinceAction += 1
      entry.changeStart = now
    }
    keep(entry, of: id)
    return entry.changesSinceAction <= Self.lateEffects
  }

  /// Notes what live regions begin to show, but for what is read of an application that is loaded.
  func noteMessages(_ commit: Commit) {
    if !loads.areAll(of: commit) { messages.note(commit) }
  }

  /// Notes of which elements changed only what tells of no effect, for the actions on them.
  ///
  /// - Parameter isWatched: Whether one is under way. Otherwise one has just ended.
  func notePartialChanges(_ commit: Commit, isWatched: Bool) {
    if commit.changed.count <= Self.maxChanges { partialChanges.noteShowing(commit) }
    guard isWatched else { return partialChanges.forgetPlaces() }
    partialChanges.noteCounting(commit)
    if commit.changed.count <= Self.maxChanges { partialChanges.notePlaces(commit) }
  }

  /// Notes which applications open dialogs.
  ///
  /// - Parameter isActedOn: Returns whether that may follow from an action on an application.
  func noteDialogs(_ commit: Commit, isActedOn: (ElementID) -> Bool) {
    dialogs.note(commit, in: store, isActedOn: isActedOn)
  }

  /// - Parameter isByItself: Whether it changed without an action, and is not only as restless as it was.
  private func add(_ id: ElementID, isByItself: Bool, isRenamed: Bool) {
    let now = store.time
    var entry = Entry(at: now)
    if let known = entries[id], now - min(now, known.last) <= Self.memory { entry = known }
    if isByItself, entry.changes > 0 { entry.pause = max(entry.pause, now - min(now, entry.last)) }
    entry.changes += 1
    if let former = store.former[id],
      let (isChosen, children) = store.tree.read(
        id, { ($0.isChosen(asWith: former.states), $0.children) })
    {
      if !isChosen { entry.choices += 1 }
      if children != former.children { entry.childChanges += 1 }
    }
    if isRenamed {
      entry.renames += 1
      noteName(of: id, in: &entry)
    }
    entry.last = now
    keep(entry, of: id)
  }

  /// Records that an element was renamed, which is no evidence that it changes without actions.
  private func noteRename(of id: ElementID) {
    let now = store.time
    var entry = entries[id] ?? Entry(at: now)
    noteName(of: id, in: &entry)
    keep(entry, of: id)
  }

  private func noteName(of id: ElementID, in entry: inout Entry) {
    entry.lastRename = store.time
    entry.former = store.former[id].map { ElementIdentity($0).shortened(to: Self.maxName) }
  }

  /// How many bytes of a former label are kept.
  private static let maxName = 200

  /// What an element was called before it was last renamed, where that is known.
  func formerIdentity(of id: ElementID) -> ElementIdentity? { entries[id]?.former }

  /// Records an element that was added. Where rows come and go without actions, they also change so. Where they only come,
  /// what is known of a new one changes at first: its role, for example.
  private func inherit(_ id: ElementID) {
    guard !store.isWindow(id), let parent = store.tree.read(id, { $0.parent }) ?? nil else {
      return
    }
    if replacesChildren(parent) {
      var entry = Entry(changes: Self.restless, at: store.time)
      if let known = entries[parent] {
        (entry.changes, entry.first, entry.pause) = (known.changes, known.first, known.pause)
      }
      keep(entry, of: id)
    } else if growth(around: id) != nil {
      var entry = Entry(at: store.time)
      entry.newUntil = entry.last + RecentLoads.settling
      keep(entry, of: id)
    }
  }

  /// Whether an element is new in what grows. What is found out of it then says nothing of what follows.
  private func isNew(_ id: ElementID) -> Bool {
    guard let end = entries[id]?.newUntil else { return false }
    if store.time <= end { return true }
    entries[id] = nil
    return false
  }

  /// Returns what an element is in that changes without actions, such as a list that grows; `nil`: nothing.
  func growth(around id: ElementID) -> ElementID? {
    var next = id
    for _ in 0..<Self.growthDepth {
      guard let parent = store.tree.read(next, { $0.parent }) ?? nil else { return nil }
      if isRestless(parent), !store.isWindow(parent) { return parent }
      next = parent
    }
    return nil
  }

  /// How many levels a row with what is in it has.
  private static let growthDepth = 3

  private func keep(_ entry: Entry, of id: ElementID) {
    let now = store.time
    if entries[id] == nil, entries.count >= Self.fewEntries, now >= nextCleaning { forgetOld() }
    if entry.changes > 0 || entry.newUntil != nil { hasRhythm = true }
    if entries.count < Self.maxEntries || entries[id] != nil { entries[id] = entry }
  }

  private func forgetOld() {
    let now = store.time
    nextCleaning = now + Self.cleaningInterval
    // A copy has no more places than it needs.
    entries = entries.filter { now - min(now, $0.value.last) <= Self.memory }
    hasRhythm = entries.values.contains { $0.changes > 0 || $0.newUntil != nil }
  }

  private func isRestless(_ entry: Entry) -> Bool {
    let now = store.time
    if let end = entry.newUntil { return now <= end }
    let memory =
      entry.isTicking
      ? Self.memory : min(max(Self.calm, entry.pause * Self.pauses), Self.memory)
    return entry.changes >= Self.restless && now - min(now, entry.last) <= memory
  }

  /// Whether an element changes without actions.
  func isRestless(_ id: ElementID) -> Bool { entries[id].map(isRestless) ?? false }

  /// Whether an element gets or loses children without actions. Few among its changes, as of a window with a clock in its title,
  /// may follow from actions.
  func changesChildren(_ id: ElementID) -> Bool {
    entries[id].map {
      isRestless($0) && $0.childChanges >= max(Self.restless, $0.changes / Self.childChangeShare)
    } ?? false
  }

  /// Whether the children of an element come and go without actions.
  func replacesChildren(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.losses >= Self.restless } ?? false
  }

  /// Whether an element is checked, selected or expanded without actions, or the opposite.
  func isOftenChosen(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.choices >= Self.restless } ?? false
  }

  /// Whether the role or label of an element changes without actions.
  func isOftenRenamed(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.renames >= Self.restless } ?? false
  }

  /// Whether an element, or the row or item that it is in, may be called something else than it is in the mirror: its
  /// role or label changes without actions, or changed a moment ago.
  func mayBeRenamed(_ id: ElementID) -> Bool {
    store.tree.pathToItem(from: id).contains { isOftenRenamed($0) || wasRenamed(entries[$0]) }
  }

  /// The elements that were renamed a moment ago.
  var recentlyRenamed: Set<ElementID> { Set(entries.filter { wasRenamed($0.value) }.keys) }

  private func wasRenamed(_ entry: Entry?) -> Bool {
    guard let time = entry?.lastRename else { return false }
    let now = store.time
    return now - min(now, time) <= Self.moment
  }

  /// Whether all that a commit tells is what changes without actions.
  func isNoise(_ commit: Commit) -> Bool {
    guard !entries.isEmpty, commit.changed.count <= 64, commit.added.isEmpty,
      commit.removed.isEmpty
    else { return false }
    return commit.changed.allSatisfy(isRestless)
      && commit.notifications.allSatisfy { $0.subject.map(isRestless) ?? false }
  }
}

extension TreeStore {
  func isWindow(_ id: ElementID) -> Bool { tree.read(id) { $0.isWindow } == true }
}
