public import BridgeProtocol

/// A request that is answered once.
public protocol UnaryRequest: WireMessage {
  associatedtype Response: WireMessage
  static var method: Method { get }
}

/// A request that is answered by a stream.
public protocol StreamRequest: WireMessage {
  associatedtype Response: WireMessage
  static var method: Method { get }
}

extension GetServerInfoRequest: UnaryRequest {
  public typealias Response = GetServerInfoResponse
  public static var method: Method { .getServerInfo }
}

extension ListApplicationsRequest: UnaryRequest {
  public typealias Response = ListApplicationsResponse
  public static var method: Method { .listApplications }
}

extension GetTreeRequest: StreamRequest {
  public typealias Response = GetTreeResponse
  public static var method: Method { .getTree }
}

extension FindRequest: UnaryRequest {
  public typealias Response = FindResponse
  public static var method: Method { .find }
}

extension GetElementRequest: UnaryRequest {
  public typealias Response = GetElementResponse
  public static var method: Method { .getElement }
}

extension HitTestRequest: UnaryRequest {
  public typealias Response = HitTestResponse
  public static var method: Method { .hitTest }
}

extension SubscribeRequest: StreamRequest {
  public typealias Response = SubscribeResponse
  public static var method: Method { .subscribe }
}

extension WaitForRequest: UnaryRequest {
  public typealias Response = WaitForResponse
  public static var method: Method { .waitFor }
}

extension PerformRequest: UnaryRequest {
  public typealias Response = PerformResponse
  public static var method: Method { .perform }
}

extension VerifyRequest: UnaryRequest {
  public typealias Response = VerifyResponse
  public static var method: Method { .verify }
}

extension DiagnoseRequest: UnaryRequest {
  public typealias Response = DiagnoseResponse
  public static var method: Method { .diagnose }
}

extension EchoRequest: UnaryRequest {
  public typealias Response = EchoResponse
  public static var method: Method { .echo }
}

extension GenerateRequest: StreamRequest {
  public typealias Response = GenerateResponse
  public static var method: Method { .generate }
}
