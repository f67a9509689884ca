public import AccessibilityTree

/// An action request for the source that owns the element.
public struct ActionRequest: Sendable {
  public var element: ElementID
  public var command: ActionCommand
  /// The time at which to give up, in nanoseconds of the mirror's clock.
  public var deadline: UInt64
  /// Whether a synthesised click or key press may be used where the element has no such action.
  public var allowSynthesis: Bool
  /// The client that acts and follows the mirror meanwhile, such as a screen reader; 0 for one that does not follow.
  /// The source is told when it is gone.
  public var client: UInt64
  /// What the element must be when it is acted on; `nil`: anything. It is that in the mirror. A source whose mirror may
  /// be behind its application compares the application, and refuses with `targetChanged`.
  public var expected: ExpectedTarget?

  public init(
    element: ElementID, command: ActionCommand, deadline: UInt64, allowSynthesis: Bool = false,
    client: UInt64 = 0, expected: ExpectedTarget? = nil
  ) {
    self.element = element
    self.command = command
    self.deadline = deadline
    self.allowSynthesis = allowSynthesis
    self.client = client
    self.expected = expected
  }
}

/// What the label of an element must be that a selector has found.
public struct LabelRule: Hashable, Sendable {
  private let selector: String
  private let allows: @Sendable (String?) -> Bool

  public init(selector: String, allows: @escaping @Sendable (String?) -> Bool) {
    self.selector = selector
    self.allows = allows
  }

  func holds(for label: String?) -> Bool { allows(label) }

  /// Rules of one selector are the same.
  public static func == (one: LabelRule, other: LabelRule) -> Bool {
    one.selector == other.selector
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(selector) }
}

/// What an element must be when it is acted on.
public struct ExpectedTarget: Hashable, Sendable {
  public var identity: ElementIdentity
  /// Whether the label may be any, as of a button that counts.
  public var hasAnyLabel: Bool
  /// Which labels it may have instead of its own, as of a button that counts; `nil`: none.
  public var labels: LabelRule?
  /// The value; `nil`: any.
  public var value: String?

  public init(
    _ identity: ElementIdentity, hasAnyLabel: Bool = false, labels: LabelRule? = nil,
    value: String? = nil
  ) {
    self.identity = identity
    self.hasAnyLabel = hasAnyLabel
    self.labels = labels
    self.value = value
  }

  /// Whether an element that is something now is what is expected.
  public func isMet(by now: ElementIdentity) -> Bool {
    guard now.role == identity.role else { return false }
    return hasAnyLabel || labels?.holds(for: now.label) ?? (now.label == identity.label)
  }
}

/// What the application said that the element was, in the order in which it handled the calls.
public struct TargetSighting: Hashable, Sendable {
  /// Right before the call that acted.
  public var before: ElementIdentity
  /// When it had acted, or something else that it was meanwhile; `nil` when it was not answered.
  public var after: ElementIdentity?
  /// Whether both were read from a copy, which may be behind the element that was acted on: a browser has one of its
  /// pages.
  public var isOfCopy: Bool

  public init(before: ElementIdentity, after: ElementIdentity? = nil, isOfCopy: Bool = false) {
    self.before = before
    self.after = after
    self.isOfCopy = isOfCopy
  }
}

/// Why what changed so far is no effect of an action.
public enum ActionPreparation: Sendable {
  /// All has been done that the action needs and is no part of it: its target was selected, or its window put in front. More of
  /// that may be told later.
  case preceded
  /// The application was asked to act, and does so now and not before.
  case delayed
}

/// How an action ended, as reported by its source (A16). The receipt tells whether it had an effect.
///
/// `method` names how it was done: "Action.DoAction(click)", "synthesised click". `isSynthesised`: by keys or the pointer, which
/// may have reached something else than was meant. `note`: what is to be known of how it was done; empty where nothing is.
public enum ActionOutcome: Hashable, Sendable {
  /// The application accepted the action.
  case performed(
    method: String, isSynthesised: Bool = false, target: TargetSighting? = nil, note: String = "",
    reservations: Reservations = [])
  /// The element is in the mirror that was to be brought there: that is all that was asked for.
  case brought(ElementID, method: String)
  /// It was sent, and the application has not answered it by the deadline: it may have acted, or may still.
  case unanswered(method: String, isSynthesised: Bool = false, target: TargetSighting? = nil)
  /// It was sent, and then the application ended, or the connection to it was lost: it may have acted.
  case interrupted(method: String, isSynthesised: Bool = false, target: TargetSighting? = nil)
  case refused(ActionRefusal)
  /// The application did something else than what was asked for, as the refusal says.
  case missed(
    ActionRefusal, method: String, isSynthesised: Bool = false, target: TargetSighting? = nil)
}

extension ActionOutcome {
  /// What a receipt must not take for granted of an action that was performed.
  public struct Reservations: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Only a part of what the action stands for was done, as the note says.
    public static let isPartial = Self(rawValue: 1)
    /// A click deselected items, as it also does beside the element: it has reached the element if that is selected behind it.
    public static let mayHaveMissed = Self(rawValue: 2)
    /// The application answers what was before until something else is done, as the note says.
    public static let isToldLater = Self(rawValue: 4)
    /// The action scrolled nothing, so that what is found elsewhere was scrolled by something else.
    public static let scrolledNothing = Self(rawValue: 8)
  }

  /// What the element was when it was acted on; `nil` where it was not read.
  public var target: TargetSighting? {
    switch self {
    case .performed(_, _, let target, _, _), .unanswered(_, _, let target),
      .interrupted(_, _, let target), .missed(_, _, _, let target):
      target
    case .refused, .brought: nil
    }
  }
}
