internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Watches the effects of an action, from the request until the application is quiet.
///
/// Only changes of the application that was acted on count. It is quiet when it has answered, nothing
/// is still being read, and nothing has changed for `quiet`. If nothing at all has been seen yet, the
/// settler waits `firstEffectTimeout` for a first effect: GTK 4 acts on a press a quarter of a second later, and
/// on a busy machine later than that.
///
/// A push button that is held down is still being pressed. Qt clicks one a tenth of a second after it was asked to:
/// until then the button is down, and a second press of it would be lost. That it goes down and up again is not an effect.
///
/// A change only records the time; the settler checks again when the application may have become quiet.
final class Settler {
  struct Times {
    var quiet: Duration
    var limit: Duration
    /// Whether an effect counts only after the longest wait, because when it was seen would tell something secret.
    var isFixed = false
    /// How long to wait for a first effect; longer where the caller is ready to wait.
    var firstEffectTimeout: Duration { max(.milliseconds(400), limit / 4) }
    /// When the settler ends at the latest where nothing changes.
    var longestWait: Duration { max(quiet, firstEffectTimeout) }
  }

  /// The first and the longest interval between two checks while the source reads.
  private static let readingCheckIntervals = (
    first: Duration.milliseconds(5), last: Duration.milliseconds(40)
  )

  private let application: ElementID
  private let registry: SettlerRegistry
  private let source: any TreeSource
  private let loop: EventLoop
  private let times: Times
  private let isEffect: () -> Bool?
  /// The push button that is acted on.
  private let button: HeldButton?
  private var timer: Timer?
  private var performed: MonotonicTime?
  private var lastChange: MonotonicTime?
  /// Whether anything happened that is not only the button's going down or up.
  private var hasChanged = false
  /// The revisions with announcements that other actions caused.
  private var othersAnnouncements: Set<Revision> = []
  private var readingCheckInterval = Settler.readingCheckIntervals.first
  private var whenQuiet: ((_ quiet: Bool) -> Void)?

  /// - Parameters:
  ///   - button: The push button that is acted on; `nil` for any other element.
  ///   - isEffect: Returns whether the effect that the action must have is there, or `nil` when any change counts.
  init(
    application: ElementID, registry: SettlerRegistry, source: any TreeSource, loop: EventLoop,
    times: Times, button: HeldButton? = nil, isEffect: @escaping () -> Bool?
  ) {
    self.application = application
    self.registry = registry
    self.source = source
    self.loop = loop
    self.times = times
    self.button = button
    self.isEffect = isEffect
    registry.add(self, to: application)
  }

  /// Whether an effect of the action was seen.
  var hasEffect: Bool {
    if times.isFixed, !hasWaited { return false }
    return isEffect() ?? hasChanged
  }

  private var hasWaited: Bool {
    guard let performed else { return false }
    return MonotonicTime.now() >= performed.advanced(by: times.longestWait)
  }

  /// Waits for the effects of the action, which was performed. Calls `body` once, when the application is
  /// quiet or the time is up.
  func settle(_ body: @escaping (_ quiet: Bool) -> Void) {
    performed = .now()
    whenQuiet = body
    check()
  }

  func stop() {
    registry.remove(self, from: application)
    timer?.cancel()
    whenQuiet = nil
  }

  /// Whether a notification may be an effect of this action: announcements tell of the action that caused them.
  func isOwn(_ notification: Notification, at revision: Revision) -> Bool {
    notification.kind != .announcement || !othersAnnouncements.contains(revision)
  }

  /// Records that something happened to the application.
  ///
  /// - Parameter ofOther: Whether another action caused it.
  func record(_ commit: Commit, ofOther: Bool = false) {
    if ofOther, commit.notifications.contains(where: { $0.kind == .announcement }) {
      othersAnnouncements.insert(commit.revision)
    }
    let now = MonotonicTime.now()
    lastChange = now
    if button?.isOnlyPress(in: commit) != true { hasChanged = true }
    guard performed != nil else { return }
    // A check that was scheduled before any effect was seen would come too late.
    let quietAt = now.advanced(by: times.quiet)
    if let timer, timer.isPending, timer.deadline <= quietAt { return }
    schedule(quietAt)
  }

  private func check() {
    guard let performed, let whenQuiet else { return }
    let now = MonotonicTime.now()
    let end = performed.advanced(by: times.limit)
    let since = max(performed, lastChange ?? performed)
    let quietAt = since.advanced(by: times.quiet)
    let isReading = source.isReading(application)
    if now >= end { return finish(whenQuiet, quiet: now >= quietAt && !isReading) }
    let heldTimeout = HeldButton.maxHold(hasChanged: hasChanged)
    let isHeld = now < performed.advanced(by: heldTimeout) && button?.isDown == true
    if isReading || isHeld {
      // Reading may end without a commit, so check again soon in either case.
      schedule(min(now.advanced(by: readingCheckInterval), end))
      readingCheckInterval = min(readingCheckInterval * 2, Self.readingCheckIntervals.last)
      return
    }
    readingCheckInterval = Self.readingCheckIntervals.first
    guard now >= quietAt else { return schedule(min(quietAt, end)) }
    let firstEffectDeadline = performed.advanced(by: times.longestWait)
    if now >= firstEffectDeadline || hasEffect { return finish(whenQuiet, quiet: true) }
    schedule(min(firstEffectDeadline, end))
  }

  private func schedule(_ time: MonotonicTime) {
    timer?.cancel()
    timer = loop.schedule(at: time) { [weak self] in self?.check() }
  }

  private func finish(_ body: (Bool) -> Void, quiet: Bool) {
    stop()
    body(quiet)
  }
}
