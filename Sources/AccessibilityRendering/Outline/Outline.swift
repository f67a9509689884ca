package import AccessibilityTree

/// A tree as text, for people and language models: one element per line, indented by two spaces per level.
///
/// ```
/// - window "Calculator" #2 [active]
///   - status "Display" = "15" #9
///   - button "7" #482117350014 (press)
///   … 23 more in #2 (tree #2)
/// ```
///
/// Unnamed containers are replaced by their children, and texts that repeat their parent's label are
/// omitted. Elements omitted for lack of room are counted, with the id that shows them. The same tree
/// always gives the same text.
package struct Outline: Sendable {
  /// The lines, each terminated by a line feed.
  package let text: String
  /// The number of elements that have a line.
  package let shownCount: Int
  /// The number of elements left out because of depth, siblings or budget.
  package let elidedCount: Int
  /// The reasons for which elements were left out.
  package let elisions: Set<Elision>

  /// Why elements are left out of an outline.
  package enum Elision: Hashable, Sendable {
    /// They are deeper than `depth`.
    case depth
    /// They have too many siblings.
    case siblings
    /// They do not fit into `budget`.
    case budget
  }

  /// - Parameters:
  ///   - roots: The elements to begin with; unknown ids are skipped.
  ///   - applications: For the health and load state of applications, shown where they are not normal.
  package init(
    of tree: Tree, from roots: [ElementID], options: OutlineOptions = OutlineOptions(),
    applications: [ElementID: Application] = [:]
  ) {
    var writer = OutlineWriter(tree, roots, options, applications)
    writer.choose()
    writer.write()
    text = writer.text
    shownCount = writer.shownCount
    elisions = writer.elisions
    elidedCount = writer.folding.entries.count - writer.shownCount
  }

  /// Returns one element on one line, without a line end, for lists of matches and candidates.
  package static func line(
    for element: Element, options: OutlineOptions = OutlineOptions()
  ) -> String {
    OutlineLine(options: options).text(element)
  }
}

/// Writes an outline in two steps: selects the elements to show, then writes them.
private struct OutlineWriter {
  let tree: Tree
  let options: OutlineOptions
  let applications: [ElementID: Application]
  let folding: OutlineFolding
  private var isShown: [Bool]
  private(set) var text = ""
  private(set) var shownCount = 0
  private(set) var elisions: Set<Outline.Elision> = []

  init(
    _ tree: Tree, _ roots: [ElementID], _ options: OutlineOptions,
    _ applications: [ElementID: Application]
  ) {
    self.tree = tree
    self.options = options
    self.applications = applications
    folding = OutlineFolding(tree, roots: roots, options: options)
    isShown = Array(repeating: false, count: folding.entries.count)
  }

  // MARK: Selection

  /// Selects elements level by level, so that a small budget shows all of the upper levels rather than a
  /// single branch. The path to the focus is selected first.
  mutating func choose() {
    var left = options.budget.map { max(0, $0) * 4 } ?? Int.max
    for index in focusAncestors() { left -= show(index, left) }
    var level = folding.entries.indices.filter { folding.entries[$0].parent < 0 }
    while !level.isEmpty {
      var next: [Int] = []
      for index in level {
        if !isShown[index] {
          let cost = show(index, left)
          if cost == 0 { continue }
          left -= cost
        }
        next += shownChildren(of: index)
      }
      level = next
    }
  }

  private mutating func shownChildren(of index: Int) -> ArraySlice<Int> {
    let entry = folding.entries[index]
    if let depth = options.depth, entry.depth >= depth {
      if !entry.children.isEmpty { elisions.insert(.depth) }
      return []
    }
    guard !options.showsAll, entry.parent >= 0, let limit = options.siblings else {
      return entry.children[...]
    }
    // The line for a single omitted child would be no shorter than the child's own.
    if entry.children.count <= limit + 1 { return entry.children[...] }
    elisions.insert(.siblings)
    return entry.children.prefix(limit)
  }

  private func focusAncestors() -> [Int] {
    guard options.budget != nil else { return [] }
    let focus = folding.entries.firstIndex {
      tree.read($0.id) { $0.states.contains(.focused) } ?? false
    }
    var way: [Int] = []
    var next = focus ?? -1
    while next >= 0 {
      if folding.entries[next].depth <= options.depth ?? .max { way.append(next) }
      next = folding.entries[next].parent
    }
    return way.reversed()
  }

  /// Selects an element if its line fits, and returns the cost in UTF-8 bytes; 0 when it does not fit or is
  /// already selected. The first line always fits.
  private mutating func show(_ index: Int, _ left: Int) -> Int {
    if isShown[index] { return 0 }
    guard options.budget != nil else {
      isShown[index] = true
      shownCount += 1
      return 1
    }
    let entry = folding.entries[index]
    let isParentShown = entry.parent < 0 || isShown[entry.parent]
    // Includes room for the line that counts omitted children.
    let cost = line(index).utf8.count + 2 * entry.depth + 1 + (entry.children.isEmpty ? 0 : 16)
    guard isParentShown, cost <= left || shownCount == 0 else {
      if isParentShown { elisions.insert(.budget) }
      return 0
    }
    isShown[index] = true
    shownCount += 1
    return cost
  }

  // MARK: Writing

  mutating func write() {
    enum Item {
      case entry(Int)
      case elision(Int, count: Int)
    }
    var pending: [Item] = []
    var hiddenRoots = 0
    for index in folding.entries.indices.reversed() where folding.entries[index].parent < 0 {
      if isShown[index] {
        pending.append(.entry(index))
      } else {
        hiddenRoots += folding.entries[index].below + 1
      }
    }
    while let item = pending.popLast() {
      switch item {
      case .entry(let index):
        write(line(index), depth: folding.entries[index].depth)
        let children = folding.entries[index].children
        var hidden = 0
        for child in children where !isShown[child] { hidden += folding.entries[child].below + 1 }
        if hidden > 0 { pending.append(.elision(index, count: hidden)) }
        for child in children.reversed() where isShown[child] { pending.append(.entry(child)) }
      case .elision(let index, let count):
        let entry = folding.entries[index]
        write("… \(count) more in \(entry.id) (tree \(entry.id))", depth: entry.depth + 1)
      }
    }
    if hiddenRoots > 0 { write("… \(hiddenRoots) more", depth: 0) }
  }

  private mutating func write(_ line: String, depth: Int) {
    // Limits the indentation of deep trees.
    text += String(repeating: "  ", count: min(depth, 60))
    text += line
    text += "\n"
  }

  private func line(_ index: Int) -> String {
    let entry = folding.entries[index]
    let line = OutlineLine(
      options: options, inlined: entry.inlined, isOffscreen: folding.beginsOffscreen(index),
      application: applications[entry.id])
    return tree.read(entry.id) { line.text($0) } ?? ""
  }
}
