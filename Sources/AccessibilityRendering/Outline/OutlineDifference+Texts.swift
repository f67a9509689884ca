internal import AccessibilityTree

extension OutlineDifference {
  /// The texts without an id of an earlier outline. Where several are on one level, a difference numbers them from 1.
  struct FormerTexts: Hashable, Sendable {
    private var numbers: [Outline.Subject: Int] = [:]
    /// Those that stand more than once on their level.
    private var repeated: Set<Outline.Subject> = []

    init() {}

    init(of lines: [Outline.Line]) {
      let levels = Dictionary(grouping: lines.filter(\.isTextWithoutID), by: \.owner)
      for level in levels.values {
        // Not every client has the same ones there.
        guard level.count > 1, !level.contains(where: { $0.marks.contains(.isUnsure) }) else {
          continue
        }
        for (index, line) in level.enumerated() { numbers[line.subject] = index + 1 }
        for same in Dictionary(grouping: level, by: \.text).values where same.count > 1 {
          repeated.formUnion(same.map(\.subject))
        }
      }
    }

    /// Returns which of several texts on its level a line was, to follow it; empty where it was the only one.
    func number(of line: Outline.Line) -> String {
      numbers[line.subject].map { " text \($0)" } ?? ""
    }

    /// Returns where a line was that is gone, unless its id says that.
    func place(ofGone line: Outline.Line) -> String {
      guard line.isTextWithoutID else { return "" }
      return (repeated.contains(line.subject) ? number(of: line) : "") + line.inOwner
    }
  }
}

extension Outline.Line {
  /// Whether the line is a text that has no id in it.
  var isTextWithoutID: Bool {
    guard text.hasPrefix("\""), case .element(let id) = subject else { return false }
    return !text.hasSuffix(id.description)
  }

  /// The element on whose level the line is, to follow its text.
  var inOwner: String { owner.map { " in \($0)" } ?? "" }

  /// The last word, which names the first of the elements that a line counts.
  var firstCounted: Substring? { text.split(separator: " ").last }

  /// Whether a client that has the line can tell that another one is of the same element.
  func isSame(as other: Outline.Line) -> Bool {
    isTextWithoutID == other.isTextWithoutID && (!isTextWithoutID || owner == other.owner)
  }
}
