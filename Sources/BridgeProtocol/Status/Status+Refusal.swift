public import AccessibilityTree

extension Status {
  /// What a refused action looks like on the wire.
  public init(refusal: ActionRefusal, element: ElementID) {
    self.init(ErrorReason(refusal.reason), refusal.message, element: element)
  }
}

extension ActionRefusal {
  /// The refusal that a status tells of; `nil` when its reason is not one of an action's.
  public init?(_ status: Status) {
    guard let reason = ActionRefusal.Reason(status.reason) else { return nil }
    self.init(reason, status.message)
  }
}

extension ErrorReason {
  public init(_ reason: ActionRefusal.Reason) {
    self =
      switch reason {
      case .unsupported: .unsupported
      case .disabled: .disabled
      case .stale: .staleElement
      case .outOfRange: .outOfRange
      case .timedOut: .timedOut
      case .notResponding: .notResponding
      case .rejected: .rejected
      case .notOnScreen: .notOnScreen
      case .invalidArgument: .invalidArgument
      }
  }
}

extension ActionRefusal.Reason {
  /// `nil` for a reason that no action is refused for.
  public init?(_ reason: ErrorReason) {
    guard let match = Self.allCases.first(where: { ErrorReason($0) == reason }) else {
      return nil
    }
    self = match
  }
}
