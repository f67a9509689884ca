/// The parts of a date field that takes a date or time part by part, as those of browsers do: spin buttons, of which each
/// tells by its range what it is, or by its place (`PartTexts`).
package struct DateParts {
  /// A part: a spin button and its range.
  package struct Part {
    package var id: ElementID
    package var range: NumericRange
    /// Whether it has no number and shows a word for before and after noon.
    package var isWord: Bool
    /// Whether it shows no number yet.
    package var isEmpty: Bool

    package init(id: ElementID, range: NumericRange, isWord: Bool = false, isEmpty: Bool) {
      (self.id, self.range, self.isWord, self.isEmpty) = (id, range, isWord, isEmpty)
    }
  }

  /// The parts, in their order on screen.
  package internal(set) var parts: [Part]
  /// The two of which one is the month and the other the day, where nothing tells which; the first is taken for the month.
  package internal(set) var undecided: [ElementID] = []

  /// Returns `nil` for what is no date: one number.
  init?(_ parts: [Part], undecided: [ElementID] = []) {
    guard parts.count > 1 else { return nil }
    (self.parts, self.undecided) = (parts, undecided)
  }

  /// Returns the parts with one of those that are undecided as the month.
  package func deciding(month: ElementID) -> DateParts {
    var decided = self
    decided.undecided = []
    if month == undecided.last {
      decided.parts = parts.map { part in
        guard let other = parts.first(where: { $0.id != part.id && undecided.contains($0.id) }),
          undecided.contains(part.id)
        else { return part }
        var part = part
        part.range.maximum = other.range.maximum
        return part
      }
    }
    return decided
  }

  /// Returns the number for each part that makes up a date or time in the form of ISO 8601; `nil` when the text is in
  /// another form, or the ranges of the parts do not tell which is which.
  package func numbers(for text: String) -> [(part: ElementID, number: Double)]? {
    guard var wanted = Self.fields(of: text), Self.isPossible(wanted) else { return nil }
    let hour = wanted.first { $0.kind == .hour }?.number
    var numbers: [(part: ElementID, number: Double)] = []
    for part in parts {
      guard let minimum = part.range.minimum, let maximum = part.range.maximum else { return nil }
      if let hour, minimum == 1, maximum == 2 {
        // Before or after noon.
        numbers.append((part.id, hour < 12 ? 1 : 2))
        continue
      }
      guard let index = wanted.firstIndex(where: { $0.kind.fits(maximum) }) else {
        // Seconds that the text leaves out.
        guard hour != nil, maximum == 59 || maximum == 999 else { return nil }
        numbers.append((part.id, 0))
        continue
      }
      let field = wanted.remove(at: index)
      var number = field.number
      if field.kind == .hour, maximum <= 12 {
        number = number.truncatingRemainder(dividingBy: 12)
        if number == 0, maximum == 12 { number = 12 }
      }
      if field.kind == .hour, maximum == 24, number == 0 { number = 24 }
      guard number >= minimum, number <= maximum else { return nil }
      numbers.append((part.id, number))
    }
    return wanted.isEmpty ? numbers : nil
  }

  /// Whether the parts have the numbers that make up a text, those that are undecided in any order; `nil` when that is not
  /// known.
  package func has(_ text: String) -> Bool? {
    guard let numbers = numbers(for: text) else { return nil }
    if let first = undecided.first, let other = undecided.last {
      return [first, other].contains { deciding(month: $0).has(text) == true }
    }
    return numbers.allSatisfy { wanted in
      parts.contains {
        $0.id == wanted.part
          && ($0.range.current == wanted.number || $0.isWord && $0.range.current.isNaN)
      }
    }
  }

  // MARK: Texts

  /// The date or time that the parts make up, in the form in which they are set; `nil` while a part is empty,
  /// and where the ranges do not tell which is which.
  package var text: String? {
    guard !parts.contains(where: \.isEmpty) else { return nil }
    let hasYear = parts.contains { Kind.year.fits($0.range.maximum ?? 0) }
    let kinds: [Kind] = hasYear ? [.year, .week, .minute, .month, .day, .hour] : [.minute, .hour]
    var numbers: [Kind: Int] = [:]
    var seconds: Int?
    var isAfternoon: Bool?
    for part in parts {
      guard let minimum = part.range.minimum, let maximum = part.range.maximum,
        let number = Int(exactly: part.range.current)
      else { return nil }
      if minimum == 1, maximum == 2 {
        isAfternoon = number == 2
      } else if let kind = kinds.first(where: { kind in
        numbers[kind] == nil && kind.fits(maximum) && !(kind == .day && minimum == 0)
      }) {
        numbers[kind] = number
      } else if Kind.minute.fits(maximum) {
        seconds = number
      }
    }
    if let hour = numbers[.hour], let isAfternoon {
      numbers[.hour] = hour % 12 + (isAfternoon ? 12 : 0)
    } else if numbers[.hour] == 24 {
      numbers[.hour] = 0
    }
    let text = Self.text(numbers, seconds: seconds)
    return has(text) == true ? text : nil
  }

  private static func text(_ numbers: [Kind: Int], seconds: Int?) -> String {
    func digits(_ number: Int?, _ count: Int = 2) -> String? {
      number.map { String(repeating: "0", count: max(0, count - "\($0)".count)) + "\($0)" }
    }
    let week = digits(numbers[.week]).map { "W" + $0 }
    let date = [
      digits(numbers[.year], 4), week, digits(numbers[.month]), digits(numbers[.day]),
    ].compactMap(\.self).joined(separator: "-")
    let time = [digits(numbers[.hour]), digits(numbers[.minute]), digits(seconds)]
      .compactMap(\.self).joined(separator: ":")
    return [date, time].filter { !$0.isEmpty }.joined(separator: "T")
  }

  private struct Field {
    var kind: Kind
    var number: Double
  }

  private enum Kind {
    case year
    case month
    case week
    case day
    case hour
    case minute

    /// Whether it may be the part with this maximum. A page may limit the years, and the days of its only month.
    func fits(_ maximum: Double) -> Bool {
      switch self {
      case .year: maximum >= 1000
      case .month: maximum <= 12
      case .week: maximum == 52 || maximum == 53
      case .day: maximum > 12 && maximum <= 31
      case .hour: maximum <= 24
      case .minute: maximum == 59
      }
    }
  }

  private static func fields(of text: String) -> [Field]? {
    let halves = text.split(separator: "T", omittingEmptySubsequences: false)
    guard halves.count <= 2, let first = halves.first else { return nil }
    if halves.count == 2 {
      guard let date = dateFields(of: first), let time = timeFields(of: halves[1]) else {
        return nil
      }
      return date + time
    }
    return first.contains(":") ? timeFields(of: first) : dateFields(of: first)
  }

  /// Whether there is such a date and such a time: fields take 31 February or 25:00 digit by digit, and make something else
  /// of it.
  private static func isPossible(_ fields: [Field]) -> Bool {
    func number(_ kind: Kind) -> Int? { fields.first { $0.kind == kind }.map { Int($0.number) } }
    if let hour = number(.hour), hour > 23 { return false }
    guard let day = number(.day), let month = number(.month), let year = number(.year) else {
      return true
    }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days =
      switch month {
      case 2: isLeapYear ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    return day <= days
  }

  private static func dateFields(of text: Substring) -> [Field]? {
    var pieces = text.split(separator: "-", omittingEmptySubsequences: false)
    var kinds: [Kind] = [.year, .month, .day]
    if pieces.count == 2 {
      kinds = [.year, .month]
      if pieces[1].first == "W" {
        kinds = [.year, .week]
        pieces[1].removeFirst()
      }
    }
    return fields(kinds, pieces)
  }

  private static func timeFields(of text: Substring) -> [Field]? {
    let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
    return fields(pieces.count == 3 ? [.hour, .minute, .minute] : [.hour, .minute], pieces)
  }

  private static func fields(_ kinds: [Kind], _ pieces: [Substring]) -> [Field]? {
    guard kinds.count == pieces.count else { return nil }
    var fields: [Field] = []
    for (kind, piece) in zip(kinds, pieces) {
      guard (1...6).contains(piece.utf8.count), piece.utf8.allSatisfy({ (48...57).contains($0) }),
        let number = Double(piece)
      else { return nil }
      fields.append(Field(kind: kind, number: number))
    }
    return fields
  }
}
