internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Watches the effects of an action, from the request until the application is quiet.
///
/// Only changes of the application that was acted on count. It is quiet when it has answered, nothing
/// is still being read, and nothing has changed for `quiet`. If nothing at all has been seen yet, the
/// settler waits `firstEffectTimeout` for a first effect: GTK 4 acts on a press a quarter of a second later, and
/// on a busy machine later than that. Time in which this process stood still does not count: nothing was seen in it.
///
/// A push button that is held down is still being pressed. Qt clicks one a tenth of a second after it was asked to:
/// until then the button is down, and a second press of it would be lost. So the time for a first effect begins when it goes
/// up. That it goes down and up again is not an effect; that it stays down is one.
///
/// An application that does not answer is waited for longer: it may be making what it will show. The time for a first effect begins
/// when it answers again.
///
/// A change only records the time; the settler examines the changes when the application may have become quiet. What
/// also changes without actions (`ChangeRhythm`) is no effect, and does not delay the end.
final class Settler {
  /// The first and the longest interval between two checks while the source reads.
  private static let readingCheckIntervals = (
    first: Duration.milliseconds(5), last: Duration.milliseconds(40)
  )

  /// How long after an action its effect comes at the latest where the source knows nothing else; also a new window, which has to
  /// be read.
  private static let quickEffect = Duration.milliseconds(150)
  /// The same of an application of which is known when it acts at the earliest.
  private static let knownQuickEffect = Duration.milliseconds(50)

  /// How late a check may be before the process counts as having stood still.
  private static let maxLateness = Duration.milliseconds(100)

  let target: ElementID
  let application: ElementID
  private let registry: SettlerRegistry
  let source: any TreeSource
  private let loop: EventLoop
  let times: Times
  let isEffect: () -> Bool?
  /// The push button that is acted on.
  private let button: HeldButton?
  /// What the action shows in the place of another page.
  private let page: PageSwitch?
  private var timer: Timer?
  private(set) var performed: MonotonicTime?
  private var lastChange: MonotonicTime?
  /// Since when the effect that can be read back is there.
  private var effectStart: MonotonicTime?
  /// Whether more may come of the action late than that elements are elsewhere.
  let mayActLate: Bool
  let isPress: Bool
  /// Whether the action sets a number or a text.
  let isSetting: Bool
  /// Whether what is done before the action selects its target. Before keys, the window of theirs comes to the front.
  private let isAfterSelecting: Bool
  /// Whether the application may tell only now what became of actions before, as of a covered page.
  let mayTellOfBefore: Bool
  /// Begins to watch for what the action changes.
  private let makeEvidence: () -> EffectEvidence
  private(set) var evidence: EffectEvidence
  /// The revisions with announcements, values or screens that other actions caused.
  private var othersRevisions: Set<Revision> = []
  private(set) var silence: ApplicationSilence
  private var readingCheckInterval = Settler.readingCheckIntervals.first
  /// Whether the button has stayed down, or up, which it was not before.
  private(set) var hasTurnedButton = false
  /// Whether the button was seen down, and when it was up again.
  private var wasDown = false
  private(set) var released: MonotonicTime?
  /// Whether the target is a push button, of which it may be found late that it goes up.
  var mayGoUpLate: Bool { button != nil && !hasTurnedButton }
  private var whenQuiet: ((_ quiet: Bool) -> Void)?
  /// How long after the action a change of an element that was there is its effect, where it may be of what was done before.
  private(set) var quickEffect: Duration

