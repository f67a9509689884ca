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
  let serviceNames: ServiceNames
  /// The value of `Application.source`.
  let sourceName: String
  /// The applications, by their bus names.
  var applications: [String: MirroredApplication] = [:]
  /// The number of objects in all mirrors, and the size of their texts in bytes. The number of elements is
  /// limited, but each of them could have long names, attributes and a text.
  var elements = 0
  var textBytes = 0
  /// The number of objects, and of entries of caches, that were dropped since freed memory was last given back to the system.
  private var freedCount = 0
  private var freedAtCheck = 0
  private var trimTimer: Timer?
  /// The number of differences that background checks found and repaired.
  var repairCount = 0

  /// Whether someone watches the mirror, so that changes which no event reports are worth reading.
  var isWatched = false {
    didSet {
      guard isWatched, !oldValue else { return }
      for application in applications.values { application.owner?.didStartWatching() }
    }
  }

  private var scheduled: [MirroredApplication] = []
  private var isStepRequested = false
  private var isStepping = false

  init(
    store: TreeStore, loop: EventLoop, calls: BusConnection, events: BusConnection,
    configuration: DesktopConfiguration, sourceName: String
  ) {
    self.store = store
    self.loop = loop
    self.calls = calls
    self.configuration = configuration
    self.sourceName = sourceName
    serviceNames = ServiceNames(table.interner, on: events)
  }

  var limits: DesktopLimits { configuration.limits }

  /// The number of them after which freed memory, which otherwise stays with the process, is given back.
  static let trimThreshold = 8192
  /// How long none must have been dropped before that.
  private static let trimDelay = Duration.seconds(1)

  /// Counts objects that were removed from a mirror, or entries of a cache that are not needed any more.
  func recordFreed(_ count: Int = 1) {
    freedCount += count
    if freedCount >= Self.trimThreshold, trimTimer == nil { scheduleTrim() }
  }

  /// Gives freed memory back once nothing more is being dropped.
  private func scheduleTrim() {
    freedAtCheck = freedCount
    trimTimer = loop.schedule(after: Self.trimDelay) { [weak self] in
      guard let self else { return }
      guard freedCount == freedAtCheck else { return scheduleTrim() }
      (trimTimer, freedCount) = (nil, 0)
      ProcessMemory.trim()
    }
  }

  /// Whether an application may have one more element. A small application may, however large others are.
  func hasRoom(_ application: MirroredApplication) -> Bool {
    application.count < limits.elements
      && (elements < limits.totalElements || application.count < limits.reservedElements)
  }

  /// Schedules `application`'s next step for the end of this turn of the loop, behind what clients asked for in it.
  func schedule(_ application: MirroredApplication) {
    guard !application.isScheduled else { return }
    application.isScheduled = true
    scheduled.append(application)
    guard !isStepRequested else { return }
    isStepRequested = true
    // A step that follows from one in this turn is left for the next turn where a client waits.
    let step = { [weak self] in if let self { self.step() } }
    if isStepping, loop.isTurnAwaited {
      loop.atEndOfNextTurn(step)
    } else {
      loop.afterAnswers(step)
    }
  }

  /// Runs the steps of applications. When a client waits, or the turn is old, the remaining ones run in the next turn, in their order, so
  /// that many applications with much to do do not block the loop.
  private func step() {
    isStepRequested = false
    isStepping = true
    defer { isStepping = false }
    let batch = scheduled
    scheduled = []
    var next = 0
    while next < batch.count, next == 0 || !loop.isTurnAwaited {
      batch[next].isScheduled = false
      batch[next].owner?.step()
      next += 1
    }
    if next < batch.count {
      scheduled.insert(contentsOf: batch[next...], at: 0)
      isStepRequested = true
      loop.schedule(after: .zero) { [weak self] in self?.step() }
    }
    if table.hasTooManyUnused, !table.interner.isSweeping { forgetUnused() }
  }

  /// Begins to forget objects that are known but in no mirror, except those that are still to be added to
  /// one.
  private func forgetUnused() {
    table.beginSweep()
    var referenced: Set<ObjectReference> = []
    for application in applications.values {
      application.owner?.forEachPending { referenced.insert($0) }
    }
    collectReferenced(applications.values.map { SubtreeWalk($0.root) }, referenced)
  }

  /// The number of objects that are searched in one turn for references to such objects.
  private static let collectionSlice = 8192

  /// Collects the objects that are still to be added, in slices of one turn each, and then forgets the
  /// others. Objects that are interned meanwhile are kept.
  private func collectReferenced(_ walks: [SubtreeWalk], _ referenced: Set<ObjectReference>) {
    var (walks, referenced) = (walks, referenced)
    var left = Self.collectionSlice
    while var walk = walks.popLast() {
      while left > 0, let object = walk.next() {
        left -= 1
        object.listedChildren.map { referenced.formUnion($0) }
        if let active = object.activeDescendant { referenced.insert(active) }
      }
      guard left == 0 else { continue }
      walks.append(walk)
      loop.schedule(after: .zero) { [weak self, walks, referenced] in
        self?.collectReferenced(walks, referenced)
      }
      return
    }
    forgetUnused(but: referenced)
  }

  private func forgetUnused(but referenced: Set<ObjectReference>) {
    guard table.forgetUnused({ referenced.contains($0) }) else { return }
    loop.schedule(after: .zero) { [weak self] in self?.forgetUnused(but: referenced) }
  }
}
