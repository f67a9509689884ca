/// The calls of the contract, by the paths that gRPC has for them.
public enum Method: String, CaseIterable, Hashable, Sendable {
  case getServerInfo = "/a11y.bridge.v1.BridgeService/GetServerInfo"
  case listApplications = "/a11y.bridge.v1.BridgeService/ListApplications"
  case getTree = "/a11y.bridge.v1.BridgeService/GetTree"
  case find = "/a11y.bridge.v1.BridgeService/Find"
  case getElement = "/a11y.bridge.v1.BridgeService/GetElement"
  case hitTest = "/a11y.bridge.v1.BridgeService/HitTest"
  case subscribe = "/a11y.bridge.v1.BridgeService/Subscribe"
  case waitFor = "/a11y.bridge.v1.BridgeService/WaitFor"
  case perform = "/a11y.bridge.v1.BridgeService/Perform"
  case verify = "/a11y.bridge.v1.BridgeService/Verify"
  case diagnose = "/a11y.bridge.v1.BridgeService/Diagnose"
  case echo = "/a11y.bridge.v1.DiagnosticsService/Echo"
  case generate = "/a11y.bridge.v1.DiagnosticsService/Generate"

  /// Whether the answer is a stream of messages that needs credit, ended by a status without one.
  public var isServerStreaming: Bool {
    switch self {
    case .getTree, .subscribe, .generate: true
    default: false
    }
  }
}
