import Testing

@testable import AccessibilityTree

/// Which part of a date field takes which number.
struct DatePartsTests {
  /// A date field whose parts have these least and greatest numbers.
  private func field(_ ranges: [(Double, Double)], at now: [Double] = []) throws -> DateParts? {
    let parts = ranges.enumerated().map { index, range in
      Node(UInt64(10 + index), .spinButton) {
        $0.range = NumericRange(
          current: now.isEmpty ? 0 : now[index], minimum: range.0, maximum: range.1)
      }
    }
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .dateField, children: parts)])
    ])
    return try DateParts(of: #require(tree[ElementID(rawValue: 2)]), in: tree)
  }

  private static let (year, month, day) = ((1.0, 275_760.0), (1.0, 12.0), (1.0, 31.0))
  private static let (noon, minute) = ((1.0, 2.0), (0.0, 59.0))

  @Test(
    arguments: [
      ([Self.month, Self.day, Self.year], "2026-12-24", [12, 24, 2026]),
      ([Self.day, Self.month, Self.year], "2026-12-24", [24, 12, 2026]),
      ([Self.month, Self.year], "2026-02", [2, 2026]),
      ([(1, 53), Self.year], "2026-W07", [7, 2026]),
      ([(1, 12), Self.minute, Self.noon], "17:30", [5, 30, 2]),
      ([(1, 12), Self.minute, Self.noon], "00:05", [12, 5, 1]),
      ([(0, 23), Self.minute], "17:30", [17, 30]),
      ([(0, 23), Self.minute, Self.minute], "17:30", [17, 30, 0]),
      ([(1, 24), Self.minute], "00:30", [24, 30]),
      (
        [Self.month, Self.day, Self.year, (1, 12), Self.minute, Self.noon], "2026-12-24T09:05",
        [12, 24, 2026, 9, 5, 1]
      ),
    ] as [([(Double, Double)], String, [Double])])
  func `the ranges tell the parts`(
    ranges: [(Double, Double)], text: String, numbers: [Double]
  ) throws {
    let field = try #require(try field(ranges))
    #expect(field.numbers(for: text)?.map(\.number) == numbers)
    #expect(field.numbers(for: text)?.map(\.part) == field.parts.map(\.id))
    #expect(field.has(text) == false)
    #expect(try self.field(ranges, at: numbers)?.has(text) == true)
    let seconds = ranges.filter { $0 == Self.minute }.count > 1 ? ":00" : ""
    #expect(try self.field(ranges, at: numbers)?.text == text + seconds)
  }

  @Test
  func `parts make up no date before all of them have a number`() throws {
    let ranges = [Self.month, Self.day, Self.year]
    #expect(try field(ranges, at: [0, 24, 2026])?.text == nil)
    #expect(try field(ranges, at: [2, 30, 2026])?.text == nil, "there is no such day")
    let parts = [(1.0, 12.0), Self.minute].enumerated().map { index, range in
      DateParts.Part(
        id: ElementID(rawValue: UInt64(index + 1)),
        range: NumericRange(current: 5, minimum: range.0, maximum: range.1), isEmpty: index == 1)
    }
    #expect(try #require(DateParts(parts)).text == nil)
    #expect(DateParts(Array(parts.prefix(1))) == nil)
  }

  @Test(arguments: [
    "", "24.12.2026", "2026-13-01", "2026-12", "2026-12-24T10:00", "17:30", "-1-2-3", "2026-12-0x",
    "2026-12-99999999999", "T", "--", "2026-02-29", "2026-04-31", "2100-02-29",
  ])
  func `another text has no numbers`(text: String) throws {
    let field = try #require(try field([Self.month, Self.day, Self.year]))
    #expect(field.numbers(for: text) == nil && field.has(text) == nil)
  }

  @Test
  func `a time that there is not has no numbers, and a leap day has`() throws {
    let time = try #require(try field([(1, 12), Self.minute, Self.noon]))
    #expect(time.numbers(for: "25:00") == nil && time.numbers(for: "24:00") == nil)
    let date = try #require(try field([Self.year, Self.month, Self.day]))
    #expect(date.numbers(for: "2028-02-29")?.map(\.number) == [2028, 2, 29])
  }

  /// A date field whose parts have texts alone.
  private func field(
    _ texts: [String], noon: String? = nil
  ) throws -> DateParts? {
    var parts = texts.enumerated().map { index, text in
      Node(UInt64(10 + index), .spinButton, value: text) {
        // Such a part has the number 0, which is mirrored where it shows it.
        if text == "00" { $0.range = NumericRange(current: 0) }
      }
    }
    if let noon { parts.append(Node(30, .textField, value: noon)) }
    parts.append(Node(31, .button, "Calendar"))
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .dateField, children: parts)])
    ])
    return try DateParts(of: #require(tree[ElementID(rawValue: 2)]), in: tree)
  }

  @Test(
    arguments: [
      (["31", "01", "2025"], nil, "2026-12-24", [24, 12, 2026]),
      (["01", "31", "2025"], nil, "2026-12-24", [12, 24, 2026]),
      (["2025", "01", "31"], nil, "2026-12-24", [2026, 12, 24]),
      (["--", "--"], nil, "17:30", [17, 30]),
      (["09", "05", "30"], "AM", "17:30", [5, 30, 0, 2]),
      (["--", "--"], "--", "00:05", [12, 5, 1]),
      (["12", "00"], "AM", "12:30", [12, 30, 2]),
      (["01", "31", "2025", "--", "--"], "--", "2026-12-24T09:05", [12, 24, 2026, 9, 5, 1]),
    ] as [([String], String?, String, [Double])])
  func `the places of parts without limits tell what they are`(
    texts: [String], noon: String?, text: String, numbers: [Double]
  ) throws {
    let field = try #require(try field(texts, noon: noon))
    #expect(field.undecided.isEmpty)
    #expect(field.numbers(for: text)?.map(\.number) == numbers && field.has(text) == false)
  }

  @Test
  func `which part is the month is asked for where no text tells`() throws {
    let field = try #require(try field(["mm", "dd", "yyyy"]))
    #expect(field.undecided.map(\.rawValue) == [10, 11])
    for (month, numbers) in zip(field.undecided, [[12.0, 24, 2026], [24, 12, 2026]]) {
      #expect(field.deciding(month: month).numbers(for: "2026-12-24")?.map(\.number) == numbers)
    }
    #expect(field.has("2026-12-24") == false && field.has("17:30") == nil)
  }

  @Test
  func `parts have a date in the order of their language, and a word for noon in its words`() throws
  {
    for texts in [["11", "12", "2026"], ["12", "11", "2026"]] {
      #expect(try field(texts)?.has("2026-11-12") == true)
      #expect(try field(texts)?.has("2026-11-11") == false)
    }
    #expect(try field(["05", "30"], noon: "PM")?.has("17:30") == true)
    #expect(try field(["05", "30"], noon: "AM")?.has("17:30") == false)
    #expect(try field(["05", "30"], noon: "午後")?.has("17:30") == true)
    #expect(try field(["2026", "2027", "2028"]) == nil)
    #expect(try field(["1", "2", "3", "4", "5"]) == nil)
  }

  @Test
  func `one number is no date field with parts, and parts without limits are not known`() throws {
    #expect(try field([Self.day]) == nil)
    let tree = try Tree([
      Node(
        1, .dateField,
        children: [3, 4].map { Node($0, .spinButton) { $0.range = NumericRange(current: 0) } })
    ])
    let field = try DateParts(of: #require(tree[ElementID(rawValue: 1)]), in: tree)
    #expect(try #require(field).numbers(for: "17:30") == nil)
  }

  /// What has the id `id` and, in it, what has the ids from ten times that.
  private func candidates(_ found: (UInt64) -> DateParts.Candidate?) -> DateParts? {
    DateParts(
      among: [1, 2], children: { [10 * $0 + 1, 10 * $0 + 2] }, candidate: { found($0) })
  }

  private func number(_ id: UInt64) -> DateParts.Candidate {
    .number(
      DateParts.Part(
        id: ElementID(rawValue: id), range: NumericRange(current: 1), isEmpty: false))
  }

  @Test
  func `parts are found in their order, a few levels below the field, and not more than a few`() {
    let some: Set<UInt64> = [2, 11, 1212, 12121, 21]
    let found = candidates { some.contains($0) ? number($0) : nil }
    #expect(found?.parts.map(\.id.rawValue) == [11, 1212, 2, 21])
    let all = candidates { number($0) }
    #expect(
      all?.parts.map(\.id.rawValue) == [
        1, 11, 111, 1111, 1112, 112, 1121, 1122, 12, 121, 1211, 1212,
      ])
  }

  @Test
  func `texts are parts only where there are no numbers`() {
    let text = { (id: UInt64) in
      DateParts.Candidate.text("0\(id)", of: .spinButton, ElementID(rawValue: id))
    }
    let texts = candidates { $0 < 3 ? text($0) : nil }
    #expect(texts?.parts.map(\.range.current) == [1, 2] && texts?.has("01:02") == true)
    let mixed = candidates { $0 < 3 ? text($0) : $0 < 13 ? number($0) : nil }
    #expect(mixed?.parts.map(\.id.rawValue) == [11, 12])
  }
}
