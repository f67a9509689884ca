internal import SafeText

/// Why an action was not performed.
public struct ActionRefusal: Error, Hashable, Sendable {
  public enum Reason: UInt8, Hashable, Sendable, CaseIterable {
    /// The element has no such action, or its toolkit cannot do it.
    case unsupported = 1
    case disabled = 2
    /// The element is gone.
    case stale = 3
    case outOfRange = 4
    /// The application did not answer by the deadline.
    case timedOut = 5
    /// The application is not responding and was not asked.
    case notResponding = 6
    /// The application was asked and said no.
    case rejected = 7
    case notOnScreen = 8
    case invalidArgument = 9
  }

  public var reason: Reason
  /// What, where, and what to do instead. On one line and safe to print, whatever an application said
  /// that it quotes; at most `maxMessageLength` scalars of it.
  public let message: String

  /// Of a longer message so many scalars are kept.
  public static let maxMessageLength = 4096

  public init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message.escaped(limit: Self.maxMessageLength)
  }
}
