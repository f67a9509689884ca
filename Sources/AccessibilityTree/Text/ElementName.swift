/// Short names of elements for messages and logs. All code that names an element uses these.
extension Element {
  /// The maximum length of a label in a name, in Unicode scalars.
  private static let maxLabelLength = 60

  /// Whether the element has a label that says something.
  package var hasLabel: Bool { label.map { !$0.isBlank } ?? false }

  /// The role and label, `button "Save"`; without a label the role and `contents`, `row with "Ada", "Edit"`, or the role alone. A
  /// single line, whatever the texts contain. For lines that show the id as well, and for elements that have none yet.
  package var shortName: String {
    guard !hasLabel, !contents.isEmpty else {
      return Self.shortName(role: role, label: label)
    }
    let texts = contents.map { $0.quoted(limit: Self.maxLabelLength) }
    return "\(role.name) with \(texts.joined(separator: ", "))"
  }

  static func shortName(role: Role, label: String?) -> String {
    guard let label, !label.isBlank else { return role.name }
    return "\(role.name) \(label.quoted(limit: maxLabelLength))"
  }

  /// The short name, or the role and id where there is no label: `button #482117350014`.
  package var messageName: String {
    hasLabel ? shortName : "\(role.name) \(id)"
  }
}
