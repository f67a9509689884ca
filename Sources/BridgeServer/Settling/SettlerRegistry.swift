internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The number of actions under way on a server, whatever part of the mirror they are in.
final class ActionCounter {
  fileprivate(set) var count = 0
}

/// All actions whose effect is watched, by application. Which applications a commit concerns is determined
/// once, however many actions are under way.
final class SettlerRegistry {
  private let store: TreeStore
  private var settlers: [ElementID: [ObjectIdentifier: Settler]] = [:]
  private let counter: ActionCounter
  let rhythm: ChangeRhythm
  private let returns: FocusReturns
  /// The last actions on applications, the last one at the end; only recent ones.
  private var ended: [ElementID: [WatchedAction]] = [:]
  /// When something was last scrolled in applications.
  private var scrolled: [ElementID: UInt64] = [:]
  /// What has come of the last actions on applications since they ended, where they had no effect by then.
  private var unanswered: [ElementID: EffectEvidence] = [:]
  private var untold = UntoldActions()
  private var lateReports: LateReports
  /// The most actions on an application that are remembered.
  private static let maxEnded = 8
  /// How long after an action a change may be a late effect of it, in nanoseconds.
  private static let lateEffect: UInt64 = 200_000_000
  /// How long after an action its target may get the focus, and what it moved may be found, in nanoseconds: browsers report
  /// the one late, and the other not at all.
  private static let lateReport: UInt64 = 2_000_000_000
  /// How long after it was performed an action without effect may have one, in nanoseconds.
  private static let awaited: UInt64 = 2_000_000_000
  /// The action whose source is being called: what happens meanwhile is its effect.
  private var performing: Settler?

  init(_ store: TreeStore, counter: ActionCounter) {
    self.store = store
    self.counter = counter
    rhythm = ChangeRhythm(store)
    lateReports = LateReports(store)
    returns = FocusReturns(store)
  }

  /// Returns the actions on an application that had no effect yet, which may come during the next: those before, and those
  /// under way.
  func awaitedActions(on application: ElementID) -> [WatchedAction] {
    if var evidence = unanswered.removeValue(forKey: application) {
      evidence.update { _, _ in true }
      if evidence.isSeen || evidence.hasLateChanges { noteAnswer(on: application) }
    }
    let before = awaitedFormer(on: application)
    let underWay = settlers[application]?.values.filter { $0.mayStillAct || $0.mayBeToldNow } ?? []
    return before
      + underWay.map { watched($0, mayBeToldNow: $0.mayBeToldNow) }
  }

  private func awaitedFormer(on application: ElementID) -> [WatchedAction] {
    let now = store.time
    return recentActions(on: application).filter { $0.awaitedUntil.map { now < $0 } ?? false }
  }

  /// Notes that something has come, while nothing was under way, that may be the effect of an action before. Where there were several,
  /// it is not known of which, and those of the others may still come.
  private func noteAnswer(on application: ElementID) {
    guard awaitedFormer(on: application).count == 1 else { return }
    ended[application] = ended[application]?.map { action in
      var action = action
      action.awaitedUntil = nil
      return action
    }
  }

  private func watched(
    _ settler: Settler, awaitedUntil: UInt64? = nil, mayBeToldNow: Bool = false
  ) -> WatchedAction {
    let isFocused = store.tree.read(settler.target) { $0.states.contains(.focused) } == true
    let now = store.time
    let age = settler.performed.map { MonotonicTime.now().since($0).nanoseconds } ?? 0
    return WatchedAction(
      time: now, performed: now - min(now, age),
      request: settler.evidence.request, target: settler.target,
      path: settler.evidence.path, isUnfocused: !isFocused,
      mayScroll: !settler.isPress, isSetting: settler.isSetting, mayGoUpLate: settler.mayGoUpLate,
      awaitedUntil: awaitedUntil, mayBeToldNow: mayBeToldNow)
  }

