/// What elements are called in messages, logs and lines about them: the one place that spells it.
extension Element {
  /// Of a longer label so many scalars are shown.
  private static let maxLabelLength = 60

  /// What it is and what it is called, `button "Save"`, or the role alone: on one line, whatever the
  /// label holds. For lines where the id stands beside it, and for elements that have none yet.
  package var shortName: String {
    guard let label, !label.isBlank else { return role.name }
    return "\(role.name) \(label.quoted(limit: Self.maxLabelLength))"
  }

  /// The same, with the id where no label tells the element from others: `button #1a2`.
  package var messageName: String {
    label.map { !$0.isBlank } ?? false ? shortName : "\(role.name) \(id)"
  }
}
