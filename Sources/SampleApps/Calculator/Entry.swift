extension Calculator {
  /// A number while it is typed, including incomplete ones such as "0." and "-0".
  struct Entry: Hashable, Sendable {
    var isNegative = false
    private var digits = "0"

    var text: String { (isNegative ? "-" : "") + digits }
    var number: DecimalNumber { DecimalNumber(parsing: text) ?? .zero }

    mutating func append(_ digit: Int) throws(Refusal) {
      if digits == "0" {
        digits = String(digit)
      } else {
        try requireRoom()
        digits += String(digit)
      }
    }

    /// Appends a decimal point; a second one has no effect.
    mutating func appendPoint() throws(Refusal) {
      guard !digits.contains(".") else { return }
      try requireRoom()
      digits += "."
    }

    private func requireRoom() throws(Refusal) {
      let count = digits.count { $0 != "." }
      if count >= DecimalNumber.displayed { throw .displayFull }
    }
  }
}
