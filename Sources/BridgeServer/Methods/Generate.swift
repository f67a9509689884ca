internal import BridgeProtocol

extension BridgeService {
  func generate(_ call: Call, _ request: GenerateRequest) {
    var next: UInt64 = 0
    call.onReady = { [weak call, payloads] in
      guard let call else { return }
      while next < request.count, call.isReady {
        let payload = payloads.zeros(request.payloadLength)
        call.send(GenerateResponse(sequence: next, payload: payload).encoded())
        next += 1
      }
      if next >= request.count { call.finish() }
    }
    call.onReady?()
  }
}

/// The payload that Generate sends, of which the server keeps one: thousands of calls would keep as many.
final class GeneratedPayload {
  private var last: [UInt8] = []

  func zeros(_ count: Int) -> [UInt8] {
    if last.count != count { last = [UInt8](repeating: 0, count: count) }
    return last
  }
}
