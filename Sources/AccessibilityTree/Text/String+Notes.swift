extension String {
  /// Adds a note to those that the text consists of.
  package mutating func addNote(_ note: String) { self += (isEmpty ? "" : "; ") + note }
}