  /// - Parameters:
  ///   - target: The element that is acted on.
  ///   - button: The push button that is acted on; `nil` for any other element.
  ///   - page: What the action shows in the place of another page; `nil`: none.
  ///   - dialog: The dialog that the target is in, which the action may close; `nil`: none.
  ///   - kind: The kind of the action.
  ///   - isEffect: Returns whether the effect that the action must have is there, or `nil` when any change counts.
  init(
    _ target: ElementID, in application: ElementID, registry: SettlerRegistry,
    source: any TreeSource, loop: EventLoop, times: Times, button: HeldButton? = nil,
    page: PageSwitch? = nil, dialog: ClosingDialog? = nil, kind: ActionKind? = nil,
    isEffect: @escaping () -> Bool?
  ) {
    self.target = target
    self.application = application
    self.registry = registry
    self.source = source
    self.loop = loop
    self.times = times
    self.button = button
    self.page = page
    self.isEffect = isEffect
    quickEffect = source.quickEffect(of: target) ?? Self.quickEffect
    silence = registry.silence(of: application, source)
    mayActLate = kind != .scroll && kind != .scrollIntoView
    isAfterSelecting = kind != .keys
    isPress = kind == .press
    isSetting = kind == .setValue || kind == .setText || kind == .insertText
    let untold = registry.untoldActions(before: target, of: application, source)
    mayTellOfBefore = !untold.isEmpty
    let awaited = registry.awaitedActions(on: application) + untold
    let actsBeforeAnswer = source.actsBeforeAnswer(on: target)
    makeEvidence = {
      let reportsMoves = source.reportsMoves(around: target)
      var evidence = registry.evidence(
        target, kind, after: awaited, in: application, button, dialog, reportsMoves)
      evidence.awaited.isToldAtOnce = actsBeforeAnswer
      return evidence
    }
    evidence = makeEvidence()
    registry.add(self, to: application)
  }

  /// Takes what has changed so far for no effect of the action.
  func beginAgain(after preparation: ActionPreparation) {
    guard performed == nil else { return }
    let former = evidence
    evidence = makeEvidence()
    evidence.goOn(from: former)
    switch preparation {
    case .preceded: evidence.awaited.isAfterSelecting = isAfterSelecting
    case .delayed:
      evidence.awaited.isToldAtOnce = true
      quickEffect = Self.knownQuickEffect
    }
    lastChange = nil
  }

  /// Waits for the effects of the action, which was performed. Calls `body` once, when the application is
  /// quiet or the time is up.
  ///
  /// - Parameter waited: How much of the time the application has left unanswered already.
  func settle(waited: Duration = .zero, _ body: @escaping (_ quiet: Bool) -> Void) {
    performed = MonotonicTime.now().advanced(by: .zero - waited)
    whenQuiet = body
    check()
  }

  /// Notes that the action scrolled nothing.
  func noteNothingScrolled() { evidence.noteNothingScrolled() }

  func stop() {
    registry.remove(self, from: application)
    timer?.cancel()
    whenQuiet = nil
  }

  /// Examines what has changed since the last time.
  func examine() { evidence.update { isOwn($0, at: $1) } }

  /// Whether a notification may be an effect of this action: announcements, values and screens tell of the action that
  /// caused them.
  func isOwn(_ notification: Notification, at revision: Revision) -> Bool {
    !notification.tellsOfAction || !othersRevisions.contains(revision)
  }

  /// Notes that another action on the application is performed meanwhile.
  func noteOther(_ action: WatchedAction) {
    // What has come by now is not of it.
    examine()
    evidence.awaited.note(action)
  }

  /// Records that something happened to the application.
  ///
  /// - Parameters:
  ///   - ofOther: Whether another action caused it.
  ///   - isSure: Whether this action caused it: it came while the source was called.
  ///   - isNoise: Whether all of it also happens without actions.
  func record(
    _ commit: Commit, ofOther: Bool = false, isSure: Bool = false, isNoise: Bool = false
  ) {
    if ofOther, commit.notifications.contains(where: \.tellsOfAction) {
      othersRevisions.insert(commit.revision)
    }
    if ofOther { evidence.awaited.noteOther(commit.revision) }
    if isSure { evidence.awaited.noteSure(commit.revision) }
    let now = MonotonicTime.now()
    let isAtOnce =
      performed != nil && !ofOther
      && acted.map { now <= $0.advanced(by: EmptiedFields.duration) } ?? true
    evidence.remember(commit, isAtOnce: isAtOnce)
    if isNoise { return }
    if evidence.mayBeOfBefore, let acted, now > acted.advanced(by: quickEffect) {
      let includesOthers = now > acted.advanced(by: max(quickEffect, Self.quickEffect))
      evidence.awaited.endQuickEffects(at: commit.revision, includesOthers: includesOthers)
    }
    lastChange = now
    guard performed != nil else { return }
    // A check that was scheduled before any effect was seen would come too late.
    let quietAt = now.advanced(by: times.quiet)
    if let timer, timer.isPending, timer.deadline <= quietAt { return }
    schedule(quietAt)
  }

