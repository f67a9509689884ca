internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Whether an application answers now. Judged by calls that were made for other reasons: an application
/// that nobody asks anything is not asked how it is.
///
/// It is slow for as long as answers come late, and `recovery` longer; when they come in time after that,
/// or nothing is asked, it is responsive.
final class HealthWatch {
  private let queue: CallQueue
  /// What is asked to find out whether the application is back.
  private let question: CallRequest
  private let patience: Duration
  /// Told how the application is now, and whether that is after it did not respond.
  var onChange: (Health, _ isBack: Bool) -> Void = { _, _ in }
  /// As told to the mirror.
  private(set) var health = Health.responsive
  private var timer: Timer?
  /// Since when the application has owed an answer; `nil` while it owes none.
  private var requestedSince: MonotonicTime?
  /// When it was last found to be late.
  private var lateAt = MonotonicTime(nanoseconds: 0)
  private var isProbing = false
  private var isCancelled = false

  /// Answers later than this make an application slow.
  static let slowAfter = Duration.milliseconds(500)
  /// How long an application must not have been late to be slow no longer.
  static let recovery = Duration.seconds(2)
  static let tick = Duration.milliseconds(250)

  /// While an application does not respond, nothing is asked but whether it is back.
  var isSuspended: Bool { health == .notResponding }

  /// - Parameters:
  ///   - queue: the calls to the application.
  ///   - root: the path of an object that is there as long as the application.
  ///   - patience: how long it may leave a call unanswered.
  init(_ queue: CallQueue, root: String, patience: Duration) {
    self.queue = queue
    self.patience = patience
    question = CallRequest(queue.destination, root, "org.a11y.atspi.Accessible", "GetRole")
  }

  func cancel() {
    isCancelled = true
    timer?.cancel()
    timer = nil
  }

  /// Calls are on their way: from now on somebody looks at the clock.
  func callsMade() {
    guard requestedSince == nil || timer == nil, !isCancelled else { return }
    requestedSince = requestedSince ?? .now()
    if timer == nil { schedule() }
  }

  /// For how long the application has left a call unanswered; zero while it owes no answer.
  var silence: Duration { requestedSince.map { MonotonicTime.now().since($0) } ?? .zero }

  /// An answer came, or a call failed. Signals do not count: an application may send them and answer
  /// nothing.
  func answered(_ error: BusError?) {
    if let error, !error.isAnswer { return }
    heard()
  }

  /// The application answered.
  private func heard() {
    guard timer != nil || health != .responsive else { return }
    requestedSince = .now()
    if isSuspended { set(.responsive) }
  }

  private func schedule() {
    timer = queue.connection.loop.schedule(after: Self.tick) { [weak self] in self?.look() }
  }

  private func look() {
    timer = nil
    guard !isCancelled else { return }
    let lastAnswer = MonotonicTime(nanoseconds: queue.lastAnswerAt)
    // Not everybody who asks says that there was an answer.
    if let since = requestedSince, lastAnswer > since {
      requestedSince = lastAnswer
      if isSuspended { set(.responsive) }
    }
    if !queue.owesAnswer, !isProbing {
      if isSuspended { probe() } else { requestedSince = nil }
    }
    judge()
    if timer == nil, requestedSince != nil || health != .responsive { schedule() }
  }

  /// Says how the application is, by how long it has been silent.
  private func judge() {
    let (silence, now) = (silence, MonotonicTime.now())
    if silence >= Self.slowAfter { lateAt = now }
    switch health {
    case .responsive, .slow:
      if silence >= patience {
        set(.notResponding)
        probe()
      } else if silence >= Self.slowAfter {
        set(.slow)
      } else if now.since(lateAt) >= Self.recovery {
        set(.responsive)
      }
    case .notResponding, .gone: break
    }
  }

  /// Asks whether the application is back, and again until it is.
  private func probe() {
    guard !isProbing else { return }
    isProbing = true
    queue.connection.call(question, timeout: .seconds(20)) { [weak self] result in
      guard let self, !isCancelled else { return }
      isProbing = false
      if case .failure(let error) = result, !error.isAnswer {
        if isSuspended, error == .timeout { probe() }
        return
      }
      heard()
    }
    if timer == nil { schedule() }
  }

  /// Somebody acts on the application: whether it answers matters now.
  func check() {
    queue.enqueue(question, lane: .urgent, timeout: .seconds(10)) { [weak self] result in
      guard let self, !isCancelled else { return }
      if case .failure(let error) = result { answered(error) } else { heard() }
    }
    callsMade()
  }

  private func set(_ new: Health) {
    guard new != health else { return }
    let isBack = isSuspended
    health = new
    onChange(new, isBack)
  }
}
