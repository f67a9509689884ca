internal import AccessibilityTree

/// How an outline differs from an earlier one of the same request, as lines: `+` for new ones, `~` for those that
/// changed, `-` for those that are gone.
///
/// A new line names the element on whose level it is, with `in`. What is below a new line follows it, indented; what
/// was below one that is gone is not listed. A line that only lost the focus to another one is not listed either.
package struct OutlineDifference: Hashable, Sendable {
  /// The lines, each terminated by a line feed. Empty when the outlines are the same.
  package private(set) var text = ""
  /// The estimated number of tokens of `text`.
  package private(set) var tokens = 0

  /// - Parameter budget: The maximum number of tokens, at least 100; `nil`: all. What does not fit is counted on the last
  ///   line, with the element that all of it is in. Windows and dialogs come first, then what changed, then what is new
  ///   from the top. Of anything else that is gone only the number is said then.
  package init(from old: Outline, to new: Outline, budget: Int? = nil) {
    if old.lines == new.lines { return }
    let before = Dictionary(old.lines.map { ($0.subject, $0) }) { first, _ in first }
    let after = Dictionary(new.lines.map { ($0.subject, $0) }) { first, _ in first }
    let moved = Self.moved(from: old.lines, to: new.lines)
    for line in old.lines where after[line.subject] == nil {
      guard line.owner.map({ after[.element($0)] != nil || before[.element($0)] == nil }) ?? true
      else { continue }
      entries.append(Entry(line, .gone, "- \(line.located)"))
    }
    // The line that has the focus now is listed, since it did not have it.
    let isFocusElsewhere = new.lines.contains {
      $0.unfocused != nil || $0.subject == .focus
    }
    // The last line of each level.
    var previous: [ElementID?: Outline.Line] = [:]
    for line in new.lines {
      if let known = before[line.subject] {
        if moved.contains(line.subject) || known.owner != line.owner {
          let place = Self.place(of: line, after: previous[line.owner])
          entries.append(Entry(line, .changed, "~ \(line.text) \(place)"))
        } else if known.text != line.text, !isFocusElsewhere || known.unfocused != line.text {
          entries.append(Entry(line, .changed, "~ \(line.located)"))
        }
      } else {
        addNew(line, before)
      }
      previous[line.owner] = line
    }
    text = entries.map { $0.text + "\n" }.joined()
    tokens = TokenEstimate(of: text).tokens
    if let budget, tokens > budget {
      let owners = after.merging(before) { line, _ in line }.compactMapValues(\.owner)
      text = fitting(budget, owners)
      tokens = TokenEstimate(of: text).tokens
    }
    entries = []
  }

  private struct Entry: Hashable {
    enum Kind { case new, changed, gone }

    let line: Outline.Line
    let kind: Kind
    let text: String
    /// How far below the outermost new line it is, which has 0.
    let depth: Int
    /// Whether it is at the beginning of a new window or dialog, which says why that is there.
    let isFrameBeginning: Bool

    init(
      _ line: Outline.Line, _ kind: Kind, _ text: String, depth: Int = 0,
      isFrameBeginning: Bool = false
    ) {
      (self.line, self.kind, self.text) = (line, kind, text)
      (self.depth, self.isFrameBeginning) = (depth, isFrameBeginning)
    }

    /// The order in which a budget is spent: the lowest first.
    var rank: Int {
      switch line.kind {
      case .count: return .max
      case .frame where kind != .changed && depth == 0: return 0
      case .frame, .content, .text: break
      }
      switch kind {
      case .changed: return 2
      case .new where isFrameBeginning: return 1
      case .new: return 3 + depth + (line.kind == .text ? 1 : 0)
      case .gone: return .max
      }
    }
  }

  private var entries: [Entry] = []
  private var newDepth = 0
  /// How many of the next lines are the beginning of a new window or dialog.
  private var beginningLeft = 0
  private static let frameBeginning = 8

  private mutating func addNew(_ line: Outline.Line, _ before: [Outline.Subject: Outline.Line]) {
    let isBelowNew = line.owner.map { before[.element($0)] == nil } ?? false
    let depth = isBelowNew ? max(0, line.depth - newDepth) : 0
    if depth > 0 {
      entries.append(
        Entry(
          line, .new, "+ \(Outline.indentation(depth))\(line.text)", depth: depth,
          isFrameBeginning: beginningLeft > 0))
      beginningLeft -= 1
    } else {
      newDepth = line.depth
      beginningLeft = line.kind == .frame ? Self.frameBeginning : 0
      let place = line.owner.map { " in \($0)" } ?? ""
      entries.append(Entry(line, .new, "+ \(line.text)\(place)"))
    }
  }

  // MARK: The budget

  /// The tokens that the last line takes, which counts what does not fit.
  private static let countCost = 32

  private func fitting(_ budget: Int, _ owners: [Outline.Subject: ElementID]) -> String {
    var left = 16 * (budget - Self.countCost)
    var isShown = [Bool](repeating: false, count: entries.count)
    var hidden: Set<ElementID> = []
    let places = entries.indices.sorted {
      (entries[$0].rank, $0) < (entries[$1].rank, $1)
    }
    for place in places {
      let entry = entries[place]
      // What is gone has no id to go on with: its number says enough.
      if entry.kind == .gone, entry.line.kind != .frame { continue }
      let cost = TokenEstimate(of: entry.text + "\n").sixteenths
      if cost <= left, entry.depth == 0 || entry.line.owner.map(hidden.contains) != true {
        left -= cost
        isShown[place] = true
      } else if case .element(let id) = entry.line.subject {
        hidden.insert(id)
      }
    }
    var text = ""
    for (entry, isShown) in zip(entries, isShown) where isShown { text += entry.text + "\n" }
    let rest = zip(entries, isShown).filter { !$1 && $0.line.kind != .count }.map(\.0)
    return text + Self.count(rest, owners)
  }

  /// Returns the line that counts what does not fit: `… 31 new, 2 changed in #482117350011`.
  private static func count(_ rest: [Entry], _ owners: [Outline.Subject: ElementID]) -> String {
    guard let first = rest.first else { return "" }
    let kinds: [(kind: Entry.Kind, word: String)] = [
      (.new, "new"), (.changed, "changed"), (.gone, "gone"),
    ]
    let counts = kinds.compactMap { kind, word in
      let count = rest.count { $0.kind == kind }
      return count == 0 ? nil : "\(count) \(word)"
    }
    func path(_ entry: Entry) -> [ElementID] {
      var path: [ElementID] = []
      var next = entry.line.owner
      while let id = next, path.count < 100 {
        path.append(id)
        next = owners[.element(id)]
      }
      return path
    }
    var common = path(first)
    for entry in rest.dropFirst() where !common.isEmpty {
      let others = Set(path(entry))
      common.removeAll { !others.contains($0) }
    }
    return "… \(counts.joined(separator: ", "))\(common.first.map { " in \($0)" } ?? "")\n"
  }

  private static func place(of line: Outline.Line, after previous: Outline.Line?) -> String {
    guard case .element(let id)? = previous?.subject else {
      return line.owner.map { "first in \($0)" } ?? "first"
    }
    return "after \(id)"
  }

  /// Returns the lines that stand on the same level in both outlines, and in another order there: as few as possible. What
  /// is in an element moves with it.
  private static func moved(
    from old: [Outline.Line], to new: [Outline.Line]
  ) -> Set<Outline.Subject> {
    var former: [Outline.Subject: (index: Int, owner: ElementID?)] = [:]
    for (index, line) in old.enumerated() { former[line.subject] = (index, line.owner) }
    var levels: [ElementID?: [(subject: Outline.Subject, index: Int)]] = [:]
    for line in new {
      guard let known = former[line.subject], known.owner == line.owner else { continue }
      levels[line.owner, default: []].append((line.subject, known.index))
    }
    var moved: Set<Outline.Subject> = []
    for level in levels.values {
      let standing = ascending(level.map(\.index))
      for (place, line) in level.enumerated() where !standing.contains(place) {
        moved.insert(line.subject)
      }
    }
    return moved
  }

  /// Returns the places of the longest ascending run in a list of numbers.
  private static func ascending(_ numbers: [Int]) -> Set<Int> {
    var tails: [Int] = []
    var links = [Int](repeating: -1, count: numbers.count)
    for index in numbers.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[tails[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
      }
      if low > 0 { links[index] = tails[low - 1] }
      if low == tails.count { tails.append(index) } else { tails[low] = index }
    }
    var places: Set<Int> = []
    var next = tails.last ?? -1
    while next >= 0 {
      places.insert(next)
      next = links[next]
    }
    return places
  }
}

extension Outline.Line {
  /// The text, and where the element is if its id is not in it.
  fileprivate var located: String {
    guard text.hasPrefix("\""), case .element(let id) = subject, let owner,
      !text.hasSuffix(id.description)
    else { return text }
    return "\(text) in \(owner)"
  }
}
