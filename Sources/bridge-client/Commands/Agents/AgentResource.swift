internal import AccessibilityTree
internal import BridgeProtocol
internal import ModelContext

/// A text that agents can read, and be told of when it changes. Each is also what a tool answers.
enum AgentResource: String, CaseIterable {
  case applications = "bridge://applications"
  case screen = "bridge://screen"
  case announcements = "bridge://announcements"

  var spec: ResourceSpec {
    switch self {
    case .applications: ResourceSpec(rawValue, "applications", "What the tool apps prints.")
    case .screen: ResourceSpec(rawValue, "screen", "What the tool look prints.")
    case .announcements:
      ResourceSpec(rawValue, "announcements", "What was announced in the last 10 minutes.")
    }
  }

  var tool: AgentTool {
    switch self {
    case .applications: .apps
    case .screen: .look
    case .announcements: .watch
    }
  }

  /// The arguments of the tool.
  var arguments: JSONObject {
    switch self {
    case .applications, .screen: JSONObject([])
    case .announcements: JSONObject([JSONValue.Member("announced", .text("10m"))])
    }
  }

  /// The notifications after which it may read otherwise.
  var kinds: NotificationKinds {
    switch self {
    case .applications: .application
    case .screen: .elements
    case .announcements: .announcement
    }
  }
}
