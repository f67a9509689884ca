internal import BridgeTransport

/// Tracks whether any client watches the mirror: one that holds a seat, or one that read within the
/// last seconds.
///
/// Sources are told when this changes, so that they poll for what no event reports only while somebody
/// watches.
final class Audience {
  private let loop: EventLoop
  private let changed: (_ isWatched: Bool) -> Void
  private var seats = 0
  private var timer: Timer?
  private var lastGlance: MonotonicTime?
  private(set) var isWatched = false

  /// How long a read counts as watching.
  static let memory = Duration.seconds(5)

  init(_ loop: EventLoop, changed: @escaping (_ isWatched: Bool) -> Void) {
    self.loop = loop
    self.changed = changed
  }

  /// A registration as a watcher, for as long as it is held.
  final class Seat {
    private weak var audience: Audience?

    init(_ audience: Audience) {
      self.audience = audience
      audience.seats += 1
      audience.update()
    }

    deinit {
      guard let audience else { return }
      audience.seats -= 1
      audience.update()
    }
  }

  /// Counts a call as watching until it ends.
  func seat(_ call: Call) {
    call.seat = Seat(self)
  }

  /// Counts a call that reads as watching for a few seconds.
  func glance() {
    lastGlance = .now()
    if timer == nil { schedule(after: Self.memory) }
    update()
  }

  private func schedule(after wait: Duration) {
    timer = loop.schedule(after: wait) { [weak self] in
      guard let self, let lastGlance else { return }
      timer = nil
      let age = MonotonicTime.now().since(lastGlance)
      if age < Self.memory {
        schedule(after: Self.memory - age)
      } else {
        self.lastGlance = nil
        update()
      }
    }
  }

  private func update() {
    let isWatched = seats > 0 || lastGlance != nil
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    changed(isWatched)
  }
}