  /// - Parameter awaited: The actions before that had no effect at the request.
  func evidence(
    _ target: ElementID, _ kind: ActionKind?, after awaited: [WatchedAction],
    in application: ElementID, _ button: HeldButton?, _ dialog: ClosingDialog?,
    _ reportsMoves: Bool
  ) -> EffectEvidence {
    let recent = recentActions(on: application)
    return EffectEvidence(
      target, kind,
      isAfterMoves: !recent.isEmpty || isScrolled(application)
        || rhythm.passing.hasJustEnded(in: application),
      reportsMoves: reportsMoves,
      after: recent.map { FormerTarget($0, in: store) },
      last: recent.last.map { LastAction($0, lateReports, in: store) }, awaiting: awaited,
      in: application,
      button: button, dialog: dialog, store, rhythm, returns)
  }

  /// Returns the actions before one on an element that its application may tell of only now, since it has told of them or of others
  /// late.
  func untoldActions(
    before target: ElementID, of application: ElementID, _ source: any TreeSource
  ) -> [WatchedAction] {
    untold.before(actingOn: target, of: application, source)
  }

  /// Notes that an application has not told what became of an action that has ended, and may do so later.
  func noteUntold(_ settler: Settler) {
    untold.noteUntold(watched(settler), on: settler.application)
  }

  func silence(of application: ElementID, _ source: any TreeSource) -> ApplicationSilence {
    ApplicationSilence(of: application, in: store, source)
  }

  func isGone(_ application: ElementID) -> Bool {
    store.applications[application].map { $0.health == .gone } ?? true
  }

  /// The number of actions under way, on all mirrors of the server.
  var count: Int { counter.count }

  func add(_ settler: Settler, to application: ElementID) {
    if settlers[application] == nil { rhythm.noteStart(on: application) }
    let replaced = settlers[application, default: [:]].updateValue(
      settler, forKey: ObjectIdentifier(settler))
    if replaced == nil { counter.count += 1 }
  }

  func remove(_ settler: Settler, from application: ElementID) {
    guard settlers[application]?.removeValue(forKey: ObjectIdentifier(settler)) != nil else {
      return
    }
    counter.count -= 1
    let isLast = settlers[application]?.isEmpty == true
    if isLast {
      settlers[application] = nil
      rhythm.noteEnd(on: application)
    }
    ended = ended.compactMapValues { actions in
      actions.last.flatMap { isRecent($0.time) ? actions : nil }
    }
    let silence = settler.silenceSinceAction
    unanswered[application] = silence != nil && isLast ? settler.evidence : nil
    let awaitedUntil = silence.map { silence in
      store.time + Self.awaited - min(Self.awaited, silence.nanoseconds)
    }
    let action = watched(settler, awaitedUntil: awaitedUntil)
    if isLast {
      lateReports.note(
        store.commits(since: action.request) ?? [], in: application, during: action,
        isFirst: lastAction(on: application, within: Self.lateReport) == nil,
        hasEffect: !settler.hasLateChanges || settler.hasChanged,
        quickEffect: settler.quickEffect.nanoseconds)
    }
    ended[application] = recentActions(on: application).suffix(Self.maxEnded - 1) + [action]
    untold.forget(isGone)
    untold.note(action, on: application, settler.source)
  }

  private func isRecent(_ time: UInt64, within duration: UInt64 = lateReport) -> Bool {
    store.age(of: time) < duration
  }

  /// Returns the actions on an application that ended a moment ago.
  private func recentActions(on application: ElementID) -> [WatchedAction] {
    ended[application]?.filter { isRecent($0.time) } ?? []
  }

  /// Returns the last action on an application, where that ended less than `time` nanoseconds ago.
  private func lastAction(on application: ElementID, within time: UInt64) -> WatchedAction? {
    ended[application]?.last.flatMap { isRecent($0.time, within: time) ? $0 : nil }
  }

