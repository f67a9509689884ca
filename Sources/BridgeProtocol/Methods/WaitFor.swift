public import AccessibilityTree

/// What can be waited for.
public enum WaitCondition: Hashable, Sendable {
  /// At least one element matches.
  case appears
  /// None matches.
  case disappears
  case enabled
  case disabled
  case focused
  /// A match's value (or label, where it has no value) is the text.
  case valueEquals(String)
  case valueContains(String)
  /// A match's value matches the regular expression.
  case valueMatches(String)
  /// Exactly so many elements match.
  case count(Int)
  /// There is a match, and neither it nor anything below it changed for so many milliseconds;
  /// 0: 500.
  case stable(milliseconds: UInt32)
  /// A match is checked, pressed or on.
  case checked
  case unchecked
  /// A match is shown on screen.
  case visible
}

/// Asks to wait. The call's deadline is how long; without one, 30 seconds.
public struct WaitForRequest: Hashable, Sendable {
  public var target: Target
  public var condition: WaitCondition

  public init(target: Target, condition: WaitCondition = .appears) {
    self.target = target
    self.condition = condition
  }
}

/// The condition holds.
public struct WaitForResponse: Hashable, Sendable {
  /// The revision at which it held.
  public var revision: Revision
  /// What matched then; at most 100.
  public var elements: [Element]
  /// How many matched.
  public var total: Int
  /// How long it took, in microseconds.
  public var waitedUs: UInt64

  public init(
    revision: Revision, elements: [Element] = [], total: Int = 0, waitedUs: UInt64 = 0
  ) {
    self.revision = revision
    self.elements = elements
    self.total = total
    self.waitedUs = waitedUs
  }
}
