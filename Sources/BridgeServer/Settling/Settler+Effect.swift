internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// What a settler knows of the effect of its action.
extension Settler {
  /// How long ago the action was performed, where nothing was seen that may be its effect, which is not known: it may come.
  /// `nil`: it need not.
  var silenceSinceAction: Duration? {
    guard let performed, mayActLate, !isOfChosen, hasKnownEffect == nil, !hasChanged,
      !hasLateChanges
    else { return nil }
    return MonotonicTime.now().since(max(performed, released ?? performed))
  }

  /// Whether an effect of the action may still come that is not known beforehand: none was seen.
  var mayStillAct: Bool { mayActLate && !isOfChosen && hasKnownEffect == nil && !hasChanged }

  /// Whether the action presses a radio button that was chosen at the request: it stays so, and nothing is to come of that.
  var isOfChosen: Bool {
    isPress && evidence.before.map { $0.role == .radio && $0.states.contains(.checked) } == true
  }

  /// Whether something changed that may be the effect of another action.
  var hasLateChanges: Bool {
    examine()
    return evidence.hasLateChanges
  }

  /// Whether what changed may be of something that was done before.
  var mayBeOfBefore: Bool { evidence.mayBeOfBefore }

  /// Whether the application has not answered calls for a while.
  var isNotResponding: Bool { silence.isNotResponding }

  /// Whether an effect of the action was seen.
  var hasEffect: Bool { hasKnownEffect ?? hasChanged }

  /// Whether the effect that the action must have is there; `nil` when it has no known one.
  var hasKnownEffect: Bool? {
    if times.isFixed, !hasWaited { return false }
    return isEffect()
  }

  /// Whether something changed that does not change without actions.
  var hasChanged: Bool {
    examine()
    return evidence.isSeen || hasTurnedButton
  }

  /// Whether something changed that also changes without actions.
  var hasNoise: Bool {
    examine()
    return evidence.hasNoise
  }

  /// What a person notices first of what has come, other than by scrolling.
  var appeared: [ElementID] {
    examine()
    return mayActLate ? evidence.appeared : []
  }

  /// Whether what changed may only have followed from the selecting before the action.
  var mayOnlyBeSelection: Bool {
    examine()
    return evidence.mayOnlyBeSelection
  }

  /// Whether the application has told what was done since the request.
  var isReported: Bool {
    examine()
    return evidence.isReported
  }

  /// What the application has taken back of what was done.
  var takenBack: TakenBack? {
    examine()
    return evidence.takenBack
  }

  var isChoiceSeen: Bool {
    examine()
    return evidence.isChoiceSeen
  }

  private var hasWaited: Bool {
    guard let performed else { return false }
    return MonotonicTime.now() >= performed.advanced(by: times.longestWait)
  }
}
