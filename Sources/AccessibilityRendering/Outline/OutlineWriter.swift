internal import AccessibilityTree

/// Writes the chosen lines of an outline, and the lines that count the others.
struct OutlineWriter {
  private let lines: OutlineLines
  private let texts: [String]
  private let isShown: [Bool]
  private let unfocused: [Int: String]
  private let marks: [Int: Outline.Marks]
  private var estimate = TokenEstimate()
  private(set) var outline = Outline()

  /// - Parameters:
  ///   - unfocused: The lines of elements that have the focus, as they are without it.
  ///   - marks: How lines are marked besides their elements, where they are.
  init(
    _ lines: OutlineLines, _ texts: [String], _ isShown: [Bool],
    unfocused: [Int: String], marks: [Int: Outline.Marks]
  ) {
    self.marks = marks
    self.unfocused = unfocused
    self.lines = lines
    self.texts = texts
    self.isShown = isShown
  }

  mutating func write() {
    enum Item {
      case node(Int)
      case counts(Int)
    }
    var pending = [Item.node(0)]
    while let item = pending.popLast() {
      switch item {
      case .counts(let index): addCounts(lines.nodes[index])
      case .node(let index):
        let node = lines.nodes[index]
        let shown = node.children.filter { isShown[$0] }
        if let id = node.id, index > 0 {
          let suffix = shown.isEmpty ? lines.suffix(node) : ""
          add(
            texts[index] + suffix, .element(id), node, marks[index] ?? [],
            unfocused: unfocused[index].map { $0 + suffix })
          outline.shownCount += 1
          if shown.isEmpty {
            outline.leftOutCount += node.insideCount
          }
        }
        if !shown.isEmpty || index == 0 { pending.append(.counts(index)) }
        for child in shown.reversed() { pending.append(.node(child)) }
      }
    }
    outline.tokens = estimate.tokens
  }

  mutating func add(
    _ text: String, _ subject: Outline.Subject, _ node: OutlineNode? = nil,
    _ marks: Outline.Marks = [], unfocused: String? = nil
  ) {
    add(
      text, subject, node?.kind ?? .content, owner: node.flatMap { lines.nodes[$0.owner].id },
      depth: node?.depth ?? 0, (node?.marks ?? []).union(marks),
      unfocused: unfocused)
  }

  private mutating func add(
    _ text: String, _ subject: Outline.Subject, _ kind: Outline.Kind = .count, owner: ElementID?,
    depth: Int, _ marks: Outline.Marks = [], unfocused: String? = nil
  ) {
    estimate.add(Outline.indentation(depth) + text + "\n")
    outline.lines.append(
      Outline.Line(
        subject: subject, owner: owner, depth: depth, text: text, kind: kind, marks: marks,
        unfocused: unfocused))
  }

  /// Adds the lines that count what is not shown on the level of a node.
  private mutating func addCounts(_ node: OutlineNode) {
    var skipped = OutlineRemainder()
    var reading = OutlineRemainder()
    var blank = OutlineRemainder()
    var offscreen = node.offscreen
    for child in node.children where !isShown[child] {
      let left = lines.nodes[child]
      guard let id = left.id else { continue }
      switch left.tier {
      case .offscreen: offscreen.add(id, left.role)
      case let tier where tier.isReading: reading.add(id, left.role)
      default:
        left.isBlank ? blank.add(id, left.role) : skipped.add(id, left.isRow ? .row : left.role)
      }
    }
    skipped.add(node.skipped)
    skipped.add(blank)
    skipped.add(node.skippedBlank)
    reading.add(node.skippedReading)
    func count(_ left: OutlineRemainder, _ subject: Outline.Subject, _ text: String) {
      guard !left.isEmpty else { return }
      add(text, subject, owner: node.id, depth: node.depth + 1)
      outline.leftOutCount += left.count
    }
    count(skipped, .skipped(node.id), lines.moreLine(skipped))
    count(reading, .skippedReading(node.id), lines.textsLine(reading))
    count(offscreen, .offscreen(node.id), lines.offscreenLine(offscreen))
  }
}

extension OutlineNode {
  fileprivate var kind: Outline.Kind {
    if role == .application || role.isWindow { return .frame }
    return tier.isReading ? .text : .content
  }
}
