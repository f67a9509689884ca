internal import AccessibilityMirror
internal import AccessibilitySpeech
internal import AccessibilityTree
internal import BridgeTransport

/// Runs every announcement of the mirror through one queue, whatever its source, and posts what the queue
/// decides (N3). The announcements themselves have already been sent by then, without delay.
final class AnnouncementMonitor {
  private let store: TreeStore
  private let loop: EventLoop
  private var queue: AnnouncementQueue
  /// Runs only while something is being said.
  private var timer: Timer?

  init(store: TreeStore, loop: EventLoop, rate: SpeechRate) {
    self.store = store
    self.loop = loop
    queue = AnnouncementQueue(rate: rate)
  }

  deinit { timer?.cancel() }

  /// Queues the announcements of a commit. Must be called for every commit, after the subscribers were told.
  func apply(_ commit: Commit) {
    var events: [SpeechEvent] = []
    for case .announcement(let text, let priority, let element) in commit.notifications {
      events += queue.enqueue(text, priority, element: element, at: commit.time)
    }
    post(events)
  }

  /// Stops what is being said, because a client acts: what the action causes is heard at once.
  func silence() { post(queue.silence(at: store.time)) }

  private func post(_ events: [SpeechEvent]) {
    guard !events.isEmpty else { return }
    schedule()
    store.edit { edit in
      for event in events { edit.post(.speech(event)) }
    }
  }

  private func schedule() {
    timer?.cancel()
    timer = nil
    guard let time = queue.nextTime else { return }
    let now = store.time
    let left = time > now ? Int64(clamping: time - now) : 0
    timer = loop.schedule(after: .nanoseconds(left)) { [weak self] in self?.advance() }
  }

  private func advance() {
    let events = queue.advance(to: store.time)
    // If the timer fired a little early, wait again.
    if events.isEmpty { schedule() } else { post(events) }
  }
}
