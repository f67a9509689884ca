internal import AccessibilityTree

/// Spends the budget of an outline: takes lines in the order of their tiers for as long as they fit, and never one
/// before another of its kind on the same level.
struct OutlineChoice {
  /// What is shown on the level of a node.
  private struct Level {
    var shown = 0
    var shownReading = 0
    var total = 0
    var totalReading = 0
    /// Whether elements off screen are counted, or will be unless the single one gets its line.
    var hasOffscreen: Bool
    let hasSkipped: Bool
    let hasSkippedReading: Bool
    /// Whether it is the first level, which has no line above it to count on.
    let isFirst: Bool

    /// The cost of the lines, or of the words, that count what is not shown.
    var cost: Int {
      let isMore = shown < total || hasSkipped
      let isMoreReading = shownReading < totalReading || hasSkippedReading
      if shown + shownReading == 0, !isFirst {
        return isMore || isMoreReading || hasOffscreen ? OutlineLines.suffixCost : 0
      }
      let lines = (hasOffscreen ? 1 : 0) + (isMore ? 1 : 0) + (isMoreReading ? 1 : 0)
      return lines * OutlineLines.countCost
    }
  }

  private let lines: OutlineLines
  private let budget: Int
  private let focusLine: String?
  /// What that line costs until the focus has a line of its own, in sixteenths of a token.
  private var reserved = 0
  private let focus: ElementID?
  /// The indexes of the nodes in the order in which they are taken.
  private let sequence: [Int]
  private var taken = 0
  /// The number of nodes that fit.
  private var fitting = 0
  private var texts: [String]
  /// The lines that say that an element has the focus, as they are without it.
  private var unfocused: [Int: String] = [:]
  /// How lines are marked besides their elements, where they are.
  private var marks: [Int: Outline.Marks] = [:]
  private var levels: [Level]
  private var cost = 0

  /// - Parameter previous: An outline of which the elements that were shown are shown again, beside new ones, and no
  ///   others.
  init(
    _ lines: OutlineLines, focus: ElementID?, continuing previous: Outline? = nil, in tree: Tree
  ) {
    self.lines = lines
    self.focus = focus
    let nodes = lines.nodes
    sequence = Self.candidates(nodes, previous, lines.options).sorted {
      let (left, right) = (nodes[$0], nodes[$1])
      if left.tier != right.tier { return left.tier < right.tier }
      return left.bucket != right.bucket ? left.bucket < right.bucket : $0 < $1
    }
    texts = Array(repeating: "", count: nodes.count)
    levels = nodes.map { node in
      Level(
        hasOffscreen: !node.offscreen.isEmpty,
        hasSkipped: !(node.skipped.isEmpty && node.skippedBlank.isEmpty),
        hasSkippedReading: !node.skippedReading.isEmpty, isFirst: node.depth < 0)
    }
    for index in nodes.indices.dropFirst() {
      if nodes[index].tier == .offscreen {
        levels[nodes[index].owner].hasOffscreen = true
      } else if nodes[index].tier.isReading {
        levels[nodes[index].owner].totalReading += 1
      } else {
        levels[nodes[index].owner].total += 1
      }
    }
    focusLine = lines.focusLine(focus, in: tree)
    reserved = focusLine.map { TokenEstimate(of: $0 + "\n").sixteenths } ?? 0
    // The estimate may be up to a sixty-fourth too low in languages that the vocabulary knows little of.
    let allowed = previous == nil ? lines.options.budget : 4 * lines.options.budget
    budget = 16 * allowed * 63 / 64
    cost = levels[0].cost
  }

  private static func candidates(
    _ nodes: [OutlineNode], _ previous: Outline?, _ options: OutlineOptions
  ) -> [Int] {
    guard let previous else { return nodes.indices.dropFirst().filter { !nodes[$0].isBlank } }
    let shown = previous.shownElements
    var isCandidate = [Bool](repeating: true, count: nodes.count)
    for index in nodes.indices.dropFirst() {
      guard let id = nodes[index].id else { continue }
      let isLeftOut =
        shown.contains(id)
        ? nodes[index].isBlank && !options.keepsEmptied
        : nodes[index].isBlank || previous.candidates.contains(id)
      isCandidate[index] = !isLeftOut && isCandidate[nodes[index].owner]
    }
    return nodes.indices.dropFirst().filter { isCandidate[$0] }
  }

  /// Whether all lines fit.
  var isComplete: Bool { fitting == sequence.count }

  /// Returns the choice of the same lines that continues another outline.
  func continuing(_ previous: Outline, in tree: Tree) -> OutlineChoice {
    OutlineChoice(lines, focus: focus, continuing: previous, in: tree)
  }

  /// Takes at most `count` more lines. Returns whether any are left.
  mutating func proceed(_ count: Int, in tree: Tree) -> Bool {
    for _ in 0..<count {
      // A line may make room by ending a count, so that the next one fits again.
      guard taken < sequence.count, cost + reserved <= budget + 4 * OutlineLines.countCost else {
        return false
      }
      take(sequence[taken], tree)
      taken += 1
      if cost + reserved <= budget || taken == 1 {
        fitting = taken
      }
    }
    return true
  }

  private mutating func take(_ index: Int, _ tree: Tree) {
    let node = lines.nodes[index]
    let line = lines.line(index, in: tree)
    texts[index] = line.text
    if !line.marks.isEmpty { marks[index] = line.marks }
    if isFocus(node) { reserved = 0 }
    if let id = node.id,
      node.focusedPart != nil || tree.read(id, { $0.states.contains(.focused) }) == true
    {
      unfocused[index] = lines.line(index, hasFocus: false, in: tree).text
    }
    cost += line.cost + levels[index].cost
    cost -= levels[node.owner].cost
    if node.tier == .offscreen {
      levels[node.owner].hasOffscreen = false
    } else if node.tier.isReading {
      levels[node.owner].shownReading += 1
    } else {
      levels[node.owner].shown += 1
    }
    cost += levels[node.owner].cost
  }

  /// Whether the line of a node is that of the focus.
  private func isFocus(_ node: OutlineNode) -> Bool {
    focus != nil && (node.id == focus || node.focusedPart == focus)
  }

  /// The most lines of which it is tried out how many fit.
  private static let maxTried = 200

  func outline() -> Outline {
    // Lines that count are estimated too high until they are written.
    if taken <= Self.maxTried {
      for count in (fitting..<taken).reversed() {
        let outline = outline(of: count + 1)
        if 16 * outline.tokens <= budget { return outline }
      }
    }
    return outline(of: fitting)
  }

  /// - Parameter count: The number of nodes that are shown.
  private func outline(of count: Int) -> Outline {
    var isShown = [Bool](repeating: false, count: lines.nodes.count)
    for index in sequence.prefix(count) { isShown[index] = true }
    isShown[0] = true
    var writer = OutlineWriter(lines, texts, isShown, unfocused: unfocused, marks: marks)
    let hasFocus = lines.nodes.indices.contains { isShown[$0] && isFocus(lines.nodes[$0]) }
    if let focusLine, !hasFocus { writer.add(focusLine, .focus) }
    writer.write()
    var outline = writer.outline
    // An empty cell that has a text later is new.
    outline.candidates = Set(lines.nodes.lazy.filter { !$0.isBlank }.compactMap(\.id))
    return outline
  }
}
