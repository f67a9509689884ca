internal import BridgeTransport

/// Shares the loop's time among the requests of all clients.
///
/// Work waits in three lines. Light work, of connections that ask for little, comes first. Heavy work
/// takes turns, a slice each. Background work, which nobody needs at once (filters, conditions), comes
/// last and rests for as long as it ran, so that it takes at most half of the loop's time. A turn that is
/// old begins no more heavy or background work, except one slice of the line whose turn it is: nothing
/// starves, and no turn takes longer than that slice beyond its share.
final class Scheduler {
  enum Line {
    case light
    case heavy
    case background
  }

  /// The age from which a turn begins no work that can wait.
  static let oldTurn = Duration.milliseconds(3)
  /// How long one piece of work runs while others wait.
  static let slice = Duration.milliseconds(1)
  private static let backgroundShare = Duration.milliseconds(3)

  private let loop: EventLoop
  private var light = WorkLine()
  private var heavy = WorkLine()
  private var background = WorkLine()
  private var isPlanned = false
  /// When background work may continue.
  private var rested = MonotonicTime(nanoseconds: 0)
  private var wakeUp: Timer?
  /// Whether the background line comes before the heavy line in the next turn.
  private var backgroundIsFirst = false

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Whether there is more work than can be done at once.
  var isBehind: Bool { !light.isEmpty || !heavy.isEmpty || loop.turnAge >= Self.slice }

  /// Adds work to a line. The work proceeds when its turn comes, never within this call.
  func add(_ work: SlicedWork, _ line: Line) {
    guard !work.isScheduled else { return }
    append(work, line)
    guard !isPlanned else { return }
    isPlanned = true
    loop.atEndOfTurn { [weak self] in self?.run() }
  }

  private func append(_ work: SlicedWork, _ line: Line) {
    switch line {
    case .light: light.append(work)
    case .heavy: heavy.append(work)
    case .background: background.append(work)
    }
  }

  private func run() {
    isPlanned = false
    runLight()
    if backgroundIsFirst {
      runBackground(evenIfOld: true)
      runHeavy(evenIfOld: false)
    } else {
      runHeavy(evenIfOld: true)
      runBackground(evenIfOld: false)
    }
    backgroundIsFirst.toggle()
    plan()
  }

  private func plan() {
    guard !isPlanned else { return }
    if !light.isEmpty || !heavy.isEmpty || (!background.isEmpty && rested <= .now()) {
      isPlanned = true
      loop.atEndOfNextTurn { [weak self] in self?.run() }
    } else if !background.isEmpty, wakeUp == nil {
      wakeUp = loop.schedule(at: rested) { [weak self] in
        guard let self else { return }
        wakeUp = nil
        if !isPlanned { run() }
      }
    }
  }

  /// Runs the light line. Work that needs more than a slice continues in the heavy line. However old the
  /// turn is, light work gets one slice in total: otherwise connections that are served as they are read
  /// would keep it waiting for ever.
  private func runLight() {
    var left = light.count
    let slice = Slice(Self.slice)
    while left > 0, !slice.isOver || loop.turnAge < Self.oldTurn, let work = light.popFirst() {
      left -= 1
      if work.proceed(Slice(Self.slice)), !work.isScheduled { heavy.append(work) }
    }
  }

  private func runHeavy(evenIfOld: Bool) {
    var mayGoOn = evenIfOld
    while mayGoOn || loop.turnAge < Self.oldTurn, let work = heavy.popFirst() {
      mayGoOn = false
      if work.proceed(Slice(Self.slice)), !work.isScheduled { heavy.append(work) }
    }
  }

  private func runBackground(evenIfOld: Bool) {
    let began = MonotonicTime.now()
    guard !background.isEmpty, rested <= began else { return }
    var mayGoOn = evenIfOld
    var spent = Duration.zero
    while mayGoOn || (spent < Self.backgroundShare && loop.turnAge < Self.oldTurn),
      let work = background.popFirst()
    {
      mayGoOn = false
      if work.proceed(Slice(Self.slice)), !work.isScheduled { background.append(work) }
      spent = MonotonicTime.now().since(began)
    }
    rested = MonotonicTime.now().advanced(by: spent)
  }
}
