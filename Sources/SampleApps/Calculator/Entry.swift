extension Calculator {
  /// A number as it is typed: what stands on the display before it is a number ("0.", "-0").
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

    /// A second decimal point changes nothing.
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