  func apply(_ commit: Commit) {
    rhythm.record(commit, isActedOn: isActedOn, isTarget: isTarget) { application in
      lastAction(on: application, within: Self.lateReport)?.time
    }
    rhythm.noteMessages(commit) { application in
      recentActions(on: application).map(\.path)
        + (settlers[application]?.values.map(\.evidence.path) ?? [])
    }
    rhythm.noteDialogs(commit) { application in
      settlers[application] != nil || lastAction(on: application, within: Self.lateReport) != nil
    }
    returns.note(commit)
    noteScrolls(commit)
    if !settlers.isEmpty || !ended.isEmpty {
      rhythm.notePartialChanges(commit, isWatched: !settlers.isEmpty)
    }
    followUnanswered(commit)
    noteLateReports(commit)
    guard !settlers.isEmpty else { return }
    let isNoise = rhythm.isNoise(commit)
    for application in applications(of: commit) {
      guard let watching = settlers[application] else { continue }
      for settler in watching.values {
        settler.record(
          commit, ofOther: performing.map { $0 !== settler } ?? false,
          isSure: performing === settler, isNoise: isNoise)
      }
    }
  }

  private func noteLateReports(_ commit: Commit) {
    for application in commit.applications where settlers[application] == nil {
      guard let last = lastAction(on: application, within: Self.lateReport) else { continue }
      lateReports.note(commit, in: application, after: last.performed)
    }
  }

  /// Lets the last actions that had no effect see what comes between them and the next.
  private func followUnanswered(_ commit: Commit) {
    for application in unanswered.keys where settlers[application] == nil {
      if lastAction(on: application, within: Self.lateReport) == nil {
        unanswered[application] = nil
      } else if concerns(commit, application) {
        unanswered[application]?.remember(commit)
      }
    }
  }

  /// Notes where something is scrolled, by whomever.
  private func noteScrolls(_ commit: Commit) {
    for case .scrolled(let container, _, _, _) in commit.notifications {
      guard let application = store.tree.read(container, { $0.application }) else { continue }
      scrolled = scrolled.filter { isRecent($0.value) }
      scrolled[application] = store.time
    }
  }

  private func isScrolled(_ application: ElementID) -> Bool {
    scrolled[application].map { isRecent($0) } ?? false
  }

  private func isActedOn(_ application: ElementID) -> Bool {
    settlers[application] != nil || lastAction(on: application, within: Self.lateEffect) != nil
  }

  private func isTarget(_ id: ElementID) -> Bool {
    guard let application = store.tree.read(id, { $0.application }) else { return false }
    return settlers[application]?.values.contains { $0.target == id } == true
  }

  /// Calls the source of an action. The changes that are committed before `body` returns are effects of this
  /// action, and not of the others under way.
  func perform(_ settler: Settler, _ body: () -> Void) {
    let others = settlers[settler.application]?.values.filter { $0 !== settler } ?? []
    if !others.isEmpty {
      let action = watched(settler)
      for other in others { other.noteOther(action) }
    }
    let outer = performing
    performing = settler
    defer { performing = outer }
    body()
  }

  /// Returns whether a commit concerns an application: by changed elements, or only by notifications.
  func concerns(_ commit: Commit, _ application: ElementID) -> Bool {
    if commit.applications.contains(application) { return true }
    return commit.notifications.contains { notification in
      guard let subject = self.subject(of: notification) else { return false }
      return subject == .all || subject == .application(application)
    }
  }

  private func applications(of commit: Commit) -> Set<ElementID> {
    var result = commit.applications
    for notification in commit.notifications {
      switch subject(of: notification) {
      case .application(let root): result.insert(root)
      case .all: return Set(settlers.keys)
      case nil: break
      }
    }
    return result
  }

  private enum Subject: Equatable {
    case all
    case application(ElementID)
  }

  private func subject(of notification: Notification) -> Subject? {
    // The progress of speech is not an effect of the application.
    if case .speech = notification { return nil }
    // Nor is how fast the application answers, or how much of it has been read.
    if case .applicationChanged(let application) = notification, application.health != .gone {
      return nil
    }
    guard let subject = notification.subject else { return .all }
    return store.tree.read(subject) { $0.application }.map(Subject.application)
  }
}
