internal import AccessibilityTree

extension AuditRule {
  /// Rules about the values and states of controls.
  static let values: [AuditRule] = [
    AuditRule(
      "adjustable-without-value", .error, "an adjustable element has no value",
      why: "People who adjust it do not hear the new value.",
      remedy:
        "Give it a value, with a unit or in words where a number alone is unclear: \"7 ounces\"."
    ) { subject in
      guard subject.isAdjustable, subject.element.effectiveValue?.isBlank ?? true else {
        return nil
      }
      return "it has neither a value nor a range"
    },
    AuditRule(
      "adjustable-without-action", .warning, "an adjustable element cannot be adjusted",
      why: "It is announced as adjustable, but swiping up or down has no effect.",
      remedy: "Offer increment and decrement, or remove the trait."
    ) { subject in
      guard subject.isAdjustable, subject.element.isUsable,
        !subject.element.states.contains(.readOnly),
        !subject.element.actions.contains(where: \.kind.adjusts)
      else { return nil }
      return "it offers neither increment, decrement nor set-value"
    },
    AuditRule(
      "value-out-of-range", .warning, "a value is outside its range",
      why: "The announced value and range are wrong.",
      remedy: "Keep the value between the minimum and the maximum.",
      check: valueOutOfRange),
    AuditRule(
      "toggle-without-state", .error, "a toggle does not report whether it is on",
      why: "It is announced without \"on\" or \"off\".",
      remedy: "Report whether it is on, by the state or the trait for it, or give it a value."
    ) { subject in
      switch subject.element.role {
      case .checkBox, .switch, .radio, .menuItemCheckBox, .menuItemRadio: break
      default: guard subject.element.traits.contains(.toggle) else { return nil }
      }
      return subject.element.effectiveValue == nil && !subject.element.states.contains(.selectable)
        ? "neither its states nor its value report it" : nil
    },
    AuditRule(
      "invalid-unexplained", .warning, "a field is marked as invalid without an explanation",
      why: "People hear that the value is invalid, but not how to correct it.",
      remedy: "Explain the error in the hint, or link the field to the error message."
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
