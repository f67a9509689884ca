internal import AccessibilityTree
internal import BridgeTransport

/// Has the rows of a view probed when it may have scrolled, for toolkits that keep rows which were scrolled out.
///
/// GTK 4 reports no scrolling. A row that gets another place shows it, also while no client watches. While one
/// does, a row in the middle of those that are shown is looked at a few times a second, in each view that has rows
/// out of sight. Probes of one view take at most a twentieth of the time, but for a moment after an action.
final class RowChecks {
  private weak var sweep: ScreenSweep?
  private var views: [ElementID: Check] = [:]
  private var timer: Timer?

  private struct Check {
    weak var view: MirroredObject?
    /// Whether the view may have scrolled.
    var isDue = false
    /// Whether rows of it are being asked.
    var isUnderWay = false
    /// Whether all are.
    var isProbe = false
    /// Whether any row was hit at the last probe: the view itself may be hidden.
    var isShown = false
    /// The earliest time of the next probe, but for a moment after an action.
    var next = MonotonicTime(nanoseconds: 0)
  }

  /// The shortest time between two probes of a view.
  static let pause = Duration.milliseconds(50)
  /// The time between two looks at a row, while a client watches.
  static let lookPause = Duration.milliseconds(250)
  /// The maximum number of views that are tracked.
  static let maxViews = 16

  init(_ sweep: ScreenSweep) {
    self.sweep = sweep
  }

  /// Whether rows are being probed or will be, in the moment after an action.
  var isAwaited: Bool {
    sweep?.isAfterAction == true
      && views.values.contains { $0.isDue || $0.isUnderWay && $0.isProbe }
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    views = [:]
  }

  /// Has the rows of a view probed: it may have scrolled.
  func request(_ view: MirroredObject) {
    guard track(view) else { return }
    views[view.id]?.isDue = true
    schedule()
  }

  /// Has a view looked at from now on: its rows were probed.
  ///
  /// - Parameter isShown: Whether any row was hit.
  func watch(_ view: MirroredObject, isShown: Bool) {
    guard track(view) else { return }
    views[view.id]?.isShown = isShown
    schedule()
  }

  private func track(_ view: MirroredObject) -> Bool {
    if views[view.id] != nil { return true }
    guard let sweep, !sweep.isClosed, views.count < Self.maxViews else { return false }
    views[view.id] = Check(view: view)
    return true
  }

  private func schedule() {
    guard let sweep, !sweep.isClosed else { return }
    let now = MonotonicTime.now()
    let due = views.values.filter { $0.isDue && !$0.isUnderWay }
    var pause: Duration?
    if !due.isEmpty {
      let wait = sweep.isAfterAction ? .zero : due.map { $0.next.since(now) }.min() ?? .zero
      pause = max(Self.pause, wait)
    }
    if sweep.context.isWatched, !views.isEmpty {
      pause = min(pause ?? Self.lookPause, Self.lookPause)
    }
    guard let pause else { return }
    if let timer, timer.deadline.since(now) <= pause { return }
    timer?.cancel()
    timer = sweep.context.loop.schedule(after: pause) { [weak self] in
      self?.timer = nil
      self?.check()
    }
  }

  private func check() {
    guard let sweep, !sweep.isClosed, !sweep.health.isSuspended else { return }
    let now = MonotonicTime.now()
    for (id, check) in views where !check.isUnderWay {
      guard let view = check.view, view.stage == .shown else {
        views[id] = nil
        continue
      }
      if !check.isDue {
        if sweep.context.isWatched, check.isShown { look(at: view, sweep) }
      } else if sweep.isAfterAction || check.next <= now {
        probe(view, sweep)
      }
    }
    schedule()
  }

  private func probe(_ view: MirroredObject, _ sweep: ScreenSweep) {
    let (id, start) = (view.id, MonotonicTime.now())
    let lane: CallQueue.Lane = sweep.isAfterAction ? .visible : .background
    let reader = PageReader(sweep, view, lane) { [weak self] in
      let end = MonotonicTime.now()
      self?.views[id]?.next = end.advanced(by: end.since(start) * (ScreenSweep.timeDivisor - 1))
      self?.finish(id)
    }
    // With no rows in doubt, there is nothing to be looked at.
    guard let reader else {
      views[id] = nil
      return
    }
    views[id]?.isDue = false
    views[id]?.isUnderWay = true
    views[id]?.isProbe = true
    reader.start()
  }

  /// Finds out whether a row in the middle of those that are shown is where it was.
  private func look(at view: MirroredObject, _ sweep: ScreenSweep) {
    let (id, shown) = (view.id, view.pages.filter { !$0.isBehind })
    guard !shown.isEmpty else {
      views[id] = nil
      return
    }
    views[id]?.isUnderWay = true
    RowProbe([shown[shown.count / 2]], sweep.application, .background) { [weak self] in
      self?.views[id]?.isDue = true
      sweep.reads.mark($0, .frame, .visible)
    } done: { [weak self] found in
      if found == [.unmapped] { self?.views[id]?.isDue = true }
      self?.finish(id)
    }.start()
  }

  private func finish(_ id: ElementID) {
    views[id]?.isUnderWay = false
    views[id]?.isProbe = false
    schedule()
  }
}
