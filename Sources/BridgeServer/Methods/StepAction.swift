internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// An action of a run, and the condition that ends it.
final class StepAction {
  private let run: StepRun
  private let request: PerformRequest
  private var until: WaitForRequest?
  private let limit: Duration?
  private var completion: StepRun.Completion?
  private var result = EncodedStepResult()
  /// The application that is acted on.
  private(set) var root: ElementID?
  /// The windows and dialogs that were there before the action: the condition does not count those that were open.
  private var former = FormerWindows()
  /// Whether the application has answered, or did not in time.
  private var isPerformed = false
  /// Whether the condition holds, and what appeared has been read.
  private var isMet = false
  private var hasReceipt = false
  private var cancelAction: (() -> Void)?
  private var cancelWait: (() -> Void)?
  private var timer: Timer?
  private var observation: Observation?

  init(
    _ request: PerformRequest, until: WaitForRequest?, within limit: Duration?, _ run: StepRun,
    _ completion: @escaping StepRun.Completion
  ) {
    self.request = request
    self.until = until
    self.limit = limit
    self.run = run
    self.completion = completion
  }

  func begin() {
    // Without one match, the action itself is refused.
    let target = try? run.service.targets.resolve(request.target)
    root = target.flatMap(run.application(of:))
    bindCondition(to: target)
    do throws(Status) {
      if let until {
        former = try run.windowsThere(until, in: root)
        result.heldBefore = try run.held(until, in: root, apartFrom: former) != nil
      }
    } catch {
      return end(error)
    }
    var request = request
    let waits = until != nil && !result.heldBefore
    if waits { request.answersImmediately = true }
    cancelAction = run.begin(request, within: waits ? waitLimit : actionLimit) { [self] in
      performed($0)
    }
    if isPerformed { cancelAction = nil }
    if waits { waitForCondition() }
  }

  /// Makes a condition of the element that is acted on one of its id: afterwards its selector may match another one.
  ///
  /// Whether anything matches, and how many elements do, is asked of the selector.
  ///
  /// - Parameter target: The element that is acted on; `nil`: not one.
  private func bindCondition(to target: ElementID?) {
    guard let asked = until, case .selector = asked.target,
      asked.target == request.target || asked.target == request.dropSource
    else { return }
    switch asked.condition {
    case .appears, .count: return
    default: break
    }
    let id =
      asked.target == request.target ? target : try? run.service.targets.resolve(asked.target)
    if let id { until?.target = .id(id) }
  }

  func stop() {
    completion = nil
    release()
  }

  private func release() {
    timer?.cancel()
    observation.take()?.cancel()
    cancelAction.take()?()
    cancelWait.take()?()
  }

  private func end(_ failure: Status? = nil) {
    guard let completion = completion.take() else { return }
    result.failure = failure
    release()
    completion(result)
  }

  private var waitLimit: Duration { limit ?? run.service.configuration.waitTimeout }

  /// The time for the application to answer and to become quiet.
  private var actionLimit: Duration {
    let settling = request.settleMs == 0 ? PageSwitch.limit : .milliseconds(Int64(request.settleMs))
    return limit
      ?? (run.service.configuration.actionTimeout + request.typingTime + settling
        + .milliseconds(500))
  }
}

// MARK: What happens

extension StepAction {
  private func performed(_ answer: Result<[UInt8], Status>) {
    isPerformed = true
    cancelAction = nil
    switch answer {
    case .failure(let status):
      // An application that opens a dialog and waits for it answers late.
      guard until != nil, status.reason == .timedOut, cancelWait != nil else { return end(status) }
    case .success(let bytes): received(bytes)
    }
  }

  private func received(_ bytes: [UInt8]) {
    do throws(Status) {
      var response = try PerformResponse(decoding: bytes)
      response.receipt.update = response.receipt.update?.announcements
      // The difference of the outline has them.
      response.receipt.labelChanges = []
      response.receipt.appeared = []
      response.receipt.stateChanges = []
      result.answer = (.perform, response.encoded())
      hasReceipt = true
      let isSeen = response.receipt.effect?.isSeen == true
      if until == nil, isSeen { run.isConfirmed = true }
      run.hasSeenEffect = until != nil || isSeen
      if let refusal = response.receipt.refusal { return end(refusal) }
      if let failure = failure(of: response.receipt) { return end(failure) }
    } catch {
      return end(error)
    }
    guard until != nil else { return end(isGone ? applicationEnded : nil) }
    if isMet { return end() }
    if result.heldBefore { waitForCondition() }
  }

  /// Returns why the run ends after an action that had an effect of a kind, or `nil` when it goes on.
  private func failure(of receipt: Receipt) -> Status? {
    switch receipt.effect {
    case .targetChanged: targetChanged(receipt)
    // What is waited for tells then.
    case .notResponding where until == nil: stoppedAnswering()
    case .ended where until == nil: applicationEnded
    case .notSeen where until == nil: receipt.shortfall
    case .seen, .partial, .uncertain, .notSeen, .notResponding, .ended, .refused, nil: nil
    }
  }

