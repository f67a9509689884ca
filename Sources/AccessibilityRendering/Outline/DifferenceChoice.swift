package import AccessibilityTree

extension OutlineDifference {
  /// How a difference is kept short.
  package struct Limit {
    /// The maximum number of tokens, at least 100. What does not fit is counted, with the element that all of it is in.
    let budget: Int
    /// The elements that were acted on.
    let targets: Set<ElementID>
    /// Whether an element that has no line any more is only not on screen.
    let isOffscreen: (ElementID) -> Bool
    /// The command that reads what changed in an element of an application.
    let command: (_ element: ElementID, _ application: ElementID) -> String?

    package init(
      _ budget: Int, targets: Set<ElementID> = [],
      isOffscreen: @escaping (ElementID) -> Bool = { _ in false },
      command: @escaping (_ element: ElementID, _ application: ElementID) -> String? = { _, _ in nil
      }
    ) {
      self.budget = budget
      self.targets = targets
      self.isOffscreen = isOffscreen
      self.command = command
    }
  }

  /// A line of a difference.
  struct Entry: Hashable {
    enum Kind { case new, changed, gone }

    let line: Outline.Line
    let kind: Kind
    let text: String
    /// How far below the outermost new line it is, which has 0.
    let depth: Int
    /// How far below the line of a new dialog it is, which has 0; `nil`: it is in none.
    let dialogDepth: Int?

    init(
      _ line: Outline.Line, _ kind: Kind, _ text: String, depth: Int = 0, dialogDepth: Int? = nil
    ) {
      (self.line, self.kind, self.text) = (line, kind, text)
      (self.depth, self.dialogDepth) = (depth, dialogDepth)
    }

    var element: ElementID? {
      if case .element(let id) = line.subject { id } else { nil }
    }
  }
}

/// Chooses the lines of a difference that fit into a budget.
///
/// Each class of lines has a share of the budget, so that none is crowded out. What a class leaves is spent in the order of
/// the classes.
struct DifferenceChoice {
  typealias Entry = OutlineDifference.Entry

  private enum Class: Int, CaseIterable {
    /// What was acted on.
    case target
    /// Windows, dialogs and alerts that are new, with what is in them.
    case dialog
    /// Texts, what is said when it changes, and what became invalid.
    case news
    case focus
    case rest

    /// The share of the budget, in percent.
    var share: Int {
      switch self {
      case .target, .news: 20
      case .dialog: 35
      case .focus: 10
      case .rest: 15
      }
    }
  }

  /// The lines of one application.
  private struct Part {
    let application: ElementID?
    var places: [Int] = []
    /// The line that names the application, where there are several; empty: none.
    var heading = ""
  }

  private let entries: [Entry]
  private let limit: OutlineDifference.Limit
  private let before: [Outline.Subject: Outline.Line]
  private let after: [Outline.Subject: Outline.Line]
  private let costs: [Int]
  /// The place of the line of each element.
  private let placeOf: [ElementID: Int]
  private var parts: [Part] = []
  private var isShown: [Bool]
  /// What is left of the budget, in sixteenths of a token.
  private var left = 0

  init(
    _ entries: [Entry], _ before: [Outline.Subject: Outline.Line],
    _ after: [Outline.Subject: Outline.Line], _ limit: OutlineDifference.Limit
  ) {
    self.entries = entries
    self.limit = limit
    self.before = before
    self.after = after
    costs = entries.map { TokenEstimate(of: $0.text + "\n").sixteenths }
    let places = entries.enumerated().compactMap { place, entry in
      entry.element.map { ($0, place) }
    }
    placeOf = Dictionary(places) { first, _ in first }
    isShown = Array(repeating: false, count: entries.count)
    divide()
  }

  /// Divides the lines by application.
  private mutating func divide() {
    var known: [ElementID?: Int] = [:]
    for (place, entry) in entries.enumerated() {
      let application = path(entry).last ?? entry.element
      let part = known[application] ?? parts.count
      if part == parts.count {
        known[application] = part
        parts.append(Part(application: application))
      }
      parts[part].places.append(place)
    }
    // The line that names the focus is in none.
    guard parts.count(where: { $0.application != nil }) > 1 else { return }
    for part in parts.indices {
      guard let id = parts[part].application, let line = after[.element(id)] else { continue }
      // An application that is new or changed has its own line.
      if placeOf[id] == nil { parts[part].heading = line.text + "\n" }
    }
  }

