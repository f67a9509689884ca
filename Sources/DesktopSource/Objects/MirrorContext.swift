internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The state that the mirrors of all applications share for as long as one accessibility bus lasts.
final class MirrorContext {
  let store: TreeStore
  let loop: EventLoop
  let calls: BusConnection
  let configuration: DesktopConfiguration
  let table = ObjectTable()
  /// The value of `Application.source`.
  let sourceName: String
  /// The applications, by their bus names.
  var applications: [String: MirroredApplication] = [:]
  /// The number of objects in all mirrors, and the size of their texts.
  var elements = 0
  var texts = TextBudget()
  /// The number of objects removed since freed memory was last given back to the system.
  private var removed = 0
  private var removedAtLook = 0
  private var givingBack: Timer?
  /// The number of differences that background checks found and repaired.
  var repairs = 0

  /// Whether someone watches the mirror, so that changes which no event reports are worth reading.
  var isWatched = false {
    didSet {
      guard isWatched, !oldValue else { return }
      for application in applications.values { application.owner?.didStartWatching() }
    }
  }

  private var scheduled: [MirroredApplication] = []
  private var isStepRequested = false

  init(
    store: TreeStore, loop: EventLoop, calls: BusConnection, configuration: DesktopConfiguration,
    sourceName: String
  ) {
    self.store = store
    self.loop = loop
    self.calls = calls
    self.configuration = configuration
    self.sourceName = sourceName
  }

  var limits: DesktopLimits { configuration.limits }

  /// The number of removed objects after which freed memory, which otherwise stays with the process, is given
  /// back.
  static let manyRemoved = 16_384
  /// How long no object must have been removed before that.
  private static let removalRest = Duration.seconds(1)

  /// Counts an object that was removed from a mirror.
  func noteRemoval() {
    removed += 1
    if removed >= Self.manyRemoved, givingBack == nil { giveBackLater() }
  }

  /// Gives freed memory back once objects are no longer being removed.
  private func giveBackLater() {
    removedAtLook = removed
    givingBack = loop.schedule(after: Self.removalRest) { [weak self] in
      guard let self else { return }
      guard removed == removedAtLook else { return giveBackLater() }
      (givingBack, removed) = (nil, 0)
      ProcessMemory.trim()
    }
  }

  /// Whether an application may have one more element. A small application may, however large others are.
  func allows(_ application: MirroredApplication) -> Bool {
    application.count < limits.elements
      && (elements < limits.elementsOfAll || application.count < limits.elementsOfAny)
  }

  /// Schedules `application`'s next step for the end of this turn of the loop.
  func schedule(_ application: MirroredApplication) {
    guard !application.isScheduled else { return }
    application.isScheduled = true
    scheduled.append(application)
    guard !isStepRequested else { return }
    isStepRequested = true
    loop.atEndOfTurn { [weak self] in self?.step() }
  }

  /// The age of a turn after which no further application's step begins. The remaining ones run in the next
  /// turn, in their order, so that many applications with much to do do not block the loop.
  static let turnLimit = Duration.milliseconds(4)

  private func step() {
    isStepRequested = false
    let batch = scheduled
    scheduled = []
    var next = 0
    while next < batch.count, next == 0 || loop.turnAge < Self.turnLimit {
      batch[next].isScheduled = false
      batch[next].owner?.step()
      next += 1
    }
    if next < batch.count {
      scheduled.insert(contentsOf: batch[next...], at: 0)
      isStepRequested = true
      loop.schedule(after: .zero) { [weak self] in self?.step() }
    }
    if table.hasManyUnused, !table.interner.isSweeping { forgetUnused() }
  }

  /// Begins to forget objects that are known but in no mirror, except those that are still to be added to
  /// one.
  private func forgetUnused() {
    table.beginSweep()
    var awaited: Set<ObjectReference> = []
    for application in applications.values {
      application.owner?.forEachAwaited { awaited.insert($0) }
    }
    collectAwaited(applications.values.map { SubtreeWalk($0.root) }, awaited)
  }

  /// The number of objects that are searched in one turn for references to such objects.
  private static let collectingSlice = 8192

  /// Collects the objects that are still to be added, in slices of one turn each, and then forgets the
  /// others. Objects that are interned meanwhile are kept.
  private func collectAwaited(_ walks: [SubtreeWalk], _ awaited: Set<ObjectReference>) {
    var (walks, awaited) = (walks, awaited)
    var left = Self.collectingSlice
    while var walk = walks.popLast() {
      while left > 0, let object = walk.next() {
        left -= 1
        object.listedChildren.map { awaited.formUnion($0) }
        if let active = object.activeDescendant { awaited.insert(active) }
      }
      guard left == 0 else { continue }
      walks.append(walk)
      loop.schedule(after: .zero) { [weak self, walks, awaited] in
        self?.collectAwaited(walks, awaited)
      }
      return
    }
    forgetUnused(but: awaited)
  }

  private func forgetUnused(but awaited: Set<ObjectReference>) {
    guard table.forgetUnused({ awaited.contains($0) }) else { return }
    loop.schedule(after: .zero) { [weak self] in self?.forgetUnused(but: awaited) }
  }
}
