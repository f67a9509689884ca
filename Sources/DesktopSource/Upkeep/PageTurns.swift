internal import AccessibilityTree
internal import BridgeTransport

/// Probes the pages of a container again while one replaces another.
///
/// While a stack fades or slides from one page to the next, both are mapped, and GTK 4 does not report when the
/// former one is gone. Containers in which several pages are mapped are probed again after that set changed,
/// with a few calls each time, until one page is left or the longest transition is over: the parts of an
/// overlay share their place for good. Only done while a client watches.
final class PageTurns {
  private weak var sweep: ScreenSweep?
  private var turns: [ElementID: Turn] = [:]
  private var timer: Timer?

  private struct Turn {
    weak var container: MirroredObject?
    var mapped: Set<ElementID>
    var looksLeft: Int
    var isBeingRead = false
  }

  static let pause = Duration.milliseconds(50)
  static let looks = 12
  /// The maximum number of containers that are tracked.
  static let maxContainers = 64

  init(_ sweep: ScreenSweep) {
    self.sweep = sweep
  }

  /// Whether containers are being probed or will be.
  var isUnderWay: Bool { timer != nil || turns.values.contains(where: \.isBeingRead) }

  func cancel() {
    timer?.cancel()
    timer = nil
    turns = [:]
  }

  /// Records which pages of a container were found mapped.
  func note(_ mapped: Set<ElementID>, of container: MirroredObject) {
    guard mapped.count > 1 else {
      turns[container.id] = nil
      return
    }
    if turns[container.id]?.mapped != mapped {
      if turns.count >= Self.maxContainers { turns = turns.filter { $0.value.looksLeft > 0 } }
      guard turns.count < Self.maxContainers else { return }
      turns[container.id] = Turn(container: container, mapped: mapped, looksLeft: Self.looks)
    }
    schedule()
  }

  /// Has a container probed because a child got a frame for the first time: it may be a page shown in front of
  /// others.
  func check(_ container: MirroredObject) {
    guard turns[container.id] == nil, turns.count < Self.maxContainers, container.pages.count > 1
    else {
      return
    }
    turns[container.id] = Turn(container: container, mapped: [], looksLeft: 1)
    schedule()
  }

  private func schedule() {
    guard let sweep, timer == nil, !sweep.isClosed, sweep.context.isWatched,
      turns.values.contains(where: { $0.looksLeft > 0 && !$0.isBeingRead })
    else { return }
    timer = sweep.context.loop.schedule(after: Self.pause) { [weak self] in
      guard let self else { return }
      timer = nil
      look()
    }
  }

  private func look() {
    guard let sweep, !sweep.isClosed, !sweep.health.isSuspended else {
      turns = [:]
      return
    }
    for (id, turn) in turns where turn.looksLeft > 0 && !turn.isBeingRead {
      guard let container = turn.container, container.stage == .shown else {
        turns[id] = nil
        continue
      }
      turns[id]?.looksLeft -= 1
      turns[id]?.isBeingRead = true
      let reading = PageReading(sweep, container, .visible) { [weak self] in
        self?.turns[id]?.isBeingRead = false
        self?.schedule()
      }
      if let reading { reading.start() } else { turns[id] = nil }
    }
  }
}
