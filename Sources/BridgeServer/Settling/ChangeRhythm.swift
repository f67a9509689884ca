internal import AccessibilityMirror
internal import AccessibilityTree

/// Remembers which elements change without an action, so that such a change is not taken for the effect of one.
final class ChangeRhythm {
  private let store: TreeStore
  private var entries: [ElementID: ElementRhythm] = [:]
  /// Whether there may be entries that say more than what an element was called.
  private var hasRhythm = false
  /// Which applications are being loaded.
  private(set) var loads: RecentLoads
  /// Of which elements changed only what tells of no effect.
  private(set) var partialChanges: PartialChanges
  /// What live regions have begun to show.
  let messages: PassingMessages
  /// What texts have begun to say, and what has been expanded.
  let passing: PassingChanges
  /// What changes again and again also during actions.
  private var pulses: TextPulses
  /// What counts in step with itself also during actions.
  private var beats: TextBeats
  /// What has parts that are renamed, now this one and now that.
  private var groups: RestlessGroups
  /// Which applications have opened dialogs without an action.
  private(set) var dialogs = UnaskedDialogs()

  /// How many changes of an element in the moment after an action may be late effects of it.
  private static let lateEffects = 2
  /// How long one of these may take, in nanoseconds: a panel that opens changes what it is in several times.
  private static let lateEffect: UInt64 = 200_000_000
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
    passing = PassingChanges(store)
    pulses = TextPulses(store)
    beats = TextBeats(store)
    groups = RestlessGroups(store)
  }

  /// Records what changed, in applications on which no action is under way. Elsewhere only what is known to be
  /// restless is kept so.
  ///
  /// - Parameters:
  ///   - isActedOn: Returns whether an action is or was just under way on an application.
  ///   - isTarget: Returns whether an action is under way on an element itself, so that what becomes of it is no rhythm.
  ///   - actionEnd: Returns when the last action on an application ended, in nanoseconds of the store's clock; only
  ///     recent ones.
  func record(
    _ commit: Commit, isActedOn: (ElementID) -> Bool, isTarget: (ElementID) -> Bool,
    actionEnd: (ElementID) -> UInt64?
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
    pulses.note(commit, isLoad: isLoad)
    for (id, pulse) in beats.note(commit) { learn(pulse, of: id) }
    if isLoad, !hasRhythm {
      for id in commit.renamed {
        noteRename(of: id)
        noteCount(of: id)
      }
      return
    }
    if !isLoad { learnPulses { !isActedOn($0) && commit.applications.contains($0) } }
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
            && !(actionEnd(application).map {
              mayBeLateEffect(of: $0, id, isRenamed: commit.renamed.contains(id))
            } ?? false)
        } ?? false
      if isByItself || entries[id].map(isInRhythm) == true && !isTarget(id) {
        add(id, isByItself: isByItself, isRenamed: commit.renamed.contains(id))
      } else if commit.renamed.contains(id) {
        noteRename(of: id)
      }
      noteCount(of: id)
    }
  }

  /// Notes that the first action on an application begins: what came back again and again while it was loaded does so by itself.
  func noteStart(on application: ElementID) {
    if loads.isBeingLoaded(application) { learnPulses { $0 == application } }
    pulses.forget(in: application)
    beats.noteStart(on: application)
  }

  /// Notes that the last action under way on an application has ended: what came back again and again during it does so by itself.
  func noteEnd(on application: ElementID) { learnPulses { $0 == application } }

  private func learnPulses(in isMeant: (ElementID) -> Bool) {
    for (id, pulse) in pulses.takeRegular(in: isMeant) { learn(pulse, of: id) }
  }

  private func learn(_ pulse: TextPulses.Pulse, of id: ElementID) {
    var entry = ElementRhythm(at: pulse.first)
    if let known = entries[id], known.isRemembered(at: pulse.last) { entry = known }
    entry.add(pulse)
    keep(entry, of: id)
  }

  /// Whether an element is restless, and ticks or changes now not later than it did before.
  private func isInRhythm(_ entry: ElementRhythm) -> Bool {
    guard isRestless(entry) else { return false }
    let now = store.time
    return entry.isTicking
      || now - min(now, entry.last) <= max(entry.pause + entry.pause / 2, Self.lateEffect)
  }

  /// Whether a change of an element may still be an effect of an action, which shows again and again after actions like it
  /// without being a rhythm. What goes on to change before the next action does so by itself, and so does what changes now sooner and
  /// now later after them.
  private func mayBeLateEffect(
    of actionEnd: UInt64, _ id: ElementID, isRenamed: Bool
  ) -> Bool {
    var entry = entries[id] ?? ElementRhythm(at: store.time)
    if entry.actionEnd != actionEnd { (entry.actionEnd, entry.changesSinceAction) = (actionEnd, 0) }
    let now = store.time
    if entry.changesSinceAction == 0 || now - min(now, entry.changeStart) > Self.lateEffect {
      entry.changesSinceAction += 1
      entry.changeStart = now
      let change = LateChange(time: now, delay: now - min(now, actionEnd))
      entry.note(change)
      if isRenamed { groups.note(id, change) }
    }
    keep(entry, of: id)
    return !entry.changesAtAnyTime && entry.changesSinceAction <= Self.lateEffects
  }

  /// Notes what live regions and texts begin to show, but for what is read of an application that is loaded.
  ///
  /// - Parameter actions: Returns the targets of the actions on an application that are under way or have just ended, each
  ///   with what it is in.
  func noteMessages(_ commit: Commit, after actions: (ElementID) -> [Set<ElementID>]) {
    guard !loads.areAll(of: commit) else { return }
    messages.note(commit)
    passing.note(commit, after: actions)
  }

  /// Notes of which elements changed only what tells of no effect, for the actions on them.
  ///
  /// - Parameter isWatched: Whether one is under way. Otherwise one has just ended.
  func notePartialChanges(_ commit: Commit, isWatched: Bool) {
    if commit.changed.count <= Self.maxChanges { partialChanges.noteShowing(commit) }
    guard isWatched else { return partialChanges.forgetPlaces() }
    partialChanges.noteCounting(commit)
    partialChanges.noteReading(commit)
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
    var entry = ElementRhythm(at: now)
    if let known = entries[id], known.isRemembered(at: now) { entry = known }
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
    var entry = entries[id] ?? ElementRhythm(at: now)
    noteName(of: id, in: &entry)
    keep(entry, of: id)
  }

  private func noteName(of id: ElementID, in entry: inout ElementRhythm) {
    entry.lastRename = store.time
    entry.former = store.former[id].map { ElementIdentity($0).shortened(to: Self.maxName) }
  }

  /// Notes whether what an element says counts on.
  private func noteCount(of id: ElementID) {
    guard entries[id] != nil, let former = store.former[id],
      let (role, now) = store.tree.read(id, { ($0.role, $0.wording) }), now != former.wording
    else { return }
    entries[id]?.count.note(
      role == former.role ? former.wording : nil, now, at: store.revision)
  }

  /// How many bytes of a former label are kept.
  private static let maxName = 200

  /// What an element was called before it was last renamed, where that is known.
  func formerIdentity(of id: ElementID) -> ElementIdentity? { entries[id]?.former }

  /// Whether what an element says has only counted, in one direction, since a revision.
  func isCounting(_ id: ElementID, since revision: Revision) -> Bool {
    entries[id]?.count.isCount(since: revision) ?? false
  }

  /// What an element said before its wording last changed; `nil` where it did not, or that is long.
  func formerWording(of id: ElementID) -> String? { entries[id]?.count.former }

  /// Records an element that was added. Where rows come and go without actions, they also change so. Where they only come,
  /// what is known of a new one changes at first: its role, for example.
  private func inherit(_ id: ElementID) {
    guard !store.isWindow(id), let parent = store.tree.read(id, { $0.parent }) ?? nil else {
      return
    }
    if replacesChildren(parent) {
      var entry = ElementRhythm(changes: ElementRhythm.restless, at: store.time)
      if let known = entries[parent] {
        (entry.changes, entry.first, entry.pause) = (known.changes, known.first, known.pause)
      }
      keep(entry, of: id)
    } else if growth(around: id) != nil {
      var entry = ElementRhythm(at: store.time)
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

  private func keep(_ entry: ElementRhythm, of id: ElementID) {
    let now = store.time
    if entries[id] == nil, entries.count >= Self.fewEntries, now >= nextCleaning { forgetOld() }
    if entry.changes > 0 || entry.newUntil != nil { hasRhythm = true }
    if entries.count < Self.maxEntries || entries[id] != nil { entries[id] = entry }
  }

  private func forgetOld() {
    let now = store.time
    nextCleaning = now + Self.cleaningInterval
    // A copy has no more places than it needs.
    entries = entries.filter { $0.value.isRemembered(at: now) }
    hasRhythm = entries.values.contains { $0.changes > 0 || $0.newUntil != nil }
  }

  private func isRestless(_ entry: ElementRhythm) -> Bool { entry.isRestless(at: store.time) }

  /// Whether an element changes without actions.
  func isRestless(_ id: ElementID) -> Bool { entries[id].map(isRestless) ?? false }

  /// Whether an element is a part of what has parts that are renamed without actions.
  func isInRestlessGroup(_ id: ElementID) -> Bool { groups.contain(id) }

  /// Whether an element gets or loses children without actions.
  func changesChildren(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.changesChildren } ?? false
  }

  /// Whether the children of an element come and go without actions.
  func replacesChildren(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.losses >= ElementRhythm.restless } ?? false
  }

  /// Whether an element is checked, selected or expanded without actions, or the opposite.
  func isOftenChosen(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.choices >= ElementRhythm.restless } ?? false
  }

  /// Whether the role or label of an element changes without actions.
  func isOftenRenamed(_ id: ElementID) -> Bool {
    entries[id].map { isRestless($0) && $0.renames >= ElementRhythm.restless } ?? false
  }

  /// Whether an element may be called something else than it is in the mirror: its role or label changes without actions, or
  /// changed a moment ago.
  func mayBeRenamed(_ id: ElementID) -> Bool { isOftenRenamed(id) || wasRenamed(entries[id]) }

  /// Whether an element, or the row or item that it is in, may be another one than in the mirror.
  func mayBeOther(_ id: ElementID) -> Bool {
    mayBeRenamed(id) || ItemContents(around: id, in: store, self)?.mayChange == true
  }

  /// The elements that were renamed a moment ago.
  var recentlyRenamed: Set<ElementID> { Set(entries.filter { wasRenamed($0.value) }.keys) }

  private func wasRenamed(_ entry: ElementRhythm?) -> Bool {
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
