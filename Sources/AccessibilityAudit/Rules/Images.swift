internal import AccessibilityTree

extension AuditRule {
  /// Rules about pictures.
  static let images: [AuditRule] = [
    AuditRule(
      "image-undecided", .warning, "a picture is neither labelled nor marked as decorative",
      why: "Nobody who listens knows whether they miss something.",
      remedy: "Label it by what it shows; if it only decorates, mark it so, and it is passed over."
    ) { subject in
      switch subject.element.role {
      case .image, .icon, .figure: break
      default: return nil
      }
      guard subject.element.label == nil, subject.name == nil, subject.contents.isEmpty else {
        return nil
      }
      // A picture inside a control is part of it; the control's name describes it.
      if subject.control != nil { return nil }
      return "it has no label"
    },
    AuditRule(
      "empty-image-label", .warning, "a picture's label is empty, yet it is still there",
      why: "People stop at a picture that says nothing.",
      remedy: "Mark it as decorative, so that it is no element at all, or label it."
    ) { subject in
      guard subject.element.role == .image || subject.element.role == .icon,
        let label = subject.element.label, label.isBlank, subject.control == nil
      else { return nil }
      return "the label is \(label.quoted(limit: 10))"
    },
  ]
}
