extension String {
  /// Whether another text is this one by a rule for capitals that a field may have: none, only capitals, each word with one, or
  /// more of them than were written. That some letters lost theirs is none: the keys that typed them may have been misread.
  func isRecased(as other: String) -> Bool {
    if other == lowercased() || other == uppercased() { return true }
    var titled = ""
    for character in self {
      titled += titled.last?.isLetter == true ? character.lowercased() : character.uppercased()
    }
    return other == titled
      || count == other.count
        && zip(self, other).allSatisfy { $0 == $1 || $0.uppercased() == String($1) }
  }
}
