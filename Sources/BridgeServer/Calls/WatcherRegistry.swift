internal import BridgeTransport

/// Tracks whether any client watches the mirror: one that holds a seat, or one that read within the
/// last seconds.
///
/// Sources are told when this changes, so that they poll for what no event reports only while somebody
/// watches.
final class WatcherRegistry {
  private let loop: EventLoop
  private let onChange: (_ isWatched: Bool) -> Void
  private var registrations = 0
  private var timer: Timer?
  private var lastRead: MonotonicTime?
  private(set) var isWatched = false

  /// How long a read counts as watching.
  static let readDuration = Duration.seconds(5)

  init(_ loop: EventLoop, onChange: @escaping (_ isWatched: Bool) -> Void) {
    self.loop = loop
    self.onChange = onChange
  }

  /// A registration as a watcher, for as long as it is held.
  final class Registration {
    private weak var registry: WatcherRegistry?

    init(_ registry: WatcherRegistry) {
      self.registry = registry
      registry.registrations += 1
      registry.update()
    }

    deinit {
      guard let registry else { return }
      registry.registrations -= 1
      registry.update()
    }
  }

  /// Counts a call as watching until it ends.
  func register(_ call: Call) {
    call.watcherRegistration = Registration(self)
  }

  /// Counts a call that reads as watching for a few seconds.
  func recordRead() {
    lastRead = .now()
    if timer == nil { schedule(after: Self.readDuration) }
    update()
  }

  private func schedule(after wait: Duration) {
    timer = loop.schedule(after: wait) { [weak self] in
      guard let self, let lastRead else { return }
      timer = nil
      let elapsed = MonotonicTime.now().since(lastRead)
      if elapsed < Self.readDuration {
        schedule(after: Self.readDuration - elapsed)
      } else {
        self.lastRead = nil
        update()
      }
    }
  }

  private func update() {
    let isWatched = registrations > 0 || lastRead != nil
    guard isWatched != self.isWatched else { return }
    self.isWatched = isWatched
    onChange(isWatched)
  }
}
