internal import AccessibilityTree

extension Element {
  /// What it says: its label, or else its value.
  var wording: String? { label?.isEmpty == false ? label : value }

  /// What people call it, where a change of that is told as one of its name.
  var name: String? { role.isText || label?.isEmpty == false ? wording : nil }
}

extension String {
  /// Whether at most a third of the text are letters: `12 %`, `00:12:33`, `1,024 KB`.
  var isMostlyNumber: Bool {
    let scalars = unicodeScalars.prefix(64)
    return scalars.contains { $0.properties.numericType != nil }
      && 3 * scalars.count(where: \.properties.isAlphabetic) <= scalars.count
  }
}
