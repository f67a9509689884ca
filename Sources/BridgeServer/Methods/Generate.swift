internal import BridgeProtocol

extension BridgeService {
  func generate(_ call: Call, _ request: GenerateRequest) {
    var next: UInt64 = 0
    var bytes: [UInt8] = []
    call.onReady = { [weak call, payloads] in
      guard let call else { return }
      var message = GenerateResponse(
        sequence: next, payload: payloads.zeros(request.payloadLength))
      call.send {
        guard message.sequence < request.count else { return nil }
        defer { message.sequence += 1 }
        message.encode(into: &bytes)
        return bytes
      }
      next = message.sequence
      if next >= request.count { call.finish() }
    }
    call.onReady?()
  }
}
