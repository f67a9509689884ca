internal import BridgeTransport

/// Shares the loop's time among all that clients ask for.
///
/// Work stands in three lines. A connection that asks for little comes first; one that has much to do
/// takes turns with its like, a slice each; what nobody waits for at once (filters, conditions) comes
/// last, and rests for as long as it worked, so that it takes half of the loop's time at the most. A
/// turn that is old begins nothing more of these, but for one slice of the line whose turn it is:
/// nothing starves, and no turn takes longer than that slice beyond its share.
final class Scheduler {
  enum Line {
    case light
    case heavy
    case background
  }

  /// A turn that is older begins nothing that can wait.
  static let oldTurn = Duration.milliseconds(3)
  /// How long one piece of work goes on while others wait.
  static let slice = Duration.milliseconds(1)
  private static let backgroundShare = Duration.milliseconds(3)

  private let loop: EventLoop
  private var light = WorkLine()
  private var heavy = WorkLine()
  private var background = WorkLine()
  private var isPlanned = false
  /// When the background may go on.
  private var rested = MonotonicTime(nanoseconds: 0)
  private var wakeUp: Timer?
  /// Which of the two slow lines comes first in the next turn.
  private var backgroundIsFirst = false

  init(_ loop: EventLoop) {
    self.loop = loop
  }

  /// Whether there is more to do than can be done at once.
  var isBehind: Bool { !light.isEmpty || !heavy.isEmpty || loop.turnAge >= Self.slice }

  /// Has the work proceed when it is its turn, never from within this call.
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

  /// What turns out to be more than a slice goes on among the heavy. However old the turn is, they get
  /// one slice together: else those who are served as they are read would keep them waiting for ever.
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
