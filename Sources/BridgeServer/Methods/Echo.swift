internal import BridgeProtocol

extension BridgeService {
  func echo(_ call: Call, _ request: EchoRequest) {
    call.respond(EchoResponse(payload: request.payload))
  }
}
