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

  package init(from old: Outline, to new: Outline) {
    if old.lines == new.lines { return }
    let before = Dictionary(old.lines.map { ($0.subject, $0) }) { first, _ in first }
    let after = Dictionary(new.lines.map { ($0.subject, $0) }) { first, _ in first }
    let moved = Self.moved(from: old.lines, to: new.lines)
    for line in old.lines where after[line.subject] == nil {
      guard line.owner.map({ after[.element($0)] != nil || before[.element($0)] == nil }) ?? true
      else { continue }
      text += "- \(line.text)\n"
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
          text += "~ \(line.text) \(Self.place(of: line, after: previous[line.owner]))\n"
        } else if known.text != line.text, !isFocusElsewhere || known.unfocused != line.text {
          text += "~ \(line.text)\n"
        }
      } else {
        addNew(line, before)
      }
      previous[line.owner] = line
    }
    tokens = TokenEstimate(of: text).tokens
  }

  private var newDepth = 0

  private mutating func addNew(_ line: Outline.Line, _ before: [Outline.Subject: Outline.Line]) {
    let isBelowNew = line.owner.map { before[.element($0)] == nil } ?? false
    if isBelowNew, line.depth > newDepth {
      text += "+ \(Outline.indentation(line.depth - newDepth))\(line.text)\n"
    } else {
      newDepth = line.depth
      text += "+ \(line.text)\(line.owner.map { " in \($0)" } ?? "")\n"
    }
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
