internal import AccessibilityTree

/// How the numbers in a text change whose words stay. `12 of 90 files, 45 seconds left` counts where the 12 only grows or the 45 only
/// becomes less, whatever the other does. Names that change places, `Job 12` and `Job 7`, soon go the other way.
struct TextCount {
  /// What the text was before it last changed.
  private(set) var former: String?
  /// From which revision on it has counted.
  private var start: Revision = 0
  private var steps = 0
  /// Which way each number goes; 0 for one that has not changed, `nil` for one that went both ways.
  private var directions: [Int?] = []

  /// The number of steps from which on a text counts.
  private static let minSteps = 4
  /// How many bytes of a text are compared; what is longer does not count.
  private static let maxLength = 200

  /// Whether it has only counted since a revision.
  func isCount(since revision: Revision) -> Bool {
    steps >= Self.minSteps && start <= revision
  }

  /// Notes that the text has changed.
  ///
  /// - Parameter former: `nil` where it was none.
  mutating func note(_ former: String?, _ now: String?, at revision: Revision) {
    let (before, after) = (Self.compared(former), Self.compared(now))
    self.former = before
    guard let before, let after, let next = Self.directions(from: before, to: after) else {
      (steps, directions) = (0, [])
      return
    }
    if directions.count == next.count {
      let merged = zip(directions, next).map { before, now -> Int? in
        before == 0 ? now : now == 0 || now == before ? before : nil
      }
      if merged.contains(where: { $0 != nil && $0 != 0 }) {
        (steps, directions) = (steps + 1, merged)
        return
      }
    }
    // What begins now says nothing of this change.
    (start, steps, directions) = (revision + 1, 0, next)
  }

  private static func compared(_ text: String?) -> String? {
    text.flatMap { $0.utf8.count <= maxLength ? $0 : nil }
  }

  /// Returns which way each number goes from one text to another; `nil` where the words differ, or the number of numbers.
  private static func directions(from former: String, to now: String) -> [Int]? {
    let (before, after) = (parts(of: former), parts(of: now))
    guard !after.numbers.isEmpty, before.numbers.count == after.numbers.count,
      before.words == after.words
    else { return nil }
    return zip(before.numbers, after.numbers).map { $0 < $1 ? 1 : $0 > $1 ? -1 : 0 }
  }

  /// Returns the numbers in a text, each run of digits as one, and what is around them.
  private static func parts(of text: String) -> (numbers: [Double], words: [Unicode.Scalar]) {
    var (numbers, words): ([Double], [Unicode.Scalar]) = ([], [])
    var isInNumber = false
    for scalar in text.unicodeScalars {
      let isDigit = scalar.properties.numericType == .decimal
      if isDigit, let digit = scalar.properties.numericValue {
        if !isInNumber { numbers.append(0) }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
      } else {
        words.append(scalar)
      }
      isInNumber = isDigit
    }
    return (numbers, words)
  }
}
