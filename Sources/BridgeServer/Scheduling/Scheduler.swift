internal import BridgeTransport

/// Shares the loop's time among the requests of all clients.
///
/// Work waits in three lines. Light work, of connections that ask for little, comes first. Heavy work
/// takes turns, a slice each. Background work, which nobody needs at once (filters, conditions), comes
/// last and rests for as long as it ran, so that it takes at most half of the loop's time. A turn that is
/// old begins no more heavy or background work, except one slice of the line whose turn it is: nothing
/// starves, and no turn takes longer than that slice beyond its share.
final class Scheduler {
  enum Priority {
    case light
    case heavy
    case background
  }

  /// The age from which a turn begins no work that can wait.
  static let maxTurnAge = Duration.milliseconds(3)
  /// How long one piece of work runs while others wait.
  static let slice = Duration.milliseconds(1)
  /// The same in nanoseconds, for what is asked at each request.
  private static let sliceNanoseconds: UInt64 = 1_000_000
  private static let backgroundShare = Duration.milliseconds(3)

  private let loop: EventLoop
  private var light = WorkQueue()
  private var heavy = WorkQueue()
  private var background = WorkQueue()
  private var isRunScheduled = false
  /// When background work may continue.
  private var backgroundResume = MonotonicTime(nanoseconds: 0)
  private var wakeUpTimer: Timer?
  /// Whether the background line comes before the heavy line in the next turn.
  private var runsBackgroundFirst = false

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Whether there is more work than can be done at once.
  func isBehind(at now: MonotonicTime) -> Bool {
    !light.isEmpty || !heavy.isEmpty || now >= Self.end(ofSliceFrom: loop.turnBegan)
  }

  /// Returns when a slice that begins at `time` is over.
  static func end(ofSliceFrom time: MonotonicTime) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds &+ sliceNanoseconds)
  }

  /// Adds work to a line. The work proceeds when its turn comes, never within this call.
  func add(_ work: SlicedWork, _ priority: Priority) {
    guard !work.isScheduled else { return }
    append(work, priority)
    guard !isRunScheduled else { return }
    isRunScheduled = true
    loop.atEndOfTurn { [self] in run() }
  }

  private func append(_ work: SlicedWork, _ priority: Priority) {
    switch priority {
    case .light: light.append(work)
    case .heavy: heavy.append(work)
    case .background: background.append(work)
    }
  }

  private func run() {
    isRunScheduled = false
    runLight()
    if runsBackgroundFirst {
      runBackground(atLeastOne: true)
      runHeavy(atLeastOne: false)
    } else {
      runHeavy(atLeastOne: true)
      runBackground(atLeastOne: false)
    }
    runsBackgroundFirst.toggle()
    scheduleRun()
  }

  private func scheduleRun() {
    guard !isRunScheduled else { return }
    if !light.isEmpty || !heavy.isEmpty || (!background.isEmpty && backgroundResume <= .now()) {
      isRunScheduled = true
      loop.atEndOfNextTurn { [self] in run() }
    } else if !background.isEmpty, wakeUpTimer == nil {
      wakeUpTimer = loop.schedule(at: backgroundResume) { [self] in
        wakeUpTimer = nil
        if !isRunScheduled { run() }
      }
    }
  }

  /// Runs the light line. Work that needs more than a slice continues in the heavy line. However old the
  /// turn is, light work gets one slice in total: otherwise connections that are served as they are read
  /// would keep it waiting for ever.
  private func runLight() {
    var left = light.count
    let slice = Slice(Self.slice)
    while left > 0, !slice.isExpired || loop.turnAge < Self.maxTurnAge, let work = light.popFirst()
    {
      left -= 1
      if work.proceed(Slice(Self.slice)), !work.isScheduled { heavy.append(work) }
    }
  }

  private func runHeavy(atLeastOne: Bool) {
    var mustRun = atLeastOne
    while mustRun || loop.turnAge < Self.maxTurnAge, let work = heavy.popFirst() {
      mustRun = false
      if work.proceed(Slice(Self.slice)), !work.isScheduled { heavy.append(work) }
    }
  }

  private func runBackground(atLeastOne: Bool) {
    let began = MonotonicTime.now()
    guard !background.isEmpty, backgroundResume <= began else { return }
    var mustRun = atLeastOne
    var spent = Duration.zero
    while mustRun || (spent < Self.backgroundShare && loop.turnAge < Self.maxTurnAge),
      let work = background.popFirst()
    {
      mustRun = false
      if work.proceed(Slice(Self.slice)), !work.isScheduled { background.append(work) }
      spent = MonotonicTime.now().since(began)
    }
    backgroundResume = MonotonicTime.now().advanced(by: spent)
  }
}