  /// Returns the lines, each terminated by a line feed, and the elements that the counts name.
  mutating func text() -> (String, continued: [ElementID]) {
    let whole = parts.map(\.heading).joined() + entries.map { $0.text + "\n" }.joined()
    if TokenEstimate(of: whole).tokens <= limit.budget {
      isShown = Array(repeating: true, count: entries.count)
    } else {
      var reserved = parts.reduce(0) { $0 + countCost($1) }
      if parts.count > 1, reserved > 8 * limit.budget {
        // What is in many applications is counted together.
        parts = [Part(application: nil, places: parts.flatMap(\.places))]
        reserved = countCost(parts[0])
      }
      left = 16 * limit.budget - reserved
      choose()
    }
    var text = ""
    var continued: [ElementID] = []
    for part in parts {
      let rest = count(part.places.filter { !isShown[$0] }, of: part)
      let shown = part.places.filter { isShown[$0] }.map { entries[$0].text + "\n" }.joined()
      if !shown.isEmpty || !rest.text.isEmpty { text += part.heading + shown + rest.text }
      if let element = rest.continued { continued.append(element) }
    }
    return (text, continued)
  }

  // MARK: Choosing

  private mutating func choose() {
    var classes: [[Int]] = Array(repeating: [], count: Class.allCases.count)
    var ranked = Ranked()
    var ranks: [Int] = []
    for (place, entry) in entries.enumerated() {
      let found = classified(entry)
      ranks.append(found.map { rank(entry, $0, &ranked) } ?? 0)
      if let found { classes[found.rawValue].append(place) }
    }
    let total = max(0, left)
    for kind in Class.allCases {
      classes[kind.rawValue].sort { (ranks[$0], $0) < (ranks[$1], $1) }
      take(classes[kind.rawValue], upTo: total * kind.share / 100)
    }
    for kind in [Class.target, .dialog, .focus] { take(classes[kind.rawValue]) }
    let others = classes[Class.news.rawValue] + classes[Class.rest.rawValue]
    take(
      others.sorted { (outerRank(entries[$0]), $0) < (outerRank(entries[$1]), $1) })
  }

  /// Takes lines for as long as they fit: at least one, whatever the share.
  private mutating func take(_ places: [Int], upTo share: Int = .max) {
    var used = 0
    for place in places where !isShown[place] {
      let lines = chain(place)
      let cost = lines.reduce(0) { $0 + costs[$1] }
      guard cost <= left, used == 0 || used + cost <= share else { continue }
      for place in lines { isShown[place] = true }
      used += cost
      left -= cost
    }
  }

  /// Returns a line with those of the new elements around it, as far as they are not shown.
  private func chain(_ place: Int) -> [Int] {
    var chain = [place]
    while let last = chain.last, entries[last].kind == .new, entries[last].depth > 0,
      let owner = entries[last].line.owner, let next = placeOf[owner], !isShown[next],
      chain.count < 100
    {
      chain.append(next)
    }
    return chain
  }

  /// Returns the class of a line; `nil`: it is only counted.
  private func classified(_ entry: Entry) -> Class? {
    if let id = entry.element, limit.targets.contains(id) { return .target }
    if entry.kind == .gone {
      // What is gone has no id to go on with: its number says enough.
      return entry.line.kind == .frame ? .dialog : nil
    }
    if entry.line.kind == .count { return .rest }
    let hasFocus = entry.line.unfocused != nil || entry.line.subject == .focus
    // Also in a new dialog, but not the dialog itself.
    if hasFocus, entry.dialogDepth ?? 1 > 0, entry.line.kind != .frame { return .focus }
    if entry.dialogDepth != nil || entry.line.kind == .frame && entry.kind == .new {
      return .dialog
    }
    if hasFocus { return .focus }
    let isNews =
      entry.line.kind == .text || entry.line.marks.contains(.live) || becameInvalid(entry)
    return isNews ? .news : .rest
  }

