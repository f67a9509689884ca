internal import BridgeProtocol

/// What came of a step, and what may be done then.
struct StepOutcome {
  let name: String
  let result: StepResult
  private let acts: Bool

  init(of step: NamedStep, _ result: StepResult) {
    name = step.name
    self.result = result
    acts = if case .perform = step.step.kind { true } else { false }
  }

  var receipt: Receipt? {
    if case .perform(let response)? = result.answer { response.receipt } else { nil }
  }

  /// Whether the step should have acted, and nothing was done.
  var isRefused: Bool {
    guard acts, result.failure != nil else { return false }
    return receipt.map { $0.outcome == .refused } ?? !isUnknown
  }

  /// The exit code for a run whose last step this is: for actions the same as without `do`.
  var exitCode: ExitCode {
    guard let failure = result.failure else { return .done }
    // The condition that was to end the action may hide what the receipt would say of the application.
    let isSent = acts && receipt?.refusal == nil
    if isUnknown || isSent && [.notResponding, .applicationEnded].contains(failure.reason) {
      return .outcomeUnknown
    }
    let code = receipt.map { ExitCode($0) } ?? .done
    return code == .done ? ExitCode(refusal: failure) : code
  }

  /// Whether the action may be repeated; `nil` for a plain success and for steps that do not act.
  var retry: Receipt.Retry? {
    guard acts else { return nil }
    // The condition that was to end the action says what came of it, unless it held before.
    if result.failure == nil, result.until != nil, !result.heldBefore { return nil }
    if let receipt {
      return receipt.outcome == .confirmed && result.failure == nil ? nil : receipt.retry
    }
    if result.failure == nil { return nil }
    return isUnknown ? .unsafe : .safe
  }

  /// Whether the step failed after its action was sent and before its receipt arrived.
  private var isUnknown: Bool {
    guard acts, receipt == nil else { return false }
    switch result.failure?.reason {
    case .timedOut, .notResponding, .applicationEnded, .conditionNotMet, .shuttingDown: return true
    default: return false
    }
  }
}
