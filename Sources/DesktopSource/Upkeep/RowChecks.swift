internal import AccessibilityTree
internal import BridgeTransport

/// Has the rows of a view probed when it may have scrolled, for toolkits that keep rows which were scrolled out.
///
/// GTK 4 reports no scrolling. A row that gets the focus or another place shows it, also while no client
/// watches. While one does, and for a moment after such a sign, a row in the middle of those that are shown is
/// looked at a few times a second, in each view that has rows out of sight. Probes of one view take at most a
/// twentieth of the time, but for a moment after an action.
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
    /// The row that got the focus and has not been hit since. The view scrolls to it with its next frame.
    weak var focused: MirroredObject?
    /// When the rows are probed once more, because the view came on screen while they were.
    var confirmation: MonotonicTime?
    /// Until when the view is looked at more often: there was a sign that it scrolls.
    var signEnd = MonotonicTime(nanoseconds: 0)
  }

  /// The shortest time between two probes of a view.
  static let pause = Duration.milliseconds(50)
  /// The time between two looks at a row, while a client watches.
  static let lookPause = Duration.milliseconds(250)
  /// The time between two looks at a row after a sign that the view scrolls.
  static let signPause = Duration.milliseconds(100)
  /// How long after such a sign this goes on.
  static let signPeriod = Duration.seconds(2)
  /// How long after a view came on screen its rows are probed once more: longer than one page takes to replace another.
  static let confirmationPause = Duration.milliseconds(400)
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
  ///
  /// - Parameter isSign: Whether there was a sign of it.
  func request(_ view: MirroredObject, isSign: Bool = true) {
    guard track(view) else { return }
    views[view.id]?.isDue = true
    if isSign { views[view.id]?.signEnd = .now().advanced(by: Self.signPeriod) }
    schedule()
  }

  /// Has the rows of a view probed, if one of them got the focus, until that row is hit.
  func focusMoved(to object: MirroredObject) {
    guard object.peer.dialect.omitsShowEvents else { return }
    var row = object
    while let parent = row.parent, !parent.isView { row = parent }
    guard let view = row.parent else { return }
    request(view)
    views[view.id]?.focused = row
  }

  /// Whether the rows of a view that came on screen are still to be probed once more.
  var isConfirming: Bool { views.values.contains { $0.confirmation != nil } }

  /// Has a view looked at from now on: its rows were probed.
  ///
  /// A row that was asked before its page came to the front is not mapped, while those that were asked behind that are. So the
  /// rows of a view that was not on screen before are probed once more, if some were found not to be.
  ///
  /// - Parameters:
  ///   - mapped: The rows that were hit.
  ///   - hasNewlyHidden: Whether a row was found not to be mapped that was not said to be so before.
  func recordMapped(_ mapped: Set<ElementID>, of view: MirroredObject, hasNewlyHidden: Bool) {
    guard track(view) else { return }
    if hasNewlyHidden, !mapped.isEmpty, views[view.id]?.isShown == false {
      views[view.id]?.confirmation = .now().advanced(by: Self.confirmationPause)
    }
    views[view.id]?.isShown = !mapped.isEmpty
    if let row = views[view.id]?.focused, mapped.contains(row.id) { views[view.id]?.focused = nil }
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
    if let confirmation = views.values.filter({ !$0.isUnderWay }).compactMap(\.confirmation).min() {
      pause = min(pause ?? .seconds(1), max(.milliseconds(5), confirmation.since(now)))
    }
    if views.values.contains(where: { $0.signEnd > now }) {
      pause = min(pause ?? Self.signPause, Self.signPause)
    } else if sweep.context.isWatched, !views.isEmpty {
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
      if let confirmation = check.confirmation, confirmation <= now {
        views[id]?.confirmation = nil
        probe(view, sweep)
      } else if !check.isDue {
        guard check.isShown, sweep.context.isWatched || check.signEnd > now else { continue }
        look(at: view, sweep)
      } else if sweep.isAfterAction || check.next <= now {
        probe(view, sweep)
      }
    }
    schedule()
  }

  /// What is read again of the rows after a view scrolled may be a thousand calls. Those that tell which rows
  /// are shown go first.
  private func lane(for view: MirroredObject, _ sweep: ScreenSweep) -> CallQueue.Lane {
    let hasSign = views[view.id].map { $0.signEnd > .now() } ?? false
    return hasSign || sweep.isAfterAction ? .urgent : .visible
  }

  private func probe(_ view: MirroredObject, _ sweep: ScreenSweep) {
    let id = view.id
    var probe: PageReader?
    let reader = PageReader(sweep, view, lane(for: view, sweep)) { [weak self] in
      self?.probed(id, callCount: probe?.callCount ?? 0)
      probe = nil
    }
    // With no rows in doubt, there is nothing to be looked at.
    guard let reader else {
      views[id] = nil
      return
    }
    probe = reader
    views[id]?.isDue = false
    views[id]?.isUnderWay = true
    views[id]?.isProbe = true
    reader.start()
  }

  private func probed(_ id: ElementID, callCount: Int) {
    let now = MonotonicTime.now()
    let cost = FrameRefresher.callCost * callCount
    views[id]?.next = now.advanced(by: cost * (ScreenSweep.timeDivisor - 1))
    if let check = views[id], let row = check.focused {
      if row.stage == .gone || now >= check.signEnd {
        views[id]?.focused = nil
      } else {
        views[id]?.isDue = true
      }
    }
    finish(id)
  }

  /// Finds out whether a row in the middle of those that are shown is where it was.
  private func look(at view: MirroredObject, _ sweep: ScreenSweep) {
    let (id, shown) = (view.id, view.pages.filter { !$0.isBehind })
    guard !shown.isEmpty else {
      views[id] = nil
      return
    }
    views[id]?.isUnderWay = true
    RowProbe([shown[shown.count / 2]], sweep.application, lane(for: view, sweep)) { [weak self] in
      self?.views[id]?.isDue = true
      sweep.reads.mark($0, .frame, .visible)
    } done: { [weak self] found in
      if found.findings == [.unmapped] { self?.views[id]?.isDue = true }
      self?.finish(id)
    }.start()
  }

  private func finish(_ id: ElementID) {
    views[id]?.isUnderWay = false
    views[id]?.isProbe = false
    schedule()
  }
}