  /// The most texts and fields of a dialog that come before its buttons.
  private static let firstTexts = 2
  private static let firstFields = 4

  /// How many texts and fields of a dialog were ranked.
  private struct Ranked {
    var texts = 0
    var fields = 0
  }

  /// Returns the order within a class: the lowest first.
  ///
  /// - Parameter ranked: What was ranked of this dialog so far.
  private func rank(_ entry: Entry, _ kind: Class, _ ranked: inout Ranked) -> Int {
    switch kind {
    case .target, .focus: return 0
    case .rest: return outerRank(entry)
    case .news:
      return entry.line.marks.contains(.live) || becameInvalid(entry) ? 0 : 1 + entry.depth
    case .dialog:
      guard let depth = entry.dialogDepth, depth > 0 else {
        ranked = Ranked()
        return 0
      }
      if entry.line.marks.contains(.field) {
        // Also those that are deep in it, beside their labels.
        ranked.fields += 1
        if ranked.fields <= Self.firstFields { return 1000 }
      }
      // Its own buttons are further outside than those of what it shows, such as files.
      if entry.line.marks.contains(.button) { return 1000 + depth }
      if entry.line.marks.contains(.control) { return 2000 + depth }
      if entry.line.kind == .text { ranked.texts += 1 }
      return entry.line.kind == .text && ranked.texts <= Self.firstTexts ? 1 : 3000 + depth
    }
  }

  /// The order from outside to inside: what changed, and what is new on its level.
  private func outerRank(_ entry: Entry) -> Int {
    if entry.line.kind == .count { return .max }
    return entry.kind == .new ? entry.depth + (entry.line.kind == .text ? 1 : 0) : 0
  }

  private func becameInvalid(_ entry: Entry) -> Bool {
    entry.line.marks.contains(.invalid)
      && before[entry.line.subject]?.marks.contains(.invalid) != true
  }

  // MARK: Counting

  /// Returns the elements on whose levels a line is, from the inside to the application.
  private func path(_ entry: Entry) -> [ElementID] {
    var path: [ElementID] = []
    var next = entry.line.owner
    while let id = next, path.count < 100 {
      path.append(id)
      next = (after[.element(id)] ?? before[.element(id)])?.owner
    }
    return path
  }

  /// What the heading of a part and its count take at most, in sixteenths of a token.
  private func countCost(_ part: Part) -> Int {
    let count = count(part.places, of: part, in: part.application).text
    return TokenEstimate(of: part.heading + count).sixteenths + 16 * 2
  }

  /// Returns the line that counts what does not fit, and the element that it names.
  ///
  /// - Parameter element: The element that the line names; `nil`: the innermost that has all of it and was there before.
  private func count(
    _ rest: [Int], of part: Part, in element: ElementID? = nil
  ) -> (text: String, continued: ElementID?) {
    let rest = rest.map { entries[$0] }.filter { $0.line.kind != .count }
    guard !rest.isEmpty else { return ("", nil) }
    let kinds: [(kind: Entry.Kind, word: String)] = [
      (.new, "new"), (.changed, "changed"), (.gone, "gone"),
    ]
    let counts = kinds.compactMap { kind, word in
      let count = rest.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(word)"
    }
    let text = "… \(counts.joined(separator: ", "))"
    guard let element = element ?? common(rest) else { return (text + "\n", nil) }
    if let application = part.application, let command = limit.command(element, application) {
      return ("\(text): \(command)\n", element)
    }
    return ("\(text) in \(element)\n", nil)
  }

  /// Returns the innermost element that all lines are in and that was there before.
  private func common(_ rest: [Entry]) -> ElementID? {
    var common = rest.first.map(path) ?? []
    common.removeAll { before[.element($0)] == nil || after[.element($0)] == nil }
    for entry in rest.dropFirst() where !common.isEmpty {
      let others = Set(path(entry))
      common.removeAll { !others.contains($0) }
    }
    return common.first
  }
}
