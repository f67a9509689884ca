internal import BridgeTransport

/// Whether somebody watches: who holds a seat does, and who looked within the last seconds.
///
/// Sources are told when that changes, so that they ask for what no event tells only then.
final class Audience {
  private let loop: EventLoop
  private let changed: (_ isWatched: Bool) -> Void
  private var seats = 0
  private var timer: Timer?
  private var lastGlance: MonotonicTime?
  private(set) var isWatched = false

  /// How long a look counts.
  static let memory = Duration.seconds(5)

  init(_ loop: EventLoop, changed: @escaping (_ isWatched: Bool) -> Void) {
    self.loop = loop
    self.changed = changed
  }

  /// Held for as long as a call watches; given up when it is let go.
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

  /// A call watches until it ends.
  func seat(_ call: Call) {
    call.seat = Seat(self)
  }

  /// A call has a look.
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
