package import AccessibilityTree

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

  /// The elements of which the last lines say that more changed in them.
  package private(set) var continued: [ElementID] = []

  /// - Parameters:
  ///   - limit: How the difference is kept short; `nil`: all is said.
  ///   - isOfSameTree: Whether the tree is the same. Then whatever a client was answered is still true, but for what it
  ///     says of reading.
  package init(
    from old: Outline, to new: Outline, limit: Limit? = nil, isOfSameTree: Bool = false
  ) {
    if old.lines == new.lines { return }
    self.isOfSameTree = isOfSameTree
    let before = Dictionary(old.lines.map { ($0.subject, $0) }) { first, _ in first }
    let after = Dictionary(new.lines.map { ($0.subject, $0) }) { first, _ in first }
    let moved = Self.moved(from: old.lines, to: new.lines)
    for line in old.lines where after[line.subject] == nil {
      guard line.owner.map({ after[.element($0)] != nil || before[.element($0)] == nil }) ?? true,
        !isOffscreen(line, limit), !isStill(line, line)
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
      if isStill(before[line.subject] ?? line, line) {
        // Whoever has it has it like this, or as long a count of less that is shown.
      } else if let known = before[line.subject] {
        let isSure = !known.marks.contains(.isUnsure)
        if isSure, moved.contains(line.subject) || known.owner != line.owner {
          let place = Self.place(of: line, after: previous[line.owner])
          entries.append(Entry(line, .changed, "~ \(line.text) \(place)"))
        } else if !isSure {
          entries.append(Entry(line, .changed, "~ \(line.located)"))
        } else if known.differs(from: line), !isFocusElsewhere || known.unfocused != line.text {
          entries.append(Entry(line, .changed, "~ \(line.located)"))
        }
      } else {
        addNew(line, before)
      }
      previous[line.owner] = line
    }
    if let limit {
      var choice = DifferenceChoice(entries, before, after, limit)
      (text, continued) = choice.text()
    } else {
      text = entries.map { $0.text + "\n" }.joined()
    }
    tokens = TokenEstimate(of: text).tokens
    entries = []
  }

  /// Whether a line is of an element that is only not on screen any more.
  private func isOffscreen(_ line: Outline.Line, _ limit: Limit?) -> Bool {
    guard let limit, case .element(let id) = line.subject, line.kind != .frame else { return false }
    return limit.isOffscreen(id)
  }

  /// Whether nothing is new of a line of the same tree, whichever answer a client has: that they differ is about the
  /// budget. What it says of reading may be new.
  private func isStill(_ known: Outline.Line, _ line: Outline.Line) -> Bool {
    guard isOfSameTree, !known.marks.union(line.marks).contains(.loading) else { return false }
    return line.kind == .count || known.marks.contains(.isUnsure)
  }

  private var isOfSameTree = false
  private var entries: [Entry] = []
  private var newDepth = 0
  /// The depth of the new dialog that the last line is in, or is.
  private var dialogDepth: Int?

  private mutating func addNew(_ line: Outline.Line, _ before: [Outline.Subject: Outline.Line]) {
    let isBelowNew = line.owner.map { before[.element($0)] == nil } ?? false
    let depth = isBelowNew ? max(0, line.depth - newDepth) : 0
    if depth == 0 { newDepth = line.depth }
    if depth == 0 || dialogDepth.map({ line.depth <= $0 }) == true { dialogDepth = nil }
    if dialogDepth == nil, line.marks.contains(.dialog) { dialogDepth = line.depth }
    let place = depth > 0 ? "" : line.owner.map { " in \($0)" } ?? ""
    entries.append(
      Entry(
        line, .new, "+ \(depth > 0 ? Outline.indentation(depth) : "")\(line.text)\(place)",
        depth: depth, dialogDepth: dialogDepth.map { line.depth - $0 }))
  }

  private static func place(of line: Outline.Line, after previous: Outline.Line?) -> String {
    guard case .element(let id)? = previous?.subject else {
      return line.owner.map { "first in \($0)" } ?? "first"
    }
    return "after \(id)"
  }

  /// Returns the lines that stand on the same level in both outlines, and in another order there: as few as possible. What
  /// is in an element moves with it. What an open dialog puts before others did not move.
  private static func moved(
    from old: [Outline.Line], to new: [Outline.Line]
  ) -> Set<Outline.Subject> {
    var former: [Outline.Subject: (index: Int, owner: ElementID?)] = [:]
    for (index, line) in old.enumerated() where line.marks.isDisjoint(with: [.isUnsure, .leads]) {
      former[line.subject] = (index, line.owner)
    }
    var levels: [ElementID?: [(subject: Outline.Subject, index: Int)]] = [:]
    for line in new {
      guard !line.marks.contains(.leads), let known = former[line.subject],
        known.owner == line.owner
      else { continue }
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

  /// Whether the line says something else. That an element cannot be pressed is no change where its actions had not been
  /// read.
  fileprivate func differs(from later: Outline.Line) -> Bool {
    if text == later.text { return false }
    guard marks.contains(.isUnread) != later.marks.contains(.isUnread) else { return true }
    return withoutLack != later.withoutLack
  }

  private var withoutLack: String {
    let lack = "no press)"
    guard text.hasSuffix(lack) else { return text }
    let rest = text.dropLast(lack.count)
    return rest.hasSuffix(" (") ? String(rest.dropLast(2)) : rest.dropLast(2) + ")"
  }
}
