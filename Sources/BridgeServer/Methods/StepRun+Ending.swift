internal import BridgeProtocol
internal import BridgeTransport

/// How a run ends before its last step: with what was done until then.
extension StepRun {
  /// Answers at the deadline.
  func timeIsUp() {
    end(
      during: Status(
        .timedOut,
        "the call's deadline passed during the step"
          + (isActing ? "; its action may still be performed" : "")),
      unread: Status(.timedOut, "the call's deadline passed"))
  }

  /// Begins no further steps. An action may go on to its end, unless it is over; what only waits ends at once.
  func breakOff(_ why: Status, isOver: Bool) {
    guard !call.isEnded else { return }
    let doubt = isActing ? "; its action may have been performed" : ""
    let remedy: Remedy? = isActing ? .lookFirst : results.isEmpty ? nil : .goOnHere
    let broken = failure(why, "\(why.message), during the step\(doubt)", remedy)
    if isOver { return end(during: broken, unread: why) }
    ending = failure(why, "\(why.message); the step was not run", .goOnHere)
    guard phase == .stepping, isWaiting, waitsForCondition else { return }
    cancelStep()
    add(EncodedStepResult(failure: broken))
    resume()
  }

  private func failure(_ why: Status, _ message: String, _ remedy: Remedy?) -> Status {
    var status = Status(why.reason, message, remedy: remedy)
    status.code = why.code
    return status
  }

  /// Whether the present step is an action.
  private var isActing: Bool {
    guard results.count < request.steps.count else { return false }
    if case .perform = request.steps[results.count].kind { return true }
    return false
  }

  /// Whether the present step ends by a condition, which may never hold.
  private var waitsForCondition: Bool {
    guard results.count < request.steps.count else { return false }
    let step = request.steps[results.count]
    if case .wait = step.kind { return true }
    return step.until != nil
  }

  /// Answers at once.
  ///
  /// - Parameters:
  ///   - failure: Why the present step failed.
  ///   - unread: Why the outline is missing.
  private func end(during failure: Status, unread: Status) {
    guard !call.isEnded else { return }
    cancelStep()
    if phase == .stepping, isWaiting { add(EncodedStepResult(failure: failure)) }
    if request.outline != nil, outline == nil { outlineFailure = unread }
    answer()
  }
}

extension EncodedStepResult {
  fileprivate init(failure: Status) {
    self.init()
    self.failure = failure
  }

  /// The result of a step that was not begun. That of an action says that nothing was done.
  static func notRun(_ step: Step, _ status: Status) -> EncodedStepResult {
    var result = EncodedStepResult(failure: status)
    if case .perform = step.kind {
      let receipt = Receipt(outcome: .refused, refusal: status, effect: .refused, retry: .safe)
      result.answer = (.perform, PerformResponse(receipt: receipt).encoded())
    }
    return result
  }
}
