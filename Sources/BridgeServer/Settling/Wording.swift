internal import AccessibilityTree

extension Element {
  /// What it says: its label, or else its value.
  var wording: String? { label?.isEmpty == false ? label : value }

  /// What people call it, where a change of that is told as one of its name.
  var name: String? { role.isText || label?.isEmpty == false ? wording : nil }

  /// Whether it says what it said before, but for the numbers in it: `44 seconds left` after `45 seconds left`.
  func isCount(after former: borrowing Element) -> Bool {
    guard role == former.role, let now = wording, let before = former.wording, now != before else {
      return false
    }
    return now.hasSameWords(as: before)
  }
}

extension String {
  /// Whether at most a third of the text are letters: `12 %`, `00:12:33`, `1,024 KB`.
  var isMostlyNumber: Bool {
    let scalars = unicodeScalars.prefix(64)
    return scalars.contains { $0.properties.numericType != nil }
      && 3 * scalars.count(where: \.properties.isAlphabetic) <= scalars.count
  }

  /// How many bytes of a text are compared; what is longer is no count.
  private static let maxCount = 200

  /// Whether two texts with numbers have the same words around them.
  fileprivate func hasSameWords(as other: String) -> Bool {
    guard utf8.count <= Self.maxCount, other.utf8.count <= Self.maxCount else { return false }
    let texts = [self, other].map(\.unicodeScalars)
    return texts.allSatisfy { $0.contains { $0.properties.numericType != nil } }
      && texts[0].words.elementsEqual(texts[1].words)
  }
}

extension String.UnicodeScalarView {
  /// The scalars without numbers, and without what stands in and around them.
  fileprivate var words: some Sequence<Unicode.Scalar> {
    lazy.filter {
      $0.properties.numericType == nil
        && !".,:'+-\u{2212} \u{a0}\u{202f}".unicodeScalars.contains($0)
    }
  }
}
