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
