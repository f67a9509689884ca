internal import AccessibilityTree

extension AuditRule {
  /// Rules about the size of touch targets.
  static let targets: [AuditRule] = [
    AuditRule(
      "target-too-small", .warning, "a target is smaller than 24×24 pixels and close to another",
      why: "People with a tremor or a coarse pointer hit its neighbour "
        + "(WCAG 2.5.8, Target Size, Minimum: 24×24 CSS pixels, or equivalent spacing).",
      remedy: "Make it larger, enlarge its content shape, or add space around it."
    ) { subject in
      guard subject.isTarget, let rect = subject.targetSize,
        min(rect.width, rect.height) < minimum, !subject.isInline, subject.isCrowded
      else { return nil }
      return "it is \(rect.width.shortDescription)×\(rect.height.shortDescription) pixels"
    },
    AuditRule(
      "target-small", .note, "a target is smaller than 44×44 points",
      why:
        "It is hard to hit with a finger (Apple, Human Interface Guidelines: 44×44 points).",
      remedy: "For touch screens, make it larger or enlarge its content shape."
    ) { subject in
      guard subject.isTarget, let rect = subject.targetSize,
        min(rect.width, rect.height) < comfortable, !subject.isInline
      else { return nil }
      // Reported by the more severe rule.
      if min(rect.width, rect.height) < minimum, subject.isCrowded { return nil }
      return "it is \(rect.width.shortDescription)×\(rect.height.shortDescription) pixels"
    },
  ]

  /// In pixels of the frame.
  private static let minimum = CrowdedTargets.minimum
  private static let comfortable = 44.0
}

extension AuditSubject {
  /// Whether the element is a link within a sentence, whose height follows the text.
  fileprivate var isInline: Bool {
    guard element.role == .link, let parent else { return false }
    switch parent.element.role {
    case .paragraph, .text, .label, .caption, .blockQuote, .definition, .note, .mark: return true
    default: break
    }
    return parent.element.children.contains { id in
      subject(id).map { $0.element.role.isText && !$0.contents.isEmpty } ?? false
    }
  }
}
