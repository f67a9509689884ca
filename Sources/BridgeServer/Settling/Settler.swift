internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Watches what an action brings about, from the request until all is quiet.
///
/// Only what happens to the application that was acted on counts. Quiet is: the application answered,
/// nothing is still being read, and nothing changed for `quiet`. Where nothing at all was seen yet,
/// it waits `patience` for a first effect: GTK 4 acts on a press a quarter of a second later, and on a
/// busy machine later than that.
///
/// A change costs it nothing but to note the time: it looks when quiet may have come.
final class Settler {
  struct Times {
    var quiet: Duration
    var limit: Duration
    /// Longer where whoever asks is ready to wait.
    var patience: Duration { max(.milliseconds(400), limit / 4) }
  }

  /// How long between two looks while the source reads, at first and at the most.
  private static let readingLooks = (
    first: Duration.milliseconds(5), last: Duration.milliseconds(40)
  )

  private let application: ElementID
  private let board: SettleBoard
  private let source: any TreeSource
  private let loop: EventLoop
  private let times: Times
  private let isEffect: () -> Bool?
  private var timer: Timer?
  private var performed: MonotonicTime?
  private var lastChange: MonotonicTime?
  private var readingLook = Settler.readingLooks.first
  private var whenQuiet: ((_ quiet: Bool) -> Void)?

  /// - Parameter isEffect: whether the effect that the action must have is there; `nil` when any
  ///   change will do.
  init(
    application: ElementID, board: SettleBoard, source: any TreeSource, loop: EventLoop,
    times: Times, isEffect: @escaping () -> Bool?
  ) {
    self.application = application
    self.board = board
    self.source = source
    self.loop = loop
    self.times = times
    self.isEffect = isEffect
    board.add(self, to: application)
  }

  /// Whether anything was seen that speaks for the action.
  var hasEffect: Bool { isEffect() ?? (lastChange != nil) }

  /// The action was performed: calls `body` once, when all is quiet or time is up.
  func settle(_ body: @escaping (_ quiet: Bool) -> Void) {
    performed = .now()
    whenQuiet = body
    look()
  }

  func stop() {
    board.remove(self, from: application)
    timer?.cancel()
    whenQuiet = nil
  }

  /// Something happened to the application.
  func noteChange() {
    let now = MonotonicTime.now()
    lastChange = now
    guard performed != nil else { return }
    // What was planned with no effect in sight would be too late now.
    let quietAt = now.advanced(by: times.quiet)
    if let timer, timer.isPending, timer.deadline <= quietAt { return }
    schedule(quietAt)
  }

  private func look() {
    guard let performed, let whenQuiet else { return }
    let now = MonotonicTime.now()
    let end = performed.advanced(by: times.limit)
    let since = max(performed, lastChange ?? performed)
    let quietAt = since.advanced(by: times.quiet)
    let isReading = source.isReading(application)
    if now >= end { return finish(whenQuiet, quiet: now >= quietAt && !isReading) }
    if isReading {
      // Reading ends with a commit or nothing; look again before long either way.
      schedule(min(now.advanced(by: readingLook), end))
      readingLook = min(readingLook * 2, Self.readingLooks.last)
      return
    }
    readingLook = Self.readingLooks.first
    guard now >= quietAt else { return schedule(min(quietAt, end)) }
    let patientUntil = performed.advanced(by: max(times.quiet, times.patience))
    if now >= patientUntil || hasEffect { return finish(whenQuiet, quiet: true) }
    schedule(min(patientUntil, end))
  }

  private func schedule(_ time: MonotonicTime) {
    timer?.cancel()
    timer = loop.schedule(at: time) { [weak self] in self?.look() }
  }

  private func finish(_ body: (Bool) -> Void, quiet: Bool) {
    stop()
    body(quiet)
  }
}
