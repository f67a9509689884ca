package import AccessibilityTree

/// A tree as text, for people and for language models: one element a line, two spaces a level.
///
/// ```
/// - window "Calculator" #2 [active]
///   - status "Display" = "15" #9
///   - button "7" #482117350014 (press)
///   … 23 more in #2 (tree #2)
/// ```
///
/// Filler without a name is folded away and what it holds is lifted; texts that repeat their
/// parent's label are left out; what is left out for want of room is counted, with the id to start
/// from to see it. The same tree gives the same text.
package struct Outline: Sendable {
  /// Lines, each ended by a line feed.
  package let text: String
  /// How many elements have a line.
  package let shownCount: Int
  /// How many more would have one, but for depth, siblings and budget.
  package let elidedCount: Int
  /// Why they have none.
  package let elisions: Set<Elision>

  /// Why elements are left out of an outline.
  package enum Elision: Hashable, Sendable {
    /// They are deeper than `depth`.
    case depth
    /// They have too many siblings.
    case siblings
    /// There is no room for them.
    case budget
  }

  /// - Parameters:
  ///   - roots: where to begin; unknown ones are left out.
  ///   - applications: for their health and load, where these say something.
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

  /// One element on one line, without a line end: for lists of matches and candidates.
  package static func line(
    for element: Element, options: OutlineOptions = OutlineOptions()
  ) -> String {
    OutlineLine(options: options).text(element)
  }
}

/// Draws an outline: first what is shown is chosen, then it is written.
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

  // MARK: Choosing

  /// Level by level, so that a small budget shows all of the surface rather than all of one corner;
  /// the way to the focus comes first.
  mutating func choose() {
    var left = options.budget.map { max(0, $0) * 4 } ?? Int.max
    for index in wayToFocus() { left -= show(index, left) }
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
    // To count one is no shorter than to show it.
    if entry.children.count <= limit + 1 { return entry.children[...] }
    elisions.insert(.siblings)
    return entry.children.prefix(limit)
  }

  private func wayToFocus() -> [Int] {
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

  /// Marks a line as shown if there is room, and returns what it costs in characters; 0 when there
  /// is none. The first line is always shown.
  private mutating func show(_ index: Int, _ left: Int) -> Int {
    if isShown[index] { return 0 }
    guard options.budget != nil else {
      isShown[index] = true
      shownCount += 1
      return 1
    }
    let entry = folding.entries[index]
    let isParentShown = entry.parent < 0 || isShown[entry.parent]
    // Room for the line that counts what is missing below.
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
    // Deep trees are not drawn ever further to the right.
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
