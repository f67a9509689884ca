internal import BridgeProtocol

extension BridgeService {
  func waitFor(_ call: Call, _ request: WaitForRequest) throws(Status) {
    try call.check(atMost: configuration.maxWaiters, "calls of WaitFor")
    audience.seat(call)
    let condition = try ConditionCheck(request, parse: targets.parse)
    call.handlerMemory = condition.memory
    let limit = call.deadline ?? call.began.advanced(by: configuration.waitTimeout)
    Waiter(condition: condition, call: call, board: waits).start(until: limit)
  }
}
