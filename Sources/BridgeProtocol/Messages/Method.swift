/// The calls of the contract, by the paths that gRPC has for them.
public enum Method: String, CaseIterable, Hashable, Sendable {
  case getServerInfo = "/a11y.bridge.v1.Bridge/GetServerInfo"
  case listApplications = "/a11y.bridge.v1.Bridge/ListApplications"
  case getTree = "/a11y.bridge.v1.Bridge/GetTree"
  case find = "/a11y.bridge.v1.Bridge/Find"
  case getElement = "/a11y.bridge.v1.Bridge/GetElement"
  case hitTest = "/a11y.bridge.v1.Bridge/HitTest"
  case subscribe = "/a11y.bridge.v1.Bridge/Subscribe"
  case waitFor = "/a11y.bridge.v1.Bridge/WaitFor"
  case perform = "/a11y.bridge.v1.Bridge/Perform"
  case verify = "/a11y.bridge.v1.Bridge/Verify"
  case diagnose = "/a11y.bridge.v1.Bridge/Diagnose"
  case echo = "/a11y.bridge.v1.Diagnostics/Echo"
  case generate = "/a11y.bridge.v1.Diagnostics/Generate"

  /// Whether the answer is a stream of messages that needs credit, ended by a status without one.
  public var isServerStreaming: Bool {
    switch self {
    case .getTree, .subscribe, .generate: true
    default: false
    }
  }
}
