internal import BridgeTransport

/// Reads a whole application again after it was active: every toolkit changes much without an event or an
/// update of the cache, such as actions, descriptions and what is on screen.
///
/// What is on screen comes first. A pass goes on while the application is at rest, or if it has not come to
/// rest for a long time, and takes about a twentieth of the application's time. Passes end when one finds no
/// difference from the mirror: an application that is left alone is not called. While no client watches, only
/// what is on screen is read, unless there are complaints about the application; the rest is postponed until a
/// client watches.
final class Rereader: StructurePart {
  let structure: StructureReader
  weak var activity: ActivityMonitor?
  /// The objects still to be read in this pass, in reverse order.
  private var pending: [MirroredObject] = []
  private var timer: Timer?
  /// Whether another pass is due: the application was active since the last one began, or that pass found
  /// something.
  private var isPassDue = true
  /// Whether objects that are not on screen were left out since they were last read.
  private var isOffScreenDue = false
  /// The objects that were not read because clients stopped watching during a pass, in reverse order.
  private var postponed: [MirroredObject] = []
  /// The callers that wait until everything due has been read.
  private var waiters = WaitingCallers()
  private var pass = Pass.none
  /// Whether the pass pauses when no client watches any more.
  private var canPause = true
  /// Whether the pass goes on although the application is active.
  private var isForced = false
  private var differencesInPass = 0
  private var passStart = MonotonicTime.now()
  /// When the application was last active.
  private var lastActivity = MonotonicTime(nanoseconds: 0)
  /// Whether something moved during this pass: elements that were read before may have moved with it.
  private var movedInPass = false
  /// Whether nothing has been read in this pass yet.
  private var isUnstarted = true
  /// The number of passes in which something moved while a caller waited.
  private var movedPasses = 0
  private var passesWithoutActivity = 0

  /// The number of objects that are read at once.
  static let sliceSize = 32
  /// The estimated time that reading an object costs the application.
  static let objectCost = Duration.microseconds(400)
  /// A pass may use one part in `timeDivisor` of the application's time.
  static let timeDivisor = 20
  /// The maximum number of consecutive passes that each follow because the last one found something, without an
  /// event between.
  static let maxPasses = 3

  /// What is being read.
  private enum Pass {
    case none
    case screen
    /// What an earlier pass left, after what is on screen.
    case remainder
    case all
  }

