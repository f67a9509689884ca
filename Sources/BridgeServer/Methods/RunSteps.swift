internal import AccessibilityQueries
internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgePolicy
internal import BridgeProtocol

extension BridgeService {
  func runSteps(_ call: Call, _ request: RunStepsRequest) throws(Status) {
    try call.checkLimit(.actionsPerConnection, configuration.limits, "calls of RunSteps")
    watchers.register(call)
    do throws(Status) {
      try checkRoom(for: request, call)
      for (index, step) in request.steps.enumerated() {
        do throws(Status) {
          try check(step, call)
        } catch {
          throw request.steps.count > 1 ? error.inStep(index + 1) : error
        }
      }
      // Read after the last step: too late to refuse anything.
      try request.outline.map { (outline) throws(Status) in try check(outline, call) }
      try request.checkConsistency()
      try checkStart(of: request)
    } catch {
      call.audit?.refused(call.method.rawValue, error)
      throw error.runningNone(of: request.steps.count)
    }
    StepRun(call, request, on: self).start()
  }

  /// The length that a failure takes beside the results of the steps, in bytes.
  private static let failureLength = 8192

  /// Throws when the client accepts only messages that may be too short to say what each step did.
  private func checkRoom(for request: RunStepsRequest, _ call: Call) throws(Status) {
    let needed = Self.failureLength + StepRun.resultLength * request.steps.count
    guard call.maxPayloadSize >= needed else {
      throw Status(
        .frameTooLarge,
        "the response to \(request.steps.count) steps may have \(needed) bytes, limit "
          + "\(call.maxPayloadSize)",
        limit: UInt64(call.maxPayloadSize))
    }
  }

  /// Throws when a step can never succeed, before anything is done.
  private func check(_ step: Step, _ call: Call) throws(Status) {
    switch step.kind {
    case .perform(let request):
      let authority = call.authority
      if let refusal = authority.refusal(of: .act, for: Method.perform.rawValue) { throw refusal }
      if request.allowSynthesis,
        let refusal = authority.refusal(of: .synthesise, for: "allow_synthesis")
      {
        throw refusal
      }
      try check(request.target)
      if let source = request.dropSource { try check(source) }
      if let until = step.until { try check(until) }
    case .wait(let request), .expect(let request): try check(request)
    case .find(let request):
      _ = try targets.parse(request.selector)
      if let scope = request.scope { try targets.check(scope) }
      try store.check(request.since)
    case .get(let request):
      try check(request.target)
      try store.check(request.since)
    case .outline(let request): try check(request, call)
    }
  }

  private func check(_ request: GetOutlineRequest, _ call: Call) throws(Status) {
    if let target = request.target { try check(target) }
    try store.check(request.since)
    _ = try OutlineOptions(request, within: call.maxElementSize)
  }

  /// Throws when what is to be looked at afterwards is not there, unless a step waits for it to appear.
  private func checkStart(of request: RunStepsRequest) throws(Status) {
    guard let outline = request.outline, let target = outline.target,
      !request.steps.contains(where: { $0.waits(for: target) })
    else { return }
    _ = try outlineStart(of: outline)
  }

  private func check(_ request: WaitForRequest) throws(Status) {
    try check(request.target)
    _ = try ConditionCheck(request, parse: targets.parse)
  }

  private func check(_ target: Target) throws(Status) {
    switch target {
    case .id(let id): try targets.checkKnown(id)
    case .selector(let text): _ = try targets.parse(text)
    }
  }
}

extension RunStepsRequest {
  /// Throws when steps contradict each other.
  fileprivate func checkConsistency() throws(Status) {
    var numbers: [String: Int] = [:]
    var previous: WaitForRequest?
    for (index, step) in steps.enumerated() {
      if case .perform(let request) = step.kind, !request.requestID.isEmpty {
        if let first = numbers.updateValue(index + 1, forKey: request.requestID) {
          throw Status(
            .invalidArgument,
            "steps \(first) and \(index + 1) have the same request_id, so the second would do nothing",
            remedy: .newRequestID)
        }
      }
      guard case .expect(let request) = step.kind else {
        previous = nil
        continue
      }
      if let previous, previous.contradicts(request) {
        throw Status(
          .invalidArgument,
          "steps \(index) and \(index + 1) contradict each other: both are expected at once, and "
            + "cannot both hold")
      }
      previous = request
    }
  }
}

extension Step {
  /// Whether the step waits until a target appears.
  fileprivate func waits(for target: Target) -> Bool {
    var awaited = until
    if case .wait(let request) = kind { awaited = request }
    return awaited?.condition == .appears && awaited?.target == target
  }
}

extension WaitForRequest {
  /// Whether two conditions can never hold at once.
  fileprivate func contradicts(_ other: WaitForRequest) -> Bool {
    guard target == other.target else { return false }
    // Of a selector's matches one may be enabled and another one disabled.
    var isOneElement = false
    if case .id = target { isOneElement = true }
    switch (condition, other.condition) {
    case (.disappears, .disappears), (.disappears, .count(0)), (.count(0), .disappears):
      return false
    case (.disappears, _), (_, .disappears): return true
    case (.count(let one), .count(let two)): return one != two
    case (.count(0), _), (_, .count(0)): return true
    case (.enabled, .disabled), (.disabled, .enabled), (.checked, .unchecked),
      (.unchecked, .checked):
      return isOneElement
    case (.valueEquals(let one), .valueEquals(let two)): return isOneElement && one != two
    default: return false
    }
  }
}