  private func targetChanged(_ receipt: Receipt) -> Status {
    let advice = receipt.targetOther.flatMap { receipt.target?.namingAdvice(besides: $0) }
    return Status(
      .targetChanged,
      "the target changed or may have changed around the action, which may have acted on something else"
        + (advice.map { "; \($0)" } ?? ""), remedy: .lookFirst)
  }

  private func waitForCondition() {
    guard completion != nil, let until else { return }
    cancelWait = run.begin(until, within: waitLimit, in: root, apartFrom: former) { [self] in
      waited($0)
    }
    guard completion != nil, !isMet else {
      cancelWait = nil
      return
    }
    observation = run.service.store.observe { [weak self] _ in self?.watchApplication() }
    watchApplication()
  }

  private func waited(_ answer: Result<[UInt8], Status>) {
    cancelWait = nil
    switch answer {
    case .failure(let status) where status.reason == .staleElement:
      // The action was sent, and what it did is not known from this.
      end(
        Status(
          .conditionNotMet, "condition not met: \(status.message)",
          remedy: .lookFirst))
    case .failure(var status):
      if hasStopped { return end(stoppedAnswering(status)) }
      // More time would repeat the action.
      if status.detail?.remedy == Remedy.awaitOther.rawValue {
        status.detail?.remedy = Remedy.waitOrLook.rawValue
      }
      end(status)
    case .success(let bytes):
      result.until = bytes
      timer?.cancel()
      let appeared = try? WaitForResponse(decoding: bytes).elements.first?.id
      guard until?.condition == .appears, !result.heldBefore, let appeared else { return didMeet() }
      awaitReading(of: appeared, until: .now().advanced(by: min(waitLimit, Self.maxReading)))
    }
  }

  /// Waits until what appeared has been read: its content comes after it.
  private func awaitReading(of id: ElementID, until end: MonotonicTime) {
    let quiet = WaitForRequest(target: .id(id), condition: .stable(milliseconds: 50))
    let left = max(end.since(.now()), .milliseconds(1))
    cancelWait = run.begin(quiet, within: left) { [self] answer in
      cancelWait = nil
      let isBeingRead = run.application(of: id).map(run.service.isReading) ?? false
      if case .success = answer, isBeingRead, .now() < end {
        timer = run.service.loop.schedule(after: Self.readingInterval) { [self] in
          awaitReading(of: id, until: end)
        }
        return
      }
      if let until, let now = try? run.held(until, in: root, apartFrom: former) {
        result.until = now
      }
      didMeet()
    }
    if isMet { cancelWait = nil }
  }

  /// How long what appeared may take to be read, and how often it is asked whether it is.
  private static let maxReading = Duration.seconds(2)
  private static let readingInterval = Duration.milliseconds(20)

  private func didMeet() {
    isMet = true
    if isPerformed { return end() }
    timer = run.service.loop.schedule(after: Self.patience) { [weak self] in self?.end() }
  }

  /// How long an application may take to answer when the condition holds already.
  private static let patience = Duration.milliseconds(100)

  /// Whether the application that was acted on answers no calls.
  private var hasStopped: Bool {
    root.flatMap { run.service.store.applications[$0]?.health } == .notResponding
  }

  /// - Parameter wait: Why the condition that was waited for does not hold.
  private func stoppedAnswering(_ wait: Status? = nil) -> Status {
    let stopped = "the application stopped answering after the action was sent to it"
    return Status(
      .notResponding, wait.map { "\(stopped): \($0.message)" } ?? stopped, remedy: .awaitAndLook)
  }

  private var isGone: Bool {
    guard let root else { return false }
    return run.service.store.applications[root] == nil
  }

  private func watchApplication() {
    guard isGone, timer == nil else { return }
    // Another application may still make the condition hold.
    timer = run.service.loop.schedule(after: Self.afterEnd) { [weak self] in
      guard let self, result.until == nil else { return }
      end(applicationEnded)
    }
  }

  /// How long a condition may still come to hold after the application has ended.
  static let afterEnd = Duration.milliseconds(500)

  private var applicationEnded: Status {
    Status(
      .applicationEnded,
      hasReceipt
        ? "the application ended after it took the action"
        : "the application ended during the action, which may have been performed")
  }
}

extension TreeUpdate {
  /// The announcements alone; `nil` when there are none.
  fileprivate var announcements: TreeUpdate? {
    let said = notifications.filter {
      if case .announcement = $0.notification { true } else { false }
    }
    guard !said.isEmpty else { return nil }
    var update = self
    (update.changed, update.removed, update.notifications) = ([], [], said)
    return update
  }
}
