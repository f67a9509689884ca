public import BridgePolicy
internal import BridgeProtocol
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

extension HelloAccess.Scope {
  /// What a client is told of its permissions, of which the protocol names two.
  init(_ permissions: Permissions) {
    self = permissions.contains(.act) ? .act : .observe
  }
}
