internal import BridgeTransport

/// Reads a whole application again after it was active: every toolkit changes much without an event or an
/// update of the cache, such as actions, descriptions and what is on screen.
///
/// What is on screen comes first. A pass goes on while the application is at rest, or if it has not come to
/// rest for a long time, and takes about a twentieth of the application's time. Passes end when one finds no
/// difference from the mirror: an application that is left alone is not called. While no client watches, only
/// what is on screen is read, unless there are complaints about the application; the rest is postponed until a
/// client watches.
final class Rereading: StructurePart {
  let structure: StructureReader
  weak var activity: Activity?
  /// The objects still to be read in this pass, in reverse order.
  private var pending: [MirroredObject] = []
  private var timer: Timer?
  /// Whether another pass is due: the application was active since the last one began, or that pass found
  /// something.
  private var isOwed = true
  /// Whether objects that are not on screen were left out since they were last read.
  private var isRestOwed = false
  /// The objects that were not read because clients stopped watching during a pass, in reverse order.
  private var held: [MirroredObject] = []
  /// The callers that wait until everything due has been read, and since when.
  private var awaited: [(since: MonotonicTime, done: () -> Void)] = []
  private var pass = Pass.none
  /// Whether the pass pauses when no client watches any more.
  private var mayHold = true
  /// Whether the pass goes on although the application is active.
  private var isForced = false
  private var foundInPass = 0
  private var passBegan = MonotonicTime.now()
  /// When the application was last active.
  private var lastActivity = MonotonicTime(nanoseconds: 0)
  /// Whether something moved during this pass: elements that were read before may have moved with it.
  private var movedInPass = false
  /// Whether nothing has been read in this pass yet.
  private var isFresh = true
  /// The number of passes in which something moved while a caller waited.
  private var movedPasses = 0
  private var passesWithoutActivity = 0

