/// The kind of value that an option or argument takes.
package enum ValueKind: Hashable, Sendable {
  case text
  /// A whole number within a range.
  case integer(ClosedRange<Int>)
  /// A finite number within a range.
  case number(ClosedRange<Double>)
  /// A duration within a range of seconds: a number of seconds, or one with a unit, as `500ms` or `2m`.
  case seconds(ClosedRange<Double>)
  /// One of some words.
  case choice([String])
  /// Some of these words, separated by commas.
  case list([String])
  /// Any text; shell completion offers these words. A word with `=` at its end is the beginning of a value.
  case suggested([String])
  /// The path of a file or directory; shells complete it.
  case path
}

extension ValueKind {
  /// What a value must be, for messages: "a whole number from 1 to 100", "one of debug, info".
  package var requirement: String {
    let range = rangeText.map { ($0.hasPrefix("from") ? " " : ", ") + $0 } ?? ""
    switch self {
    case .text, .suggested: return "text"
    case .list(let words): return "a comma-separated list of \(words.joined(separator: ", "))"
    case .integer: return "a whole number" + range
    case .number: return "a number" + range
    case .seconds: return "a number of seconds" + range + ", or one with a unit such as 500ms or 2m"
    case .choice(let words): return "one of " + words.joined(separator: ", ")
    case .path: return "a path"
    }
  }

  /// The range as text: "from 1 to 100"; `nil` without a range, and for kinds that are not numbers.
  var rangeText: String? {
    switch self {
    case .integer(let range):
      return Self.bounds(range, Int.min...Int.max) { String($0) }
    case .number(let range), .seconds(let range):
      let all = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
      return Self.bounds(range, all, Self.short)
    case .text, .choice, .list, .suggested, .path: return nil
    }
  }

  /// Returns whether a text is a value of this kind.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .text, .suggested: return true
    case .list(let words):
      return text.split(separator: ",", omittingEmptySubsequences: false)
        .allSatisfy { words.contains(String($0)) }
    case .path: return !text.isEmpty
    case .choice(let words): return words.contains(text)
    case .integer(let range): return Int(text).map(range.contains) ?? false
    case .number(let range): return Double(text).map { $0.isFinite && range.contains($0) } ?? false
    case .seconds(let range): return Self.seconds(text).map(range.contains) ?? false
    }
  }

  /// Returns the seconds that a text stands for: a number, with or without a unit.
  package static func seconds(_ text: String) -> Double? {
    let unit = units.first { text.hasSuffix($0.name) && text != $0.name }
    let number = text.dropLast(unit?.name.count ?? 0)
    guard let seconds = Double(number).map({ $0 * (unit?.seconds ?? 1) }), seconds.isFinite else {
      return nil
    }
    return seconds
  }

  private static let units = [
    (name: "ms", seconds: 0.001), (name: "s", seconds: 1.0), (name: "m", seconds: 60.0),
    (name: "h", seconds: 3600.0),
  ]

  private static func bounds<Bound: Comparable>(
    _ range: ClosedRange<Bound>, _ all: ClosedRange<Bound>, _ write: (Bound) -> String
  ) -> String? {
    switch (range.lowerBound > all.lowerBound, range.upperBound < all.upperBound) {
    case (true, true): "from \(write(range.lowerBound)) to \(write(range.upperBound))"
    case (true, false): "\(write(range.lowerBound)) or more"
    case (false, true): "\(write(range.upperBound)) or less"
    case (false, false): nil
    }
  }

  private static func short(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
  }
}
