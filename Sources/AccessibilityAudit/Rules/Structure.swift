internal import AccessibilityTree

extension AuditRule {
  /// Rules about relations between elements.
  static let structure: [AuditRule] = [
    AuditRule(
      "modal-without-focus", .warning, "the focus is outside an open modal dialog",
      why:
        "Keys go to elements behind the dialog, and screen reader users do not notice the dialog.",
      remedy: "Move the focus into the dialog when it opens.",
      check: modalWithoutFocus),
    AuditRule(
      "nested-controls", .warning, "a control is inside another control",
      why: "The inner control is read as part of the outer one and cannot be reached separately.",
      remedy: "Place them side by side, or offer the inner control as an action of the outer one."
    ) { subject in
      guard subject.element.role.isControl, subject.element.isActionable,
        let outer = subject.control, outer.element.role.hidesContent, outer.element.isActionable,
        subject.element.actions.contains(where: { $0.kind == .press })
      else { return nil }
      return "it is inside \(outer.element.role.name) \(outer.element.id)"
    },
    AuditRule(
      "heading-skips-level", .note, "a heading skips a level",
      why: "People who navigate by headings look for a missing section.",
      remedy: "Number headings by the depth of their section, without gaps."
    ) { subject in
      guard subject.element.role == .heading, let level = subject.element.level,
        subject.precedingHeading > 0, level > subject.precedingHeading + 1
      else { return nil }
      return "level \(level) follows level \(subject.precedingHeading)"
    },
    AuditRule(
      "wrong-position", .warning, "the position of an item is outside its set",
      why: "Screen readers speak \"7 of 5\".",
      remedy: "Number positions from 1 to the size of the set."
    ) { subject in
      guard let position = subject.element.positionInSet else { return nil }
      if position < 1 { return "its position is \(position)" }
      guard let size = subject.element.setSize, size > 0, position > size else { return nil }
      return "its position is \(position) of \(size)"
    },
  ]

  @Sendable private static func modalWithoutFocus(_ subject: AuditSubject) -> String? {
    let element = subject.element
    guard element.states.contains(.modal) || element.traits.contains(.modal),
      !subject.holdsFocus, let application = subject.application
    else { return nil }
    if application.holdsFocus { return "the focus is outside it" }
    return element.states.contains(.active)
      ? "it is active, but no element in it has the focus" : nil
  }
}

extension Role {
  /// Whether screen readers present the content as part of the element.
  fileprivate var hidesContent: Bool {
    switch self {
    case .button, .toggleButton, .link, .checkBox, .switch, .radio, .slider: true
    default: false
    }
  }
}
