internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// What the mirrors of all applications share for as long as one accessibility bus lasts.
final class MirrorContext {
  let store: TreeStore
  let loop: EventLoop
  let calls: BusConnection
  let configuration: DesktopConfiguration
  let table = ObjectTable()
  /// The name that `Application.source` carries.
  let sourceName: String
  /// By the bus names of the applications.
  var applications: [String: MirroredApplication] = [:]
  /// Objects in all mirrors, and what they say.
  var elements = 0
  var texts = TextBudget()
  /// Objects removed since freed memory was given back.
  private var removed = 0
  private var removedAtLook = 0
  private var givingBack: Timer?
  /// Differences that background checks found and repaired.
  var repairs = 0

  /// Whether somebody watches the mirror, so that what no event tells is worth asking for.
  var isWatched = false {
    didSet {
      guard isWatched, !oldValue else { return }
      for application in applications.values { application.owner?.audienceCame() }
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

  /// After the removal of so many objects freed memory, which else stays with the process, is given back.
  static let manyRemoved = 16_384
  /// For so long no more must have been removed.
  private static let removalRest = Duration.seconds(1)

  /// An object was removed from a mirror.
  func noteRemoval() {
    removed += 1
    if removed >= Self.manyRemoved, givingBack == nil { giveBackLater() }
  }

  /// Gives freed memory back once removals have come to rest.
  private func giveBackLater() {
    removedAtLook = removed
    givingBack = loop.schedule(after: Self.removalRest) { [weak self] in
      guard let self else { return }
      guard removed == removedAtLook else { return giveBackLater() }
      (givingBack, removed) = (nil, 0)
      ProcessMemory.giveBack()
    }
  }

  /// Whether an application may have one more element. A small one may, however large others are.
  func allows(_ application: MirroredApplication) -> Bool {
    application.count < limits.elements
      && (elements < limits.elementsOfAll || application.count < limits.elementsOfAny)
  }

  /// Has `application` take its next step at the end of this turn of the loop.
  func schedule(_ application: MirroredApplication) {
    guard !application.isScheduled else { return }
    application.isScheduled = true
    scheduled.append(application)
    guard !isStepRequested else { return }
    isStepRequested = true
    loop.atEndOfTurn { [weak self] in self?.step() }
  }

  /// How old a turn may be when an application's step begins. The others take theirs in the next turn, in
  /// their order, so that many that have much to do keep nobody waiting.
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

  /// Forgets objects that were named and are in no mirror, but for those that wait to be taken in.
  private func forgetUnused() {
    table.beginSweep()
    var awaited: Set<ObjectReference> = []
    for application in applications.values {
      application.owner?.forEachAwaited { awaited.insert($0) }
    }
    collectAwaited(applications.values.map { SubtreeWalk($0.root) }, awaited)
  }

  /// Objects that are looked at in one turn for what they wait to take in.
  private static let collectingSlice = 8192

  /// Finds what is waited for, so many objects a turn, and forgets the rest then. What is named meanwhile is kept.
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
