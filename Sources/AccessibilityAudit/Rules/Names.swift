internal import AccessibilityTree

extension AuditRule {
  /// Rules about missing names.
  static let names: [AuditRule] = [
    AuditRule(
      "missing-label", .error, "a control has no name",
      why: "A screen reader says only its role, and nobody can ask for it by voice.",
      remedy: "Give it a label: what it does, in a word or two.",
      check: missingLabel),
    AuditRule(
      "empty-label", .error, "a control's label is there but empty",
      why: "An empty label hides whatever name the element would have had without it.",
      remedy: "Write the label, or take it away so that the content names the element."
    ) { subject in
      guard subject.needsName, let label = subject.element.label, label.isBlank else { return nil }
      return label.isEmpty ? "the label is \"\"" : "the label is nothing but spaces"
    },
    AuditRule(
      "placeholder-as-label", .warning, "a field is named by its placeholder alone",
      why: "The name is gone as soon as something is typed.",
      remedy: "Give the field a label of its own and keep the placeholder for an example.",
      check: placeholderAsLabel),
    AuditRule(
      "heading-without-text", .error, "a heading has no text",
      why: "People who go from heading to heading land on one that says nothing.",
      remedy: "Give the heading its text, or take the heading away."
    ) { subject in
      let isHeading = subject.element.role == .heading || subject.element.traits.contains(.header)
      return isHeading && subject.name == nil && subject.contents.isEmpty
        ? "nothing in it can be read" : nil
    },
    AuditRule(
      "dialog-without-name", .warning, "a dialog has no name",
      why: "When it opens, nobody is told what it asks.",
      remedy: "Give the dialog a title or a label."
    ) { subject in
      switch subject.element.role {
      case .dialog, .alertDialog: subject.name == nil ? "it has no label" : nil
      default: nil
      }
    },
    AuditRule(
      "unnamed-action", .error, "an action has no name",
      why: "A menu of actions offers a choice that says nothing.",
      remedy: "Name every custom action by what it does."
    ) { subject in
      let unnamed = subject.element.actions.count { $0.kind == .custom && $0.name.isBlank }
      guard unnamed > 0 else { return nil }
      return unnamed == 1 ? "1 action has no name" : "\(unnamed) actions have no name"
    },
    AuditRule(
      "duplicate-actions", .warning, "two actions of an element have the same name",
      why: "Nobody can tell which is which.",
      remedy: "Name each action by what it does: \"Reply to Nick\" instead of \"Reply\"."
    ) { subject in
      var seen: Set<String> = []
      let custom = subject.element.actions.filter { $0.kind == .custom && !$0.name.isBlank }
      let repeated = custom.first { !seen.insert($0.name.lowercased()).inserted }
      return repeated.map { "more than one action is called \($0.name.quoted(limit: 40))" }
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
      return "what labels it has no text"
    }
    return "it has no label, and nothing in it can be read"
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
