public import AccessibilityTree

/// Asks to act.
public struct PerformRequest: Hashable, Sendable {
  /// The most points that a gesture may have.
  public static let maxGesturePoints = 10_000
  /// The longest time to settle, in milliseconds.
  public static let maxSettleMs: UInt32 = 60_000

  public var target: Target
  public var command: ActionCommand
  /// What a drop drags, where a selector names it: then the command's own source means nothing.
  public var dropSource: Target?
  /// Whether a synthesised click or key press may stand in where the element has no action of its
  /// own.
  public var allowSynthesis: Bool
  /// How long nothing must happen before the action counts as done, in milliseconds; 0: 50.
  public var quietMs: UInt32
  /// How long to wait for quiet at the most, in milliseconds; 0: 1,000. At most 60,000.
  public var settleMs: UInt32
  /// Answers as soon as the application did, without waiting for quiet.
  public var answersImmediately: Bool

  public init(
    target: Target, command: ActionCommand, dropSource: Target? = nil,
    allowSynthesis: Bool = false, quietMs: UInt32 = 0,
    settleMs: UInt32 = 0, answersImmediately: Bool = false
  ) {
    self.target = target
    self.command = command
    self.dropSource = dropSource
    self.allowSynthesis = allowSynthesis
    self.quietMs = quietMs
    self.settleMs = settleMs
    self.answersImmediately = answersImmediately
  }
}

/// What an action did.
public struct PerformResponse: Hashable, Sendable {
  public var receipt: Receipt

  public init(receipt: Receipt) {
    self.receipt = receipt
  }
}

/// What an action did.
public struct Receipt: Hashable, Sendable {
  public enum Outcome: Int32, Hashable, Sendable, CaseIterable {
    /// It was performed, and its effect was seen.
    case confirmed = 1
    /// The application took it, and nothing was seen to change.
    case unconfirmed = 2
    /// It was not performed.
    case refused = 3
  }

  public var outcome: Outcome
  /// Why it was refused, with what to do; `nil` otherwise.
  public var refusal: Status?
  /// The element that was acted on.
  public var element: ElementID?
  /// How it was done: "Action.DoAction(click)"; empty when refused.
  public var means: String
  /// When the action began.
  public var revisionBefore: Revision
  /// When all was quiet again.
  public var revisionAfter: Revision
  /// What happened between the two; `nil` when nothing was looked at.
  public var update: TreeUpdate?
  /// From the request to the application's answer, in microseconds.
  public var performedUs: UInt64
  /// From the request to quiet, in microseconds.
  public var settledUs: UInt64
  /// False when the time to settle ran out while things still changed.
  public var isQuiet: Bool

  public init(
    outcome: Outcome, refusal: Status? = nil, element: ElementID? = nil, means: String = "",
    revisionBefore: Revision = 0, revisionAfter: Revision = 0, update: TreeUpdate? = nil,
    performedUs: UInt64 = 0, settledUs: UInt64 = 0, isQuiet: Bool = false
  ) {
    self.outcome = outcome
    self.refusal = refusal
    self.element = element
    self.means = means
    self.revisionBefore = revisionBefore
    self.revisionAfter = revisionAfter
    self.update = update
    self.performedUs = performedUs
    self.settledUs = settledUs
    self.isQuiet = isQuiet
  }
}
