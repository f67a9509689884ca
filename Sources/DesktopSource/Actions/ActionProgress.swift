internal import AccessibilityTree

/// The calls that an action has made so far, and whether the application may have acted.
struct ActionProgress {
  /// The last call or property.
  var lastRequest = ""
  /// The last call that makes the application do something.
  private var call: PendingCall?
  /// The name of the action's method, where that call is the whole action.
  private var method: String?
  /// The name of that call.
  private var name = ""
  /// Whether the element is being given the focus, or selected, before the action. That may be done twice, and so is no part of
  /// the action: only input that is synthesised for it is, which may do something else.
  var isPreparing = false
  /// Whether the element may have been given the focus, or selected, so.
  private(set) var isPrepared = false
  /// Whether an earlier such call had been sent to the application.
  private var hasActed: Bool
  /// Whether that call was not answered in time.
  private var isOverdue = false
  /// Whether the application, or the connection to it, was lost.
  private(set) var isApplicationLost = false

  init(hasActed: Bool = false) {
    self.hasActed = hasActed
  }

  /// - Parameter isInput: Whether the call synthesises input.
  mutating func record(_ call: PendingCall, _ method: String?, isInput: Bool) {
    if isPreparing, !isInput {
      isPrepared = true
      return
    }
    hasActed = isSent
    (self.call, self.method, name, isOverdue) = (call, method, lastRequest, false)
  }

  /// Records that the last call failed.
  mutating func record(_ error: BusError) {
    switch error {
    case .disconnected, .noReply, .cancelled: isApplicationLost = true
    // Nobody received the call.
    case .serviceUnknown:
      isApplicationLost = true
      if lastRequest == name { forgetLast() }
    case .unknownMethod, .unknownObject, .unknownInterface, .unknownProperty, .accessDenied,
      .remote, .invalidMessage:
      if lastRequest == name { forgetLast() }
    case .timeout: isOverdue = lastRequest == name
    case .malformed, .tooLarge, .system: break
    }
  }

  /// Records that the application has ended between two calls.
  mutating func recordApplicationLost() { isApplicationLost = true }

  /// Forgets the last call that acts, because the application did nothing.
  mutating func forgetLast() {
    // The last one came before, and was not asked for the focus.
    if !isPreparing { (call, method) = (nil, nil) }
  }

  /// Forgets all calls that act, because nothing is left of what they did.
  mutating func forgetAll() {
    forgetLast()
    hasActed = false
  }

  /// Whether a call that makes the application do something was sent.
  var isSent: Bool { hasActed || call.map { $0.sentAt > 0 } == true }

  /// How far the action came by its deadline, for a receipt; `nil` when nothing was sent.
  var unansweredMethod: String? {
    guard isSent else { return nil }
    let isOpen = isOverdue || call?.isPending == true
    return isOpen
      ? "\(sentMethod), not answered by the deadline"
      : "\(sentMethod), and the deadline passed during \(lastRequest)"
  }

  /// How far the action came until the application was lost, for a receipt; `nil` when nothing was sent or the
  /// application was not lost.
  var interruptedMethod: String? {
    guard isSent, isApplicationLost else { return nil }
    return "\(sentMethod); the application or the connection to it was lost during \(lastRequest)"
  }

  private var sentMethod: String { method ?? (name.isEmpty ? "earlier steps" : name) }
}
