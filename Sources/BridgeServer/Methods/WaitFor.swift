internal import BridgeProtocol

extension BridgeService {
  func waitFor(_ call: Call, _ request: WaitForRequest) throws(Status) {
    try call.checkLimit(.waitsPerConnection, configuration.limits, "calls of WaitFor")
    watchers.register(call)
    let condition = try ConditionCheck(
      request, in: call.application, apartFrom: call.formerWindows, parse: targets.parse)
    call.handlerMemory = condition.memory
    var limit = call.deadline ?? call.began.advanced(by: configuration.waitTimeout)
    if call.isGivenUpAtDeadline {
      limit = call.sourceDeadline(since: call.began, defaultLimit: configuration.waitTimeout)
    }
    Waiter(condition: condition, call: call, registry: waiters).start(until: limit)
  }
}
