import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What holds for every tree and every budget.
struct OutlinePropertyTests {
  private static let cases = (1...6).flatMap { seed in
    [600, 1500, 4000].map { (UInt64(seed), $0) }
  }

  @Test(arguments: cases)
  func `the budget is never exceeded, and used where there is more to say`(
    seed: UInt64, budget: Int
  ) throws {
    let tree = try RandomTree(seed: seed, count: 1500).tree
    var options = OutlineOptions()
    options.budget = budget
    for isWhole in [false, true] {
      options.isWhole = isWhole
      let outline = Outline(of: tree, from: .everything, options: options)
      #expect(outline.tokens <= budget)
      #expect(outline.tokens == TokenEstimate(of: outline.text).tokens)
      let isCutShort = outline.lines.contains {
        switch $0.subject {
        case .skipped, .skippedReading: true
        default: false
        }
      }
      if isCutShort {
        #expect(outline.tokens * 100 >= budget * 85, "\(outline.tokens) of \(budget)")
      }
    }
  }

  @Test(arguments: [100, 150, 250], [1, 2, 3])
  func `the smallest budgets are kept as well`(budget: Int, seed: Int) throws {
    let tree = try RandomTree(seed: UInt64(seed), count: 800).tree
    var options = OutlineOptions()
    options.budget = budget
    let outline = Outline(of: tree, from: .everything, options: options)
    #expect(outline.tokens <= budget)
    #expect(outline.shownCount >= 1)
  }

  @Test(arguments: 1...4)
  func `the same tree gives the same text, however it was built`(seed: Int) throws {
    let tree = try RandomTree(seed: UInt64(seed), count: 1200).tree
    let once = Outline(of: tree, from: .everything)
    #expect(Outline(of: tree, from: .everything) == once)
    // Another order of edits and other places in memory.
    var copy = Tree()
    let elements = tree.subtree(of: tree.roots).compactMap { tree[$0] }
    try copy.apply(Delta(from: 0, to: 1, changed: elements.reversed(), removed: []))
    #expect(Outline(of: copy, from: .everything) == once)
  }

  @Test(arguments: cases)
  func `going through all counts shows each element once`(seed: UInt64, budget: Int) throws {
    try expectEachOnce(RandomTree(seed: seed, count: 1200).tree, budget)
  }

  @Test(arguments: 1...3, [600, 1500])
  func `so it is where thousands of elements are on one level`(seed: Int, budget: Int) throws {
    let tree = try RandomTree(seed: UInt64(seed), count: 4500, isFlat: true).tree
    let level = try #require(tree.roots.first.flatMap { tree[$0]?.children.first })
    try #require(tree.read(level) { $0.children.count } ?? 0 > 3000)
    try expectEachOnce(tree, budget)
  }

  private func expectEachOnce(_ tree: Tree, _ budget: Int) throws {
    var options = OutlineOptions()
    options.budget = budget
    var reader = Reader(tree: tree, options: options)
    reader.readAll()
    options.isWhole = true
    options.budget = 100 * OutlineOptions.budgets.upperBound
    let whole = Outline(of: tree, from: .everything, options: options)
    #expect(whole.leftOutCount == 0)
    let expected = Set(whole.lines.compactMap(\.element))
    #expect(reader.seen.keys.count == expected.count)
    #expect(expected.subtracting(reader.seen.keys).isEmpty, "never shown")
    #expect(Set(reader.seen.keys).subtracting(expected).isEmpty, "shown without reason")
    #expect(reader.seen.filter { $0.value > 1 }.isEmpty, "shown twice")
    #expect(reader.miscounts == [])
  }
}

/// Reads an outline as a client does, by its text alone, and follows every count.
private struct Reader {
  let tree: Tree
  let options: OutlineOptions
  private(set) var seen: [ElementID: Int] = [:]
  /// The counts of what is on screen that the outlines that go on from them do not agree with.
  private(set) var miscounts: [String] = []
  private var pending: [(start: OutlineStart, count: (line: String, number: Int)?)] = [
    (.everything, nil)
  ]
  private var reads = 0

  init(tree: Tree, options: OutlineOptions) {
    self.tree = tree
    self.options = options
  }

  mutating func readAll() {
    while let (start, count) = pending.popLast(), reads < 20_000 {
      reads += 1
      let outline = Outline(of: tree, from: start, options: options)
      if let count, outline.firstLevelCount != count.number {
        miscounts.append("\(count.line): \(outline.firstLevelCount)")
      }
      var isOpened = false
      if case .elements = start { isOpened = true }
      for (index, line) in outline.lines.enumerated() {
        // The line of an opened element was shown before.
        if let id = line.element, !isOpened || index > 0 { seen[id, default: 0] += 1 }
        follow(line)
      }
    }
  }

  private mutating func follow(_ line: Outline.Line) {
    let words = line.text.split(separator: " ")
    guard let mark = words.lastIndex(of: "…") else { return }
    if mark == 0, let last = words.last, let id = ElementID(parsing: last.dropLast()) {
      let number = Int(words[1]).flatMap { line.isOfScreen ? (line.text, $0) : nil }
      pending.append((.following(id, texts: last.last == "~"), number))
    } else if mark == words.count - 2, Int(words[mark + 1]) != nil,
      let id = words[..<mark].reversed().lazy.compactMap({ ElementID(parsing: $0) }).first
    {
      pending.append((.elements([id]), nil))
    }
  }
}

extension Outline {
  /// The number of elements on the first level, shown and counted.
  fileprivate var firstLevelCount: Int {
    lines.filter { $0.depth == 0 }.reduce(0) { sum, line in
      switch line.subject {
      case .element: return sum + 1
      case .focus: return sum
      case .skipped, .skippedReading, .offscreen:
        return sum + (Int(line.text.split(separator: " ")[1]) ?? 0)
      }
    }
  }
}

extension Outline.Line {
  fileprivate var element: ElementID? {
    if case .element(let id) = subject { return id }
    return nil
  }

  /// Whether the line counts what is on screen.
  fileprivate var isOfScreen: Bool {
    switch subject {
    case .skipped, .skippedReading: true
    case .element, .offscreen, .focus: false
    }
  }
}
