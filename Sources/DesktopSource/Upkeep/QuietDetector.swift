internal import BridgeTransport

/// Detects that an application has become quiet: it has not been active for `quietPeriod`, and nothing is being
/// read because of an event or an action.
final class QuietDetector: StructurePart {
  let structure: StructureReader
  private let frames: FrameRefresher
  weak var host: (any QuietHost)?
  /// Called when the application has become quiet, or never does (`isForced`).
  var onQuiet: (_ isForced: Bool) -> Void = { _ in }

  private var timer: Timer?
  private(set) var lastActivity: MonotonicTime?
  /// Since when the application has been found busy.
  private var busySince: MonotonicTime?
  /// The closures to run when the application is quiet.
  private var actions: [() -> Void] = []

  /// An application that was not active for this long is quiet.
  static let quietPeriod = Duration.milliseconds(600)
  /// An application that is never quiet, such as an animated one, is treated as if it were after this time.
  static let maxWait = Duration.seconds(4)

  init(_ frames: FrameRefresher) {
    structure = frames.structure
    self.frames = frames
  }

  func cancel() {
    timer?.cancel()
    actions = []
  }

  /// Records that the application is active, and checks later whether it has become quiet.
  func recordActivity() {
    lastActivity = .now()
    scheduleCheck()
  }

  /// Runs `body` now if the application is quiet, else as soon as it is, or after `maxWait` if it never is.
  func run(_ body: @escaping () -> Void) {
    if elapsed(at: .now()) >= Self.quietPeriod { body() } else { runLater(body) }
  }

  /// Runs `body` when the application is found quiet next.
  func runLater(_ body: @escaping () -> Void) {
    actions.append(body)
    scheduleCheck()
  }

  /// Checks after `quietPeriod` whether the application is quiet, unless a check is scheduled.
  func scheduleCheck() {
    if timer == nil { scheduleCheck(after: Self.quietPeriod) }
  }

  private func scheduleCheck(after wait: Duration) {
    timer = context.loop.schedule(after: wait) { [weak self] in self?.check() }
  }

  /// Returns the time since the application was last active.
  private func elapsed(at now: MonotonicTime) -> Duration {
    lastActivity.map { now.since($0) } ?? Self.quietPeriod
  }

  private func check() {
    timer = nil
    guard !isClosed else { return }
    let now = MonotonicTime.now()
    let elapsed = elapsed(at: now)
    let isBusy = elapsed < Self.quietPeriod || host?.isReading == true || frames.isScheduled
    if isBusy, busySince == nil { busySince = now }
    let isForced = busySince.map { now.since($0) >= Self.maxWait } ?? false
    if isBusy && !isForced || !isComplete {
      return scheduleCheck(after: max(.milliseconds(100), Self.quietPeriod - elapsed))
    }
    busySince = nil
    let actions = actions
    self.actions = []
    for action in actions { action() }
    onQuiet(isForced)
  }
}

/// The state that `QuietDetector` needs from its owner.
protocol QuietHost: AnyObject {
  /// Whether reads that an event or an action made necessary are under way.
  var isReading: Bool { get }
}
