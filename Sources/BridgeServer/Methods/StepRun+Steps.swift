internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension StepRun {
  typealias Completion = (EncodedStepResult) -> Void

  /// Begins a step. Returns what cancels it, after which `completion` is not called.
  func run(_ step: Step, completion: @escaping Completion) -> () -> Void {
    let limit = timeLeft(step)
    switch step.kind {
    case .perform(let request):
      let action = StepAction(request, until: step.until, within: limit, self, completion)
      action.begin()
      lastActedOn = action.root
      return { action.stop() }
    case .wait(let request):
      let time = limit ?? service.configuration.waitTimeout
      let wait = StepWait(request, self, completion)
      wait.begin(within: time, after: lastActedOn)
      return { wait.stop() }
    case .expect(let request):
      completion(expect(request))
      return {}
    case .find(let request):
      return begin(request, within: limit) { [self] answer in
        completion(matching(EncodedStepResult(.find, answer), request))
      }
    case .get(let request):
      return begin(request, within: limit) { completion(EncodedStepResult(.get, $0)) }
    case .outline(let request):
      return begin(request, within: limit) { completion(EncodedStepResult(.outline, $0)) }
    }
  }

  private func expect(_ request: WaitForRequest) -> EncodedStepResult {
    do throws(Status) {
      if let held = try held(request) { return EncodedStepResult(.wait, .success(held)) }
      return EncodedStepResult(.wait, .failure(try notMet(request)))
    } catch {
      return EncodedStepResult(.wait, .failure(error))
    }
  }

  /// Returns why a condition does not hold now.
  private func notMet(_ request: WaitForRequest) throws(Status) -> Status {
    let check = try ConditionCheck(request, parse: service.targets.parse)
    var budget = service.configuration.limits.budget
    let found = try check.find(service.targets, &budget)
    return check.notMet("condition not met", found, service.targets, remedy: .waitOrLook)
  }

  /// Turns a search without matches into a failure.
  private func matching(
    _ result: EncodedStepResult, _ request: FindRequest
  ) -> EncodedStepResult {
    guard let bytes = result.answer?.bytes, let answer = try? FindResponse(decoding: bytes),
      answer.result == .whole, answer.total == 0
    else { return result }
    var result = result
    do throws(Status) {
      let selector = try service.targets.parse(request.selector)
      result.failure = service.targets.noMatch(selector, service.configuration.limits.budget)
    } catch {
      result.failure = error
    }
    return result
  }
}

extension EncodedStepResult {
  init(_ kind: Kind, _ answer: Result<[UInt8], Status>) {
    self.init()
    switch answer {
    case .success(let bytes): self.answer = (kind, bytes)
    case .failure(let status): failure = status
    }
  }
}
