internal import SafeText

/// Why an action was not performed.
public struct ActionRefusal: Error, Hashable, Sendable {
  public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
    /// The element has no such action, or its toolkit cannot perform it.
    case unsupported = 1
    case disabled = 2
    /// The element no longer exists.
    case stale = 3
    case outOfRange = 4
    /// The application did not answer by the deadline.
    case timedOut = 5
    /// The application is not responding, so no request was sent.
    case notResponding = 6
    /// The application received the request and refused it.
    case rejected = 7
    case notOnScreen = 8
    case invalidArgument = 9
    /// The element is not what the caller expects. Nothing was done.
    case targetChanged = 10
    /// The application ended during the action.
    case applicationEnded = 11
  }

  public var reason: Reason
  /// What failed, where, and what to do instead. A single line that is safe to print, because quoted text of
  /// the application is escaped; longer messages are cut to `maxMessageLength` Unicode scalars.
  public let message: String
  /// What to do about it, as a full sentence, where that is more than the reason tells.
  public let advice: String?
  /// Whether some of the action may have been done before it was refused. Otherwise nothing was.
  public private(set) var mayHaveActed = false

  /// The maximum length of a message, in Unicode scalars; longer ones are cut.
  public static let maxMessageLength = 4096

  public init(_ reason: Reason, _ message: String, advice: String? = nil) {
    self.reason = reason
    self.advice = advice
    self.message = message.escaped(limit: Self.maxMessageLength)
  }

  /// Returns the refusal of an action of which some may have been done.
  public var afterActing: ActionRefusal {
    var refusal = self
    refusal.mayHaveActed = true
    return refusal
  }

  /// Returns the refusal in other words, and for another reason if one is given.
  public func replacing(
    reason: Reason? = nil, message: String, advice: String? = nil
  ) -> ActionRefusal {
    var refusal = ActionRefusal(reason ?? self.reason, message, advice: advice ?? self.advice)
    refusal.mayHaveActed = mayHaveActed
    return refusal
  }
}
