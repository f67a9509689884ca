extension WireMessage {
  public init(decoding bytes: [UInt8]) throws(Status) { throw Status(.unimplemented, "") }
}
extension GetServerInfoRequest: WireMessage {}
extension GetServerInfoResponse: WireMessage {}
extension ListApplicationsRequest: WireMessage {}
extension ListApplicationsResponse: WireMessage {}
extension GetTreeRequest: WireMessage {}
extension GetTreeResponse: WireMessage {}
extension FindRequest: WireMessage {}
extension FindResponse: WireMessage {}
extension GetElementRequest: WireMessage {}
extension GetElementResponse: WireMessage {}
extension HitTestRequest: WireMessage {}
extension HitTestResponse: WireMessage {}
extension SubscribeRequest: WireMessage {}
extension SubscribeResponse: WireMessage {}
extension WaitForRequest: WireMessage {}
extension WaitForResponse: WireMessage {}
extension PerformRequest: WireMessage {}
extension PerformResponse: WireMessage {}
extension VerifyRequest: WireMessage {}
extension VerifyResponse: WireMessage {}
extension DiagnoseRequest: WireMessage {}
extension DiagnoseResponse: WireMessage {}
extension EchoRequest: WireMessage {}
extension EchoResponse: WireMessage {}
extension GenerateRequest: WireMessage {}
extension GenerateResponse: WireMessage {}
extension ServerHello { init(decoding bytes: [UInt8]) throws(Status) { throw Status(.unimplemented, "") } }
extension Status { init(decoding bytes: [UInt8]) throws(Status) { throw Status(.unimplemented, "") } }
