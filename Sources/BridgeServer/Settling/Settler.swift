internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Watches what an action brings about, from the request until all is quiet.
///
/// Only what happens to the application that was acted on counts. Quiet is: the application answered,
/// nothing is still being read, and nothing changed for `quiet`. Where nothing at all was seen yet,
/// it waits `patience` for a first effect: GTK 4 acts on a press a quarter of a second later, and on a
/// busy machine later than that.
final class Settler {
  struct Times {
    var quiet: Duration
    var limit: Duration
    /// Longer where whoever asks is ready to wait.
    var patience: Duration { max(.milliseconds(400), limit / 4) }
  }

  private let application: ElementID
  private let store: TreeStore
  private let source: any TreeSource
  private let loop: EventLoop
  private let times: Times
  private let isEffect: () -> Bool?
  private var observation: Observation?
  private var timer: Timer?
  private var performed: MonotonicTime?
  private var lastChange: MonotonicTime?
  private var whenQuiet: ((_ quiet: Bool) -> Void)?
  private(set) var commits: [Commit] = []

  /// - Parameter isEffect: whether the effect that the action must have is there; `nil` when any
  ///   change will do.
  init(
    application: ElementID, store: TreeStore, source: any TreeSource, loop: EventLoop,
    times: Times, isEffect: @escaping () -> Bool?
  ) {
    self.application = application
    self.store = store
    self.source = source
    self.loop = loop
    self.times = times
    self.isEffect = isEffect
    observation = store.observe { [weak self] commit in self?.note(commit) }
  }

  /// Whether anything was seen that speaks for the action.
  var hasEffect: Bool { isEffect() ?? !commits.isEmpty }

  /// The action was performed: calls `body` once, when all is quiet or time is up.
  func settle(_ body: @escaping (_ quiet: Bool) -> Void) {
    performed = .now()
    whenQuiet = body
    look()
  }

  func stop() {
    observation?.cancel()
    timer?.cancel()
    whenQuiet = nil
  }

  private func note(_ commit: Commit) {
    guard commit.applications.contains(application) || isSaid(in: commit) else { return }
    commits.append(commit)
    lastChange = .now()
    // What was planned with no effect in sight would be too late now.
    if performed != nil { look() }
  }

  /// Whether a commit that changed no element of the application says something of it.
  private func isSaid(in commit: Commit) -> Bool {
    commit.notifications.contains { notification in
      // What a voice makes of an announcement is nothing that the application does.
      if case .speech = notification { return false }
      guard let subject = notification.subject else { return true }
      return store.tree.read(subject) { $0.application } == application
    }
  }

  private func look() {
    guard let performed, let whenQuiet else { return }
    let now = MonotonicTime.now()
    let end = performed.advanced(by: times.limit)
    let patience = hasEffect ? times.quiet : max(times.quiet, times.patience)
    let since = max(performed, lastChange ?? performed)
    if now >= end {
      let isQuiet = now >= since.advanced(by: times.quiet) && !source.isReading(application)
      return finish(whenQuiet, quiet: isQuiet)
    }
    let quietAt = hasEffect ? since.advanced(by: times.quiet) : performed.advanced(by: patience)
    if source.isReading(application) {
      // Reading ends with a commit or nothing; look again before long either way.
      schedule(min(now.advanced(by: .milliseconds(5)), end))
    } else if now >= quietAt && now >= since.advanced(by: times.quiet) {
      finish(whenQuiet, quiet: true)
    } else {
      schedule(min(max(quietAt, since.advanced(by: times.quiet)), end))
    }
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
