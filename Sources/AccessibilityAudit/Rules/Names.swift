internal import AccessibilityTree

extension AuditRule {
  /// Rules about missing names.
  static let names: [AuditRule] = [
    AuditRule(
      "missing-label", .error, "a control has no name",
      why: "A screen reader speaks only its role, and voice control users cannot refer to it.",
      remedy: "Give it a label of one or two words that says what it does.",
      check: missingLabel),
    AuditRule(
      "empty-label", .error, "the label of a control is empty",
      why: "An empty label hides the name that the element would have without it.",
      remedy: "Write the label, or remove it so that the content names the element."
    ) { subject in
      guard subject.needsName, let label = subject.element.label, label.isBlank else { return nil }
      return label.isEmpty ? "the label is \"\"" : "the label contains only spaces"
    },
    AuditRule(
      "placeholder-as-label", .warning, "a field is named only by its placeholder",
      why: "The name disappears as soon as text is entered.",
      remedy: "Give the field a label, and use the placeholder for an example.",
      check: placeholderAsLabel),
    AuditRule(
      "heading-without-text", .error, "a heading has no text",
      why: "People who navigate by headings reach one without content.",
      remedy: "Give the heading a text, or remove it."
    ) { subject in
      let isHeading = subject.element.role == .heading || subject.element.traits.contains(.header)
      return isHeading && subject.name == nil && subject.contents.isEmpty
        ? "it contains no text" : nil
    },
    AuditRule(
      "dialog-without-name", .warning, "a dialog has no name",
      why: "When it opens, screen reader users do not hear its purpose.",
      remedy: "Give the dialog a title or a label."
    ) { subject in
      switch subject.element.role {
      case .dialog, .alertDialog: subject.name == nil ? "it has no label" : nil
      default: nil
      }
    },
    AuditRule(
      "unnamed-action", .error, "an action has no name",
      why: "The menu of actions contains an item without a name.",
      remedy: "Name each custom action by its effect."
    ) { subject in
      let unnamed = subject.element.actions.count { $0.kind == .custom && $0.name.isBlank }
      guard unnamed > 0 else { return nil }
      return unnamed == 1 ? "1 action has no name" : "\(unnamed) actions have no name"
    },
    AuditRule(
      "duplicate-actions", .warning, "two actions of an element have the same name",
      why: "People cannot tell them apart.",
      remedy: "Name each action by its effect, for example \"Reply to Nick\" instead of \"Reply\"."
    ) { subject in
      var seen: Set<String> = []
      let custom = subject.element.actions.filter { $0.kind == .custom }.map(\.name)
      let names = (custom + subject.element.intents.map(\.title)).filter { !$0.isBlank }
      let repeated = names.first { !seen.insert($0.lowercased()).inserted }
      return repeated.map { "more than one action is named \($0.quoted(limit: 40))" }
    },
  ]

  @Sendable private static func missingLabel(_ subject: AuditSubject) -> String? {
    let element = subject.element
    guard subject.needsName, element.label == nil, subject.name == nil,
      element.placeholder?.isBlank ?? true
    else { return nil }
    if let control = subject.control, control.name != nil { return nil }
    if subject.isPartOfField { return nil }
    if let hint = element.hint, !hint.isBlank {
      return "it has the hint \(hint.quoted(limit: 40)), but no label"
    }
    if element.relations.contains(where: { $0.kind == .labelledBy }) {
      return "the element that labels it has no text"
    }
    return "it has no label, and it contains no text"
  }

  @Sendable private static func placeholderAsLabel(_ subject: AuditSubject) -> String? {
    let element = subject.element
    guard element.role.isTextEntry, let placeholder = element.placeholder, !placeholder.isBlank,
      element.label?.isBlank != true
    else { return nil }
    guard subject.name == nil || subject.name == placeholder,
      !element.relations.contains(where: { $0.kind == .labelledBy })
    else { return nil }
    return "its only name is the placeholder \(placeholder.quoted(limit: 40))"
  }
}

extension AuditSubject {
  /// Whether the element is the text or an arrow of a field, such as a combo box, that names its parts.
  fileprivate var isPartOfField: Bool {
    guard let role = control?.element.role else { return false }
    return role == .comboBox || role == .spinButton || role == .dateField || role == .searchField
  }
}