  /// The number of objects that are read at once.
  static let slice = 32
  /// The estimated time that reading an object costs the application.
  static let cost = Duration.microseconds(400)
  /// A pass may use one part in `share` of the application's time.
  static let share = 20
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
  static let maxUnwatched = 2000
  /// The same as `share`, while a caller waits for the end.
  static let awaitedShare = 2

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    pending = []
    held = []
    pass = .none
    finishAwaited()
  }

  /// Whether anything is due to be read.
  ///
  /// - Parameter isWatched: Whether to include what is postponed until a client watches.
  func hasWork(isWatched: Bool) -> Bool {
    isOwed || isUnderWay || mayHeal
      || isWatched && (isRestOwed || !held.isEmpty)
  }

  /// Whether another pass may find that complaints about the application no longer hold.
  var mayHeal: Bool {
    !application.complaints.isEmpty && passesWithoutActivity < Self.maxPasses
  }

  /// Whether a pass has begun and not ended.
  var isUnderWay: Bool { pass != .none }

  /// Handles activity of the application: another pass is due, and the current one pauses unless it is forced.
  func interrupt() {
    isOwed = true
    lastActivity = .now()
    passesWithoutActivity = 0
    guard !isForced else { return }
    timer?.cancel()
    timer = nil
  }

  /// Handles an event that is no reason to pause: it may be an echo, or one that the application sends all the
  /// time.
  func heard() { isOwed = true }

  /// Records that an element was found to have moved, in an application that does not report moves.
  func moved() {
    if isUnderWay, !isFresh { movedInPass = true }
  }

  /// Whether objects that this pass has read may have changed since.
  private var isOutdated: Bool { isUnderWay && (movedInPass || lastActivity > passBegan) }

  /// Begins or continues a pass because the application is at rest, or never is (`isForced`).
  func resume(isForced: Bool) {
    guard timer == nil else { return }
    self.isForced = isForced || !awaited.isEmpty
    if !isUnderWay {
      guard hasWork(isWatched: isRead) else { return finishAwaited() }
      let isRestDue = isRead && (isRestOwed || !held.isEmpty)
      guard passesWithoutActivity < Self.maxPasses || isRestDue else { return finishAwaited() }
      begin()
    }
    schedule(objects: 0)
  }

  /// Reads everything that is due, sooner than otherwise, and then calls `done`. Objects that were read before
  /// the application was last active, or before something moved, are read again.
  func catchUp(_ done: @escaping () -> Void) {
    guard hasWork(isWatched: true), !isClosed else { return done() }
    awaited.append((.now(), done))
    // Changes that belong to an event may come a moment after it.
    activity?.whenRested { [weak self] in self?.hurry() }
  }

  private func hurry() {
    guard !awaited.isEmpty, !isClosed else { return }
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
    held = []
    isOwed = true
    isRestOwed = true
  }

  /// Whether everything is read because a client watches or a caller waits, not only what is on screen.
  private var isRead: Bool {
    context.isWatched || !awaited.isEmpty
  }

  /// Records that a difference from the mirror was found and repaired.
  func found() {
    foundInPass += 1
    context.repairs += 1
    activity?.pace.found()
  }

  /// Has another pass find out whether a complaint about the application still holds.
  func requestCheck() {
    isOwed = true
    activity?.requestCheck()
  }

  private func begin() {
    passBegan = .now()
    mayHold = true
    let shown = root.subtree.filter { $0.stage == .shown }
    let onScreen = shown.filter { $0.isShowing || $0 === root }
    let isSmall = onScreen.count == shown.count && shown.count <= Self.maxUnwatched
    if !isRead, !isSmall, application.complaints.isEmpty {
      pass = .screen
      pending = onScreen.prefix(Self.maxUnwatched).reversed()
      isRestOwed = true
    } else if !held.isEmpty {
      pass = .remainder
      pending = held + onScreen.reversed()
      held = []
      // Objects that the earlier pass read may have changed since.
      isRestOwed = isRestOwed || isOwed
    } else {
      pass = .all
      pending = shown.filter { !$0.isShowing && $0 !== root }.reversed()
      pending += onScreen.reversed()
      mayHold = !isSmall && application.complaints.isEmpty
      isRestOwed = false
    }
    isOwed = false
    foundInPass = 0
    movedInPass = false
    isFresh = true
    passesWithoutActivity += 1
  }

  private func schedule(objects: Int) {
    let share = awaited.isEmpty ? Self.share : Self.awaitedShare
    timer = context.loop.schedule(after: Self.cost * objects * (share - 1)) { [weak self] in
      self?.readOn()
    }
  }

  private func readOn() {
    timer = nil
    guard !isClosed else { return }
    guard !health.isSuspended else { return finishAwaited() }
    if pass != .screen, mayHold, !isRead { return hold() }
    // Pending reads of frames end before the pass begins, so that moves they find are no reason for another
    // pass.
    if isFresh, !reads.isDetailRead,
      MonotonicTime.now().since(passBegan) < Activity.maxWait
    {
      return schedule(objects: Self.slice)
    }
    isFresh = false
    var count = 0
    while count < Self.slice, let object = pending.popLast() {
      guard object.stage == .shown else { continue }
      count += 1
      if object.grid != nil { structure.readWindow(of: object) }
      reads.mark(object, object.rereadable, .extras)
    }
    guard count == 0, !reads.isReadingExtras else {
      return schedule(objects: max(1, count))
    }
    end()
  }

  private func end() {
    if movedInPass, !awaited.isEmpty { movedPasses += 1 }
    let isStill = !movedInPass || movedPasses >= Self.maxPasses
    let isWhole = isStill && (pass == .all || pass == .remainder && !isRestOwed)
    if pass == .all {
      application.complaints.drop(before: passBegan)
      activity?.wasRead(since: passBegan)
    }
    pass = .none
    schedule()
    if foundInPass > 0 || movedInPass { isOwed = true }
    if isWhole { finishAwaited { $0 <= self.passBegan || self.lastActivity <= self.passBegan } }
    if !awaited.isEmpty { return resume(isForced: true) }
    if hasWork(isWatched: context.isWatched) {
      activity?.requestCheck()
    }
  }

  /// Pauses the pass because no client watches any more. The rest is read when one watches again.
  private func hold() {
    held = pending
    pending = []
    pass = .none
  }

  /// Calls back the waiting callers whose start time satisfies `isDone`.
  private func finishAwaited(_ isDone: (MonotonicTime) -> Bool = { _ in true }) {
    let finished = awaited.filter { isDone($0.since) }
    awaited.removeAll { isDone($0.since) }
    if awaited.isEmpty { movedPasses = 0 }
    for waiter in finished { waiter.done() }
  }
}
