internal import BridgeTransport

/// Reads all of an application once more, after it was active: much changes in every toolkit that
/// no event tells and no cache says, such as actions, descriptions and what is on screen.
///
/// What is on screen comes first. It goes on while the application is at rest, or has not been for long,
/// costs it about a twentieth of its time, and ends when everything was found as the mirror has it: an
/// application that is left alone is not asked anything. While nobody watches only what is on screen
/// is read; the rest is owed until somebody does.
final class Rereading: StructurePart {
  let structure: StructureReader
  weak var activity: Activity?
  /// What is still to be read in this pass, the last first.
  private var pending: [MirroredObject] = []
  private var timer: Timer?
  /// The application was active since the pass began, or the pass found something.
  private var isOwed = true
  /// What is not on screen was left out since it was last read.
  private var isRestOwed = false
  /// What an ended audience left of a pass, the last first.
  private var held: [MirroredObject] = []
  /// Who waits for all that is owed to be read, and since when.
  private var awaited: [(since: MonotonicTime, done: () -> Void)] = []
  private var pass = Pass.none
  /// Whether the pass waits when nobody watches any more.
  private var mayHold = true
  /// The pass goes on although the application is active.
  private var isForced = false
  private var foundInPass = 0
  private var passBegan = MonotonicTime.now()
  /// When the application was last active.
  private var lastActivity = MonotonicTime(nanoseconds: 0)
  /// Something moved during this pass, and may have taken with it what had been read before.
  private var movedInPass = false
  /// Nothing has been read in this pass.
  private var isFresh = true
  /// Passes in which something moved while somebody waited.
  private var movedPasses = 0
  private var passesWithoutActivity = 0

  /// Objects read at once.
  static let slice = 32
  /// What reading an object costs the application, about.
  static let cost = Duration.microseconds(400)
  /// A pass may use one part in so many of the time.
  static let share = 20
  /// Passes that follow each other because each found something, while the application said nothing.
  static let maxPasses = 3

  /// What is being read.
  private enum Pass {
    case none
    case screen
    /// What was left of an earlier one, after what is on screen.
    case remainder
    case all
  }

  /// Objects on screen that are read while nobody watches, at most.
  static let maxUnwatched = 2000
  /// As `share`, while somebody waits for the end.
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

  /// Whether anything is to be read, by who is there.
  func hasWork(isWatched: Bool) -> Bool {
    isOwed || isUnderWay || mayHeal
      || isWatched && (isRestOwed || !held.isEmpty)
  }

  /// Whether another pass may find that what was wrong with the application is not any more.
  var mayHeal: Bool {
    !application.complaints.isEmpty && passesWithoutActivity < Self.maxPasses
  }

  /// Whether a pass has not come to its end.
  var isUnderWay: Bool { pass != .none }

  /// The application is active: it has better to do, unless it is so all the time.
  func interrupt() {
    isOwed = true
    lastActivity = .now()
    passesWithoutActivity = 0
    guard !isForced else { return }
    timer?.cancel()
    timer = nil
  }

  /// The application said something that is no reason to wait: it may be due to what it was asked, or
  /// it says so all the time.
  func heard() { isOwed = true }

  /// An element was found in another place, and its application does not tell what moves.
  func moved() {
    if isUnderWay, !isFresh { movedInPass = true }
  }

  /// Whether the pass says nothing of some of what it has read: it may have changed since.
  private var isOutdated: Bool { isUnderWay && (movedInPass || lastActivity > passBegan) }

  /// The application is at rest, or never is (`isForced`).
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

  /// Reads all that is owed, sooner than otherwise, and calls `done` then. What was read before the
  /// application was last active, or before something moved, is read again.
  func catchUp(_ done: @escaping () -> Void) {
    guard hasWork(isWatched: true), !isClosed else { return done() }
    awaited.append((.now(), done))
    // What an event goes with may come a moment after it.
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

  /// Gives up a pass that another one has to follow anyway.
  private func abandon() {
    pass = .none
    pending = []
    held = []
    isOwed = true
    isRestOwed = true
  }

  /// Whether all is read, for somebody who watches or waits.
  private var isRead: Bool {
    context.isWatched || !awaited.isEmpty
  }

  /// Something was not as the mirror had it. It is right now.
  func found() {
    foundInPass += 1
    context.repairs += 1
    activity?.pace.found()
  }

  /// Something is wrong with the application: another pass finds out whether it still is.
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
      // What was read before may have changed since.
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
    // What moved before the pass is found before it, and is no reason for another.
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

  /// The audience has gone: what is left is read when there is one again.
  private func hold() {
    held = pending
    pending = []
    pass = .none
  }

  /// Tells those who have waited since such a time.
  private func finishAwaited(_ isDone: (MonotonicTime) -> Bool = { _ in true }) {
    let finished = awaited.filter { isDone($0.since) }
    awaited.removeAll { isDone($0.since) }
    if awaited.isEmpty { movedPasses = 0 }
    for waiter in finished { waiter.done() }
  }
}
