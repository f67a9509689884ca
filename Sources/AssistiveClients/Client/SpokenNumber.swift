/// Spoken numbers.
enum SpokenNumber {
  private static let units = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
  ]
  private static let tens = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]

  /// Parses a number such as "3", "three", "twenty-one" or "one hundred and five"; `nil` for any other text.
  static func value(_ text: String) -> Int? {
    let parts = text.lowercased().split(separator: " ")
    if parts.count == 1, let number = parts.first.flatMap({ Int($0) }) { return number }
    var words = parts.flatMap { $0.split(separator: "-") }.map(String.init)[...]
    var value = 0
    if words.dropFirst().first == "hundred" {
      guard let hundreds = digit(words.removeFirst()) else { return nil }
      value = hundreds * 100
      words.removeFirst()
      if words.isEmpty { return value }
      if words.first == "and" { words.removeFirst() }
    }
    if let place = words.first.flatMap({ tens.firstIndex(of: $0) }) {
      words.removeFirst()
      value += (place + 2) * 10
      if words.isEmpty { return value }
      return words.count == 1 ? words.first.flatMap(digit).map { value + $0 } : nil
    }
    return words.count == 1
      ? words.first.flatMap { units.firstIndex(of: $0) }.map { value + $0 } : nil
  }

  /// Parses a quantity such as "-0.5", "fifty", "nine point five" or "45 percent"; `nil` for any other text.
  static func amount(_ text: String) -> (number: Double, isPercentage: Bool)? {
    var words = text.lowercased().split(whereSeparator: \.isWhitespace)
    var isPercentage = words.last == "percent"
    if isPercentage {
      words.removeLast()
    } else if let last = words.last, last.hasSuffix("%") {
      isPercentage = true
      words[words.count - 1] = last.dropLast()
    }
    let isNegative = words.first == "minus"
    guard let number = decimal(isNegative ? words.dropFirst() : words[...]) else { return nil }
    return (isNegative ? -number : number, isPercentage)
  }

  private static func decimal(_ words: ArraySlice<Substring>) -> Double? {
    if words.count == 1, let number = words.first.flatMap({ Double($0) }) {
      return number.isFinite ? number : nil
    }
    guard let point = words.firstIndex(of: "point") else {
      return value(words.joined(separator: " ")).map { Double($0) }
    }
    let digits = words[(point + 1)...].compactMap { value(String($0)) }
    guard let whole = value(words[..<point].joined(separator: " ")), !digits.isEmpty,
      digits.count == words.endIndex - point - 1, digits.allSatisfy({ (0...9).contains($0) })
    else { return nil }
    return Double("\(whole)." + digits.map { String($0) }.joined())
  }

  /// The value of a word from one to nine.
  private static func digit(_ word: String) -> Int? {
    units.firstIndex(of: word).flatMap { (1...9).contains($0) ? $0 : nil }
  }
}