  /// The maximum number of objects on screen that are read while no client watches.
  static let maxUnwatchedObjects = 2000
  /// The same as `timeDivisor`, while a caller waits for the end.
  static let awaitedTimeDivisor = 2

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    pending = []
    postponed = []
    pass = .none
    finishWaiters()
  }

  /// Whether anything is due to be read.
  ///
  /// - Parameter isWatched: Whether to include what is postponed until a client watches.
  func hasWork(isWatched: Bool) -> Bool {
    isPassDue || isUnderWay || mayResolveProblems
      || isWatched && (isOffScreenDue || !postponed.isEmpty)
  }

  /// Whether another pass may find that complaints about the application no longer hold.
  var mayResolveProblems: Bool {
    !application.problems.isEmpty && passesWithoutActivity < Self.maxPasses
  }

  /// Whether a pass has begun and not ended.
  var isUnderWay: Bool { pass != .none }

  /// Handles activity of the application: another pass is due, and the current one pauses unless it is forced.
  func interrupt() {
    isPassDue = true
    lastActivity = .now()
    passesWithoutActivity = 0
    guard !isForced else { return }
    timer?.cancel()
    timer = nil
  }

  /// Handles an event that is no reason to pause: it may be an echo, or one that the application sends all the
  /// time.
  func markDue() { isPassDue = true }

  /// Records that an element was found to have moved, in an application that does not report moves.
  func recordMove() {
    if isUnderWay, !isUnstarted { movedInPass = true }
  }

  /// Whether objects that this pass has read may have changed since.
  private var isOutdated: Bool { isUnderWay && (movedInPass || lastActivity > passStart) }

  /// Begins or continues a pass because the application is at rest, or never is (`isForced`).
  func resume(isForced: Bool) {
    guard timer == nil else { return }
    self.isForced = isForced || !waiters.isEmpty
    if !isUnderWay {
      guard hasWork(isWatched: readsEverything) else { return finishWaiters() }
      let isOffScreenPassDue = readsEverything && (isOffScreenDue || !postponed.isEmpty)
      guard passesWithoutActivity < Self.maxPasses || isOffScreenPassDue else {
        return finishWaiters()
      }
      begin()
    }
    schedule(objects: 0)
  }

  /// Reads everything that is due, sooner than otherwise, and then calls `done`. Objects that were read before
  /// the application was last active, or before something moved, are read again.
  func catchUp(_ done: @escaping () -> Void) {
    guard hasWork(isWatched: true), !isClosed else { return done() }
    waiters.add(done)
    // Changes that belong to an event may come a moment after it.
    activity?.quiet.run { [weak self] in self?.expedite() }
  }

  private func expedite() {
    guard !waiters.isEmpty, !isClosed else { return }
    if isOutdated { abandon() }
    passesWithoutActivity = 0
    timer?.cancel()
    timer = nil
    resume(isForced: true)
  }

  /// Abandons a pass that another one has to follow anyway.
  private func abandon() {
    pass = .none
    pending = []
    postponed = []
    isPassDue = true
    isOffScreenDue = true
  }

  /// Whether everything is read because a client watches or a caller waits, not only what is on screen.
  private var readsEverything: Bool {
    context.isWatched || !waiters.isEmpty
  }

  /// Records that a difference from the mirror was found and repaired.
  func recordDifference() {
    differencesInPass += 1
    context.repairCount += 1
    activity?.pacing.recordDifference()
  }

  /// Has another pass find out whether a complaint about the application still holds.
  func requestPass() {
    isPassDue = true
    activity?.requestRound()
  }

  private func begin() {
    passStart = .now()
    canPause = true
    let shown = root.subtree.filter { $0.stage == .shown }
    let onScreen = shown.filter { $0.isShowing || $0 === root }
    let isSmall = onScreen.count == shown.count && shown.count <= Self.maxUnwatchedObjects
    if !readsEverything, !isSmall, application.problems.isEmpty {
      pass = .screen
      pending = onScreen.prefix(Self.maxUnwatchedObjects).reversed()
      isOffScreenDue = true
    } else if !postponed.isEmpty {
      pass = .remainder
      pending = postponed + onScreen.reversed()
      postponed = []
      // Objects that the earlier pass read may have changed since.
      isOffScreenDue = isOffScreenDue || isPassDue
    } else {
      pass = .all
      pending = shown.filter { !$0.isShowing && $0 !== root }.reversed()
      pending += onScreen.reversed()
      canPause = !isSmall && application.problems.isEmpty
      isOffScreenDue = false
    }
    isPassDue = false
    differencesInPass = 0
    movedInPass = false
    isUnstarted = true
    passesWithoutActivity += 1
  }

  private func schedule(objects: Int) {
    let timeDivisor = waiters.isEmpty ? Self.timeDivisor : Self.awaitedTimeDivisor
    timer = context.loop.schedule(after: Self.objectCost * objects * (timeDivisor - 1)) {
      [weak self] in
      self?.readNextSlice()
    }
  }

  private func readNextSlice() {
    timer = nil
    guard !isClosed else { return }
    guard !health.isSuspended else { return finishWaiters() }
    if pass != .screen, canPause, !readsEverything { return pause() }
    // Pending reads of frames end before the pass begins, so that moves they find are no reason for another
    // pass.
    if isUnstarted, !reads.areDetailsRead,
      MonotonicTime.now().since(passStart) < QuietDetector.maxWait
    {
      return schedule(objects: Self.sliceSize)
    }
    isUnstarted = false
    var count = 0
    while count < Self.sliceSize, let object = pending.popLast() {
      guard object.stage == .shown else { continue }
      count += 1
      if object.grid != nil { structure.readWindow(of: object) }
      reads.mark(object, object.rereadable, .background)
    }
    guard count == 0, !reads.isBackgroundActive else {
      return schedule(objects: max(1, count))
    }
    end()
  }

  private func end() {
    if movedInPass, !waiters.isEmpty { movedPasses += 1 }
    let isStable = !movedInPass || movedPasses >= Self.maxPasses
    let isComplete = isStable && (pass == .all || pass == .remainder && !isOffScreenDue)
    if pass == .all {
      application.problems.remove(before: passStart)
      activity?.didReadAll(since: passStart)
    }
    pass = .none
    schedule()
    if differencesInPass > 0 || movedInPass { isPassDue = true }
    if isComplete { finishWaiters { $0 <= self.passStart || self.lastActivity <= self.passStart } }
    if !waiters.isEmpty { return resume(isForced: true) }
    if hasWork(isWatched: context.isWatched) {
      activity?.requestRound()
    }
  }

  /// Pauses the pass because no client watches any more. The rest is read when one watches again.
  private func pause() {
    postponed = pending
    pending = []
    pass = .none
  }

  /// Calls back the waiting callers whose start time satisfies `isDone`.
  private func finishWaiters(_ isDone: (MonotonicTime) -> Bool = { _ in true }) {
    let finished = waiters.take(isDone)
    if waiters.isEmpty { movedPasses = 0 }
    for done in finished { done() }
  }
}