  /// When the application acted; `nil`: it has not been asked, or its button is down.
  private var acted: MonotonicTime? {
    guard let performed, button?.isDown != true, !wasDown || released != nil else { return nil }
    return max(performed, released ?? performed)
  }

  /// Whether what the application tells now may be told at once of this action: it is about to be performed, or has just been.
  var mayBeToldNow: Bool {
    guard mayActLate else { return false }
    return acted.map { MonotonicTime.now() < $0.advanced(by: quickEffect) } ?? true
  }

  /// When the time to settle is over.
  private func end(_ performed: MonotonicTime, now: MonotonicTime) -> MonotonicTime {
    let end = performed.advanced(by: times.limit)
    guard times.patienceWithSilence > .zero, hasKnownEffect != true else { return end }
    let longer =
      if silence.look(at: now) {
        performed.advanced(by: times.patienceWithSilence)
      } else if let lastSeen = silence.lastSeen {
        lastSeen.advanced(by: times.limit)
      } else if now >= end, silence.mayBegin, !hasEffect {
        end.advanced(by: ApplicationSilence.maxDoubt)
      } else {
        end
      }
    return max(end, times.deadline.map { min($0, longer) } ?? longer)
  }

  private func check() {
    guard var performed, let whenQuiet else { return }
    let now = MonotonicTime.now()
    let late = timer.map { now.since($0.deadline) } ?? .zero
    if late > Self.maxLateness {
      performed = performed.advanced(by: late)
      self.performed = performed
    }
    let end = end(performed, now: now)
    let since = max(performed, lastChange ?? performed)
    let heldUntil = heldUntil(since: min(since, now))
    let quietAt = since.advanced(by: times.quiet)
    let isReading = source.isReading(application)
    if now >= end {
      // What came late has its time to stay, too.
      if let heldUntil, now < heldUntil, now < end.advanced(by: times.hold + times.patience) {
        return schedule(heldUntil)
      }
      if isReading, now < end.advanced(by: times.patience), hasKnownEffect == false {
        return schedule(now.advanced(by: Self.readingCheckIntervals.last))
      }
      return finish(whenQuiet, quiet: now >= quietAt && !isReading)
    }
    if button?.isDown == true {
      wasDown = true
    } else if wasDown, released == nil {
      released = now
    }
    let heldTimeout = HeldButton.maxHold(hasChanged: hasChanged)
    let isHeld = now < performed.advanced(by: heldTimeout) && button?.isDown == true
    if isReading || isHeld || now >= quietAt && page?.isAwaited == true {
      // Reading may end without a commit, so check again soon in any case.
      schedule(min(now.advanced(by: readingCheckInterval), end))
      readingCheckInterval = min(readingCheckInterval * 2, Self.readingCheckIntervals.last)
      return
    }
    readingCheckInterval = Self.readingCheckIntervals.first
    guard now >= quietAt else { return schedule(min(quietAt, end)) }
    if let heldUntil, now < heldUntil { return schedule(min(heldUntil, end)) }
    let acted = max(performed, released ?? performed, silence.lastSeen ?? performed)
    let firstEffectDeadline = acted.advanced(by: times.longestWait)
    if now >= performed.advanced(by: HeldButton.maxHold(hasChanged: false)) {
      hasTurnedButton = button?.isTurned == true
    }
    if now >= firstEffectDeadline || hasEffect || registry.isGone(application) {
      return finish(whenQuiet, quiet: true)
    }
    schedule(min(firstEffectDeadline, end))
  }

  /// Until when the effect that can be read back must still be there; `nil`: it need not, or is not there.
  private func heldUntil(since: MonotonicTime) -> MonotonicTime? {
    guard times.hold > .zero, hasKnownEffect ?? isChoiceSeen else {
      effectStart = nil
      return nil
    }
    let start = effectStart ?? since
    effectStart = start
    return start.advanced(by: times.hold)
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

extension Notification {
  /// Whether the notification belongs to the one action that caused it.
  fileprivate var tellsOfAction: Bool {
    NotificationKinds([.announcement, .value, .screen]).contains(kind)
  }
}
