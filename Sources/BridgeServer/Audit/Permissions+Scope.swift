public import BridgePolicy
public import BridgeSecurity

extension Permissions {
  public init(_ scope: Scope) {
    switch scope {
    case .observe: self = .observe
    case .act: self = [.observe, .act]
    case .synthesise: self = [.observe, .act, .synthesise]
    case .administer: self = .all
    }
  }
}
