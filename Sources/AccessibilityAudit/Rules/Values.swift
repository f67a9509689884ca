internal import AccessibilityTree

extension AuditRule {
  /// Rules about the values and states of controls.
  static let values: [AuditRule] = [
    AuditRule(
      "adjustable-without-value", .error, "something adjustable has no value",
      why: "People change it and are not told to what.",
      remedy: "Give it a value, in words where a number says little: \"7 ounces\"."
    ) { subject in
      guard subject.isAdjustable, subject.element.effectiveValue?.isBlank ?? true else {
        return nil
      }
      return "it has neither a value nor a range"
    },
    AuditRule(
      "adjustable-without-action", .warning, "something adjustable cannot be adjusted",
      why: "It is announced as adjustable, and swiping up and down does nothing.",
      remedy: "Offer increment and decrement, or take the trait away."
    ) { subject in
      guard subject.isAdjustable, subject.element.isUsable,
        !subject.element.states.contains(.readOnly),
        !subject.element.actions.contains(where: \.kind.adjusts)
      else { return nil }
      return "it offers neither increment nor decrement nor a value to set"
    },
    AuditRule(
      "value-out-of-range", .warning, "a value lies outside its range",
      why: "What is said of it, and how far it can go, is wrong.",
      remedy: "Keep the value between the minimum and the maximum.",
      check: valueOutOfRange),
    AuditRule(
      "toggle-without-state", .error, "nobody can tell whether a toggle is on",
      why: "It is announced without \"on\" or \"off\".",
      remedy: "Say that it can be checked and whether it is, or give it a value."
    ) { subject in
      switch subject.element.role {
      case .checkBox, .switch, .radio, .menuItemCheckBox, .menuItemRadio: break
      default: return nil
      }
      return subject.element.effectiveValue == nil && !subject.element.states.contains(.selectable)
        ? "neither its states nor its value say it" : nil
    },
    AuditRule(
      "invalid-unexplained", .warning, "a field is marked as invalid and nothing says why",
      why: "People hear that it is wrong and not what would be right.",
      remedy: "Say it in the hint, or refer to the message."
    ) { subject in
      let element = subject.element
      guard element.states.contains(.invalid), element.role.isTextEntry || element.role.isControl,
        element.hint?.isBlank ?? true,
        !element.relations.contains(where: {
          $0.kind == .errorMessage || $0.kind == .describedBy || $0.kind == .details
        })
      else { return nil }
      return "it has neither a hint nor an error message"
    },
  ]

  @Sendable private static func valueOutOfRange(_ subject: AuditSubject) -> String? {
    guard let range = subject.element.range else { return nil }
    let current = range.current.shortDescription
    if let low = range.minimum, let high = range.maximum, low > high {
      return "the minimum \(low.shortDescription) is above the maximum \(high.shortDescription)"
    }
    if let low = range.minimum, range.current < low {
      return "\(current) is below the minimum \(low.shortDescription)"
    }
    if let high = range.maximum, range.current > high {
      return "\(current) is above the maximum \(high.shortDescription)"
    }
    return nil
  }
}

extension AuditSubject {
  fileprivate var isAdjustable: Bool {
    switch element.role {
    case .slider, .spinButton, .dial: true
    // These follow the area that they scroll or split, which offers the actions.
    case .scrollBar, .splitter: false
    default: element.traits.contains(.adjustable)
    }
  }
}

extension ActionKind {
  fileprivate var adjusts: Bool {
    switch self {
    case .increment, .decrement, .setValue, .setText: true
    default: false
    }
  }
}
