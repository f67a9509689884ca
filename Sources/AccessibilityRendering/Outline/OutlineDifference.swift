package import AccessibilityTree

/// How an outline differs from an earlier one of the same request, as lines: `+` for new ones, `~` for those that
/// changed, `-` for those that are gone.
///
/// A new line names the element on whose level it is, with `in`. What is below a new line follows it, indented; what
/// was below one that is gone is not listed. A line that only lost the focus to another one is not listed either.
///
/// Without a limit, a client that has the earlier text can make the later one of it, but for the order in which new lines stand
/// among those that were there.
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
    var before = Dictionary(old.lines.map { ($0.subject, $0) }) { first, _ in first }
    var after = Dictionary(new.lines.map { ($0.subject, $0) }) { first, _ in first }
    isExact = limit == nil
    var renamed: Set<ElementID> = []
    if isExact {
      // A client knows a text without an id by its level alone.
      for (subject, line) in after where before[subject]?.isSame(as: line) == false {
        before[subject] = nil
        after[subject] = nil
        if case .element(let id) = subject { renamed.insert(id) }
      }
      formerTexts = FormerTexts(of: old.lines)
    }
    let moved = Self.moved(from: old.lines, to: new.lines, isExact: isExact)
    for line in old.lines where after[line.subject] == nil {
      guard line.owner.map({ after[.element($0)] != nil || before[.element($0)] == nil }) ?? true,
        line.owner.map(renamed.contains) != true, !isOffscreen(line, limit), !isStill(line, line)
      else { continue }
      entries.append(Entry(line, .gone, "- \(line.text)\(formerTexts.place(ofGone: line))"))
    }
    // The line that has the focus now is listed, since it did not have it. Of several that have it, all are.
    let focused = new.lines.filter { $0.unfocused != nil || $0.subject == .focus }
    let isFocusElsewhere =
      isExact
      ? focused.contains { line in
        guard let known = before[line.subject] else { return true }
        return moved.contains(line.subject) || known.owner != line.owner || known.text != line.text
      } : !focused.isEmpty
    let repeated = Set(isExact && isFocusElsewhere ? focused.map(\.subject) : [])
    let followed = isExact ? Self.newLines(followedIn: new.lines, moved, before) : []
    // The last line of each level.
    var previous: [ElementID?: Outline.Line] = [:]
    for line in new.lines {
      if isStill(before[line.subject] ?? line, line) {
        // Whoever has it has it like this, or as long a count of less that is shown.
      } else if let known = before[line.subject] {
        let isSure = !known.marks.contains(.isUnsure)
        let text = "~ \(line.text)\(formerTexts.number(of: line))"
        if isSure, moved.contains(line.subject) || known.owner != line.owner {
          entries.append(
            Entry(line, .changed, "\(text) \(place(of: line, after: previous[line.owner], before))")
          )
        } else if !isSure || repeated.contains(line.subject)
          || known.differs(from: line) && (!isFocusElsewhere || known.unfocused != line.text)
        {
          entries.append(Entry(line, .changed, text + level(of: line, known)))
        }
      } else {
        let isFollowed = followed.contains(line.subject)
        addNew(
          line, before, at: isFollowed ? place(of: line, after: previous[line.owner], before) : nil)
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
    (entries, formerTexts, isExact) = ([], FormerTexts(), false)
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
  /// Whether all is said that a client needs to make the later outline of the earlier one.
  private var isExact = false
  private var formerTexts = FormerTexts()
  private var entries: [Entry] = []
  private var newDepth = 0
  /// The depth of the new dialog that the last line is in, or is.
  private var dialogDepth: Int?

  /// Returns the new lines behind which one stands that was there and has moved, and those that have such a one behind them: where
  /// they are has to be said.
  private static func newLines(
    followedIn lines: [Outline.Line], _ moved: Set<Outline.Subject>,
    _ before: [Outline.Subject: Outline.Line]
  ) -> Set<Outline.Subject> {
    var followed: Set<Outline.Subject> = []
    var previous: [ElementID?: Outline.Line] = [:]
    var preceding: [Outline.Subject: Outline.Line] = [:]
    for line in lines {
      if let known = before[line.subject],
        moved.contains(line.subject) || known.owner != line.owner
      {
        var last = previous[line.owner]
        while let new = last, before[new.subject] == nil, followed.insert(new.subject).inserted {
          last = preceding[new.subject]
        }
      }
      preceding[line.subject] = previous[line.owner]
      previous[line.owner] = line
    }
    return followed
  }

  /// - Parameter place: Where the line is on its level; `nil`: it is not said.
  private mutating func addNew(
    _ line: Outline.Line, _ before: [Outline.Subject: Outline.Line], at place: String?
  ) {
    let isBelowNew = line.owner.map { before[.element($0)] == nil } ?? false
    let depth = isBelowNew ? max(0, line.depth - newDepth) : 0
    if depth == 0 { newDepth = line.depth }
    if depth == 0 || dialogDepth.map({ line.depth <= $0 }) == true { dialogDepth = nil }
    if dialogDepth == nil, line.marks.contains(.dialog) { dialogDepth = line.depth }
    let place = depth > 0 ? "" : place.map { " " + $0 } ?? line.inOwner
    entries.append(
      Entry(
        line, .new, "+ \(depth > 0 ? Outline.indentation(depth) : "")\(line.text)\(place)",
        depth: depth, dialogDepth: dialogDepth.map { line.depth - $0 }))
  }

  private func place(
    of line: Outline.Line, after previous: Outline.Line?, _ before: [Outline.Subject: Outline.Line]
  ) -> String {
    guard let previous, case .element(let id) = previous.subject else {
      return line.owner.map { "first in \($0)" } ?? "first"
    }
    if isExact, previous.isTextWithoutID {
      // One that comes from another level is new on this one.
      let number = before[previous.subject] == nil ? "" : formerTexts.number(of: previous)
      return "after\(number.isEmpty ? " \(previous.text)" : number)\(previous.inOwner)"
    }
    // The level of a text is not known by what stands before it now.
    return "after \(id)" + (isExact && line.isTextWithoutID ? line.inOwner : "")
  }

  /// Returns on which level a line is that changed there, where it does not say by itself which one it is.
  private func level(of line: Outline.Line, _ known: Outline.Line) -> String {
    if line.isTextWithoutID { return line.inOwner }
    guard isExact, line.kind == .count, line.firstCounted != known.firstCounted else { return "" }
    return line.inOwner
  }

  /// Returns the lines that stand on the same level in both outlines, and in another order there: as few as possible. What
  /// is in an element moves with it. What an open dialog puts before others did not move, where that need not be exact.
  private static func moved(
    from old: [Outline.Line], to new: [Outline.Line], isExact: Bool
  ) -> Set<Outline.Subject> {
    let passed: Outline.Marks = isExact ? [] : .leads
    var former: [Outline.Subject: (index: Int, owner: ElementID?)] = [:]
    for (index, line) in old.enumerated() where line.marks.isDisjoint(with: passed.union(.isUnsure))
    {
      former[line.subject] = (index, line.owner)
    }
    var levels: [ElementID?: [(subject: Outline.Subject, index: Int)]] = [:]
    for line in new {
      guard line.marks.isDisjoint(with: passed), let known = former[line.subject],
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
