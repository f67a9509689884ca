internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Whether an application answers now. Judged by calls that were made for other reasons: an application
/// that nobody asks anything is not asked how it is.
///
/// It is slow for as long as answers come late, and `recovery` longer; when they come in time after that,
/// or nothing is asked, it is responsive.
final class HealthWatch {
  /// As told to the mirror.
  private(set) var health = Health.responsive
  private var timer: Timer?
  /// Since when the application has owed an answer; `nil` while it owes none.
  private var requestedSince: MonotonicTime?
  /// When it was last found to be late.
  private var lateAt = MonotonicTime(nanoseconds: 0)
  private var isProbing = false

  /// Answers later than this make an application slow.
  static let slowAfter = Duration.milliseconds(500)
  /// How long an application must not have been late to be slow no longer.
  static let recovery = Duration.seconds(2)
  static let tick = Duration.milliseconds(250)

  /// While an application does not respond, nothing is asked but whether it is back.
  var isSuspended: Bool { health == .notResponding }

  func cancel() {
    timer?.cancel()
    timer = nil
  }

  /// Calls are on their way: from now on somebody looks at the clock.
  func callsMade(_ application: ApplicationMirror) {
    guard requestedSince == nil || timer == nil, !application.isClosed else { return }
    requestedSince = requestedSince ?? .now()
    if timer == nil { schedule(application) }
  }

  /// For how long the application has left a call unanswered; zero while it owes no answer.
  var silence: Duration { requestedSince.map { MonotonicTime.now().since($0) } ?? .zero }

  /// An answer came, or a call failed. Signals do not count: an application may send them and answer
  /// nothing.
  func answered(_ application: ApplicationMirror, _ error: BusError?) {
    if let error, !error.isAnswer { return }
    heard(application)
  }

  /// The application answered.
  func heard(_ application: ApplicationMirror) {
    guard timer != nil || health != .responsive else { return }
    requestedSince = .now()
    if isSuspended { set(.responsive, application) }
  }

  private func schedule(_ application: ApplicationMirror) {
    timer = application.context.loop.schedule(after: Self.tick) { [weak application] in
      application?.health.look(application)
    }
  }

  private func look(_ application: ApplicationMirror?) {
    timer = nil
    guard let application, !application.isClosed else { return }
    let queue = application.peer.queue
    let lastAnswer = MonotonicTime(nanoseconds: queue.lastAnswerAt)
    // Not everybody who asks says that there was an answer.
    if let since = requestedSince, lastAnswer > since {
      requestedSince = lastAnswer
      if isSuspended { set(.responsive, application) }
    }
    if queue.inFlight == 0, !isProbing {
      if isSuspended { probe(application) } else { requestedSince = nil }
    }
    judge(application)
    if timer == nil, requestedSince != nil || health != .responsive { schedule(application) }
  }

  /// Says how the application is, by how long it has been silent.
  private func judge(_ application: ApplicationMirror) {
    let (silence, now) = (silence, MonotonicTime.now())
    if silence >= Self.slowAfter { lateAt = now }
    switch health {
    case .responsive, .slow:
      if silence >= application.context.configuration.patience {
        set(.notResponding, application)
        probe(application)
      } else if silence >= Self.slowAfter {
        set(.slow, application)
      } else if now.since(lateAt) >= Self.recovery {
        set(.responsive, application)
      }
    case .notResponding, .gone: break
    }
  }

  /// Asks whether the application is back, and again until it is.
  private func probe(_ application: ApplicationMirror) {
    guard !isProbing else { return }
    isProbing = true
    let request = CallRequest(
      application.peer.name, application.root.path, "org.a11y.atspi.Accessible", "GetRole")
    application.context.calls.call(request, timeout: .seconds(20)) { [weak application] result in
      guard let application, !application.isClosed else { return }
      application.health.isProbing = false
      if case .failure(let error) = result, !error.isAnswer {
        if application.health.isSuspended, error == .timeout {
          application.health.probe(application)
        }
        return
      }
      application.health.heard(application)
    }
    if timer == nil { schedule(application) }
  }

  private func set(_ new: Health, _ application: ApplicationMirror) {
    guard new != health else { return }
    let wasSuspended = isSuspended
    health = new
    let root = application.rootID
    let store = application.context.store
    store.edit { edit in
      edit.updateApplication(root) {
        $0.health = new
        if wasSuspended { $0.lastHeard = store.time }
      }
    }
    if wasSuspended { application.didRecover() }
  }
}

extension ApplicationMirror {
  /// The application answers again: what was given up meanwhile is asked for.
  func didRecover() {
    schedule()
    activity.note(self, .all)
    sweep.request()
  }

  /// Somebody acts on the application: whether it answers matters now.
  func checkHealth() {
    let request = CallRequest(peer.name, root.path, "org.a11y.atspi.Accessible", "GetRole")
    peer.queue.enqueue(request, lane: .urgent, timeout: ObjectCalls.timeout) { [weak self] result in
      guard let self, !isClosed else { return }
      if case .failure(let error) = result {
        health.answered(self, error)
      } else {
        health.heard(self)
      }
    }
    health.callsMade(self)
  }
}
