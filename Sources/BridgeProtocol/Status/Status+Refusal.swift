public import AccessibilityTree
internal import SafeText

extension Status {
  /// Creates the status that reports a refused action.
  public init(refusal: ActionRefusal, element: ElementID) {
    // Sources say where synthesised input does what the element's own actions do not.
    let isTypable =
      [.unsupported, .rejected].contains(refusal.reason)
      && refusal.message.contains("allow_synthesis")
    let reason = ErrorReason(refusal.reason)
    let remedy = isTypable ? Remedy.allowSynthesis : reason.remedy
    self.init(
      reason, refusal.message, element: element, advice: refusal.advice ?? remedy.rawValue)
  }
}

extension ActionRefusal {
  /// Creates the refusal that a status reports; `nil` when its reason is not one of a refused action.
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
      case .targetChanged: .targetChanged
      case .applicationEnded: .applicationEnded
      }
  }
}

extension ActionRefusal.Reason {
  /// Creates the refusal's reason; `nil` for a reason for which no action is refused.
  public init?(_ reason: ErrorReason) {
    guard let match = Self.allCases.first(where: { ErrorReason($0) == reason }) else {
      return nil
    }
    self = match
  }
}
