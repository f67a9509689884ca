/// The parts of a date field that have a text alone, without a number and its limits, as those of Firefox. Their places tell
/// what they are: a date comes before a time, and a time begins with its hours. The year is what takes four digits.
struct PartTexts {
  private var numbers: [(id: ElementID, text: String)] = []
  /// What shows a word for before and after noon.
  private var noon: (id: ElementID, text: String)?

  var count: Int { numbers.count }

  mutating func add(_ text: String, of role: Role, _ id: ElementID) {
    switch role {
    case .spinButton: numbers.append((id, text))
    case .textField: noon = (id, text)
    default: break
    }
  }

  /// The parts with the limits that such parts have, and the two of which one is the month and the other the day where nothing
  /// tells which. Empty where the parts are other ones.
  var parts: (all: [DateParts.Part], undecided: [ElementID]) {
    let date = numbers.prefix(3)
    let years = date.indices.filter { date[$0].text.count >= 4 }
    guard let year = years.first else { return (times(numbers[...]), []) }
    guard years.count == 1, date.count == 3 else { return ([], []) }
    let rest = date.indices.filter { $0 != year }
    let day = rest.first { (Double(date[$0].text) ?? 0) > 12 }
    // A first part that is undecided is taken for the month.
    let maximums = date.indices.map { $0 == year ? 275_760.0 : $0 == day ?? rest[1] ? 31 : 12 }
    let parts = zip(date, maximums).map { part($0, from: 1, to: $1) }
    return (parts + times(numbers.dropFirst(3)), day == nil ? rest.map { date[$0].id } : [])
  }

  private func times(_ texts: ArraySlice<(id: ElementID, text: String)>) -> [DateParts.Part] {
    guard texts.count <= 4 else { return [] }
    let hours = noon == nil ? (0.0, 23.0) : (1.0, 12.0)
    let limits = [hours, (0, 59), (0, 59), (0, 999)]
    var times = zip(texts, limits).map { part($0, from: $1.0, to: $1.1) }
    guard let noon, !times.isEmpty else { return times }
    let word = noon.text.lowercased()
    let now = word.hasPrefix("a") ? 1 : word.hasPrefix("p") ? 2 : Double.nan
    times.append(
      DateParts.Part(
        id: noon.id, range: NumericRange(current: now, minimum: 1, maximum: 2), isWord: true,
        isEmpty: now.isNaN))
    return times
  }

  private func part(
    _ text: (id: ElementID, text: String), from minimum: Double, to maximum: Double
  ) -> DateParts.Part {
    let now = Double(text.text) ?? .nan
    return DateParts.Part(
      id: text.id, range: NumericRange(current: now, minimum: minimum, maximum: maximum),
      isEmpty: now.isNaN)
  }
}
