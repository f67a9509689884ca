internal import AccessibilityTree
internal import BridgeTransport

/// Probes the pages of a container again while one replaces another.
///
/// While a stack fades or slides from one page to the next, both are mapped, and GTK 4 does not report when the
/// former one is gone. Containers in which several pages may be in front are probed again after that set changed,
/// with a few calls each time, until one page is left or the longest transition is over: the parts of an
/// overlay share their place for good. Only done while a client watches.
final class PageTransitions {
  private weak var sweep: ScreenSweep?
  private var transitions: [ElementID: Transition] = [:]
  private var timer: Timer?

  private struct Transition {
    weak var container: MirroredObject?
    var inFront: Set<ElementID>
    var probesLeft: Int
    var isBeingRead = false
  }

  static let pause = Duration.milliseconds(50)
  static let maxProbes = 12
  /// The maximum number of containers that are tracked.
  static let maxContainers = 64

  init(_ sweep: ScreenSweep) {
    self.sweep = sweep
  }

  /// Whether containers are being probed or will be.
  var isUnderWay: Bool { timer != nil || transitions.values.contains(where: \.isBeingRead) }

  func cancel() {
    timer?.cancel()
    timer = nil
    transitions = [:]
  }

  /// Records which pages of a container are shown, which is all that are not known to be behind others.
  func record(inFront pages: Set<ElementID>, of container: MirroredObject) {
    guard pages.count > 1 else {
      transitions[container.id] = nil
      return
    }
    if transitions[container.id]?.inFront != pages {
      if transitions.count >= Self.maxContainers {
        transitions = transitions.filter { $0.value.probesLeft > 0 }
      }
      guard transitions.count < Self.maxContainers else { return }
      transitions[container.id] = Transition(
        container: container, inFront: pages, probesLeft: Self.maxProbes)
    }
    schedule()
  }

  /// Has a container probed because a child got a frame for the first time: it may be a page shown in front of
  /// others.
  func scheduleProbe(_ container: MirroredObject) {
    guard transitions[container.id] == nil, transitions.count < Self.maxContainers,
      container.pages.count > 1
    else {
      return
    }
    transitions[container.id] = Transition(container: container, inFront: [], probesLeft: 1)
    schedule()
  }

  private func schedule() {
    guard let sweep, timer == nil, !sweep.isClosed, sweep.context.isWatched,
      transitions.values.contains(where: { $0.probesLeft > 0 && !$0.isBeingRead })
    else { return }
    timer = sweep.context.loop.schedule(after: Self.pause) { [weak self] in
      guard let self else { return }
      timer = nil
      probe()
    }
  }

  private func probe() {
    guard let sweep, !sweep.isClosed, !sweep.health.isSuspended else {
      transitions = [:]
      return
    }
    for (id, transition) in transitions where transition.probesLeft > 0 && !transition.isBeingRead {
      guard let container = transition.container, container.stage == .shown else {
        transitions[id] = nil
        continue
      }
      transitions[id]?.probesLeft -= 1
      transitions[id]?.isBeingRead = true
      let reader = PageReader(sweep, container, .visible) { [weak self] in
        self?.transitions[id]?.isBeingRead = false
        self?.schedule()
      }
      if let reader { reader.start() } else { transitions[id] = nil }
    }
  }
}
