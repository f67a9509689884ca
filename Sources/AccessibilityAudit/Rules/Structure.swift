internal import AccessibilityTree

extension AuditRule {
  /// Rules about relations between elements.
  static let structure: [AuditRule] = [
    AuditRule(
      "modal-without-focus", .warning, "a modal dialog opened and the focus stayed behind",
      why: "Keys go to what the dialog hides, and people are not told that it is there.",
      remedy: "Move the focus into the dialog when it opens.",
      check: modalWithoutFocus),
    AuditRule(
      "nested-controls", .warning, "a control stands inside another control",
      why: "What is inside is read as part of the outer one, and cannot be reached by itself.",
      remedy: "Put them side by side, or offer the inner one as an action of the outer one."
    ) { subject in
      guard subject.element.role.isControl, subject.element.isActionable,
        let outer = subject.control, outer.element.role.hidesContent, outer.element.isActionable,
        subject.element.actions.contains(where: { $0.kind == .press })
      else { return nil }
      return "it stands in \(outer.element.role.name) \(outer.element.id)"
    },
    AuditRule(
      "heading-skips-level", .note, "a heading leaves out a level",
      why: "People who go by headings look for a part that is not there.",
      remedy: "Number headings by how deep their part is, one at a time."
    ) { subject in
      guard subject.element.role == .heading, let level = subject.element.level,
        subject.precedingHeading > 0, level > subject.precedingHeading + 1
      else { return nil }
      return "level \(level) follows level \(subject.precedingHeading)"
    },
    AuditRule(
      "wrong-position", .warning, "an item's position lies outside of its set",
      why: "People hear \"7 of 5\".",
      remedy: "Count positions from 1 to the size of the set."
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
    if application.holdsFocus { return "the focus is outside of it" }
    return element.states.contains(.active) ? "it is active, and nothing in it has the focus" : nil
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
