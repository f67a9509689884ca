internal import AccessibilityTree

extension AuditRule {
  /// Rules about pictures.
  static let images: [AuditRule] = [
    AuditRule(
      "image-undecided", .warning, "an image is neither labelled nor marked as decorative",
      why: "Screen reader users cannot tell whether they miss something.",
      remedy:
        "Give it a label that describes the image, or mark it as decorative so that it is skipped."
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
      "empty-image-label", .warning, "an image with an empty label is still an element",
      why: "Screen readers stop at an image that has no name.",
      remedy: "Mark it as decorative, so that it is not an element, or give it a label."
    ) { subject in
      guard subject.element.role == .image || subject.element.role == .icon,
        let label = subject.element.label, label.isBlank, subject.control == nil
      else { return nil }
      return "the label is \(label.quoted(limit: 10))"
    },
  ]
}
