/// Lines of which equal ones are one, and not more than a limit of them.
struct FoldedLines {
  private let limit: Int
  private var texts: [(text: String, count: Int)] = []
  /// The number of lines that were left out.
  private(set) var omitted = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether another line would be left out, unless it is equal to one of these.
  var isFull: Bool { texts.count >= limit }

  mutating func add(_ text: String) {
    if let index = texts.firstIndex(where: { $0.text == text }) {
      texts[index].count += 1
    } else if isFull {
      omit()
    } else {
      texts.append((text, 1))
    }
  }

  /// Counts a line that is left out.
  mutating func omit() { omitted += 1 }

  /// The lines, in the order in which they came first, each with how often it came.
  var lines: [String] {
    texts.map { $0.count > 1 ? "\($0.text) (\($0.count) times)" : $0.text }
  }
}
