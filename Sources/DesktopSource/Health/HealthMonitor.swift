internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Monitors whether an application answers. It uses calls that were made for other reasons: an application
/// that nobody calls is not checked.
///
/// An application is slow while its answers are late, and until `recoveryPeriod` has passed since. When answers are
/// then in time, or none are outstanding, it is responsive.
final class HealthMonitor {
  private let queue: CallQueue
  /// The call that finds out whether the application is back.
  private let probeRequest: CallRequest
  private let timeout: Duration
  /// Called when the health changes, with whether the application did not respond before.
  var onChange: (Health, _ isBack: Bool) -> Void = { _, _ in }
  /// The health that was last reported to `onChange`.
  private(set) var health = Health.responsive
  private var timer: Timer?
  /// Since when an answer has been outstanding; `nil` when none is.
  private var waitingSince: MonotonicTime?
  /// When the application was last found to be late.
  private var lateAt = MonotonicTime(nanoseconds: 0)
  private var isProbing = false
  private var isCancelled = false

  /// The delay of an answer from which an application is slow.
  static let slowThreshold = Duration.milliseconds(500)
  /// How long no answer must have been late before a slow application is responsive again.
  static let recoveryPeriod = Duration.seconds(2)
  static let checkInterval = Duration.milliseconds(250)
  /// How late a check may be before the process counts as having stood still.
  private static let maxLateness = Duration.milliseconds(100)

  /// Whether the application does not respond: it is then called only to find out whether it is back.
  var isSuspended: Bool { health == .notResponding }

  /// - Parameters:
  ///   - queue: The calls to the application.
  ///   - root: The path of an object that exists as long as the application.
  ///   - timeout: How long the application may leave a call unanswered.
  init(_ queue: CallQueue, root: String, timeout: Duration) {
    self.queue = queue
    self.timeout = timeout
    probeRequest = CallRequest(queue.destination, root, "org.a11y.atspi.Accessible", "GetRole")
  }

  func cancel() {
    isCancelled = true
    timer?.cancel()
    timer = nil
  }

  /// Notes that calls were made, and starts to monitor the time.
  func didCall() {
    guard waitingSince == nil || timer == nil, !isCancelled else { return }
    waitingSince = waitingSince ?? .now()
    if timer == nil { schedule() }
  }

  /// How long an answer has been outstanding; zero when none is.
  var silence: Duration {
    guard let waitingSince else { return .zero }
    // Not every caller reports its answers.
    return MonotonicTime.now().since(
      max(waitingSince, MonotonicTime(nanoseconds: queue.lastAnswerAt)))
  }

  /// Handles an answer or a failed call. Signals do not count: an application may send them and answer
  /// nothing.
  func didReceive(_ error: BusError?) {
    if let error, !error.isAnswer { return }
    didAnswer()
  }

  /// Notes that the application answered.
  private func didAnswer() {
    guard timer != nil || health != .responsive else { return }
    waitingSince = .now()
    if isSuspended { set(.responsive) }
  }

  private func schedule() {
    timer = queue.connection.loop.schedule(after: Self.checkInterval) { [weak self] in
      self?.checkAnswers()
    }
  }

  private func checkAnswers() {
    let late = timer.map { MonotonicTime.now().since($0.deadline) } ?? .zero
    timer = nil
    guard !isCancelled else { return }
    // While this process stood still, no answer could be seen.
    if late > Self.maxLateness { waitingSince = waitingSince?.advanced(by: late) }
    let lastAnswer = MonotonicTime(nanoseconds: queue.lastAnswerAt)
    // Not every caller reports its answers.
    if let since = waitingSince, lastAnswer > since {
      waitingSince = lastAnswer
      if isSuspended { set(.responsive) }
    }
    if !queue.hasUnansweredCall, !isProbing {
      if isSuspended { probe() } else { waitingSince = nil }
    }
    updateHealth()
    if timer == nil, waitingSince != nil || health != .responsive { schedule() }
  }

  /// Updates the health by how long an answer has been outstanding.
  private func updateHealth() {
    let (silence, now) = (silence, MonotonicTime.now())
    if silence >= Self.slowThreshold { lateAt = now }
    switch health {
    case .responsive, .slow:
      if silence >= timeout {
        set(.notResponding)
        probe()
      } else if silence >= Self.slowThreshold {
        set(.slow)
      } else if now.since(lateAt) >= Self.recoveryPeriod {
        set(.responsive)
      }
    case .notResponding, .gone: break
    }
  }

  /// Calls the application to find out whether it is back, and repeats that until it is.
  private func probe() {
    guard !isProbing else { return }
    isProbing = true
    queue.connection.call(probeRequest, timeout: .seconds(20)) { [weak self] result in
      guard let self, !isCancelled else { return }
      isProbing = false
      if case .failure(let error) = result, !error.isAnswer {
        if isSuspended, error == .timeout { probe() }
        return
      }
      didAnswer()
    }
    if timer == nil { schedule() }
  }

  /// Checks that the application answers, because someone acts on it.
  func verifyResponsive() {
    queue.enqueue(probeRequest, lane: .urgent, timeout: .seconds(10)) { [weak self] result in
      guard let self, !isCancelled else { return }
      if case .failure(let error) = result { didReceive(error) } else { didAnswer() }
    }
    didCall()
  }

  private func set(_ new: Health) {
    guard new != health else { return }
    let isBack = isSuspended
    health = new
    onChange(new, isBack)
  }
}
