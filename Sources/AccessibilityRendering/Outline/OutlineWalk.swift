internal import AccessibilityTree

/// Collects the elements that an outline may show, in reading order, a few at a time. The tree must be the same
/// each time.
///
/// Looks into elements on screen, and no further than the budget can reach. Of everything else, only the
/// elements directly below what it shows are visited, to count them.
struct OutlineWalk {
  /// Elements to visit that are on the level of one node.
  struct Frame {
    var owner = 0
    let children: [ElementID]
    var next = 0
    /// Whether the elements are listed whether or not they are on screen.
    let isListing: Bool

    init(_ children: [ElementID], next: Int = 0, owner: Int = 0, isListing: Bool) {
      self.owner = owner
      self.children = children
      self.next = next
      self.isListing = isListing
    }
  }

  let options: OutlineOptions
  let order: OutlineOrder
  let filter: OutlineLevel.Filter
  private let maxNodes: Int
  /// The number of elements that may still be looked into.
  private var lookIns: Int
  private(set) var nodes: [OutlineNode]
  private var frames: [Frame]
  private var presence: OutlinePresence

  init(_ level: OutlineLevel, _ options: OutlineOptions, _ order: OutlineOrder) {
    self.options = options
    self.order = order
    filter = level.filter
    frames = level.frames
    presence = OutlinePresence(order)
    maxNodes = options.budget / 4 + 1500
    lookIns = maxNodes * 16
    nodes = [OutlineNode(id: level.owner, owner: 0, depth: -1, tier: .frame)]
  }

  /// Visits at most `count` elements. Returns whether any are left.
  mutating func proceed(_ count: Int, in tree: Tree) -> Bool {
    var left = count
    while left > 0, !frames.isEmpty {
      let last = frames.count - 1
      guard frames[last].next < frames[last].children.count else {
        frames.removeLast()
        continue
      }
      let id = frames[last].children[frames[last].next]
      frames[last].next += 1
      left -= 1
      visit(id, frames[last].owner, isListing: frames[last].isListing, tree)
    }
    return !frames.isEmpty
  }

  // MARK: Visiting

  /// What is known of an element before it is looked into.
  private struct Glance {
    let isOnScreen: Bool
    let isVisible: Bool
    let isNothing: Bool
    let role: Role
  }

  private mutating func visit(_ id: ElementID, _ owner: Int, isListing: Bool, _ tree: Tree) {
    let glance = tree.read(id) { element in
      Glance(
        isOnScreen: isListing || presence.isOnScreen(element, in: tree),
        isVisible: element.parent != nil && element.states.contains(.visible),
        isNothing: element.children.isEmpty && !element.hasLabel
          && decision(on: element, tree) == .dropped,
        role: element.role)
    }
    guard let glance else { return }
    if owner == 0 {
      switch filter {
      case .chosen: return lookInto(id, 0, isListing: !glance.isOnScreen || isListing, tree)
      case .onscreen: if !glance.isOnScreen { return }
      case .offscreen:
        if isListing { break }
        guard !glance.isOnScreen else { return enterFolded(id, tree) }
        return add(id, glance, 0, isListing: true, tree)
      case .all, .applications: break
      }
    }
    guard !glance.isOnScreen else { return add(id, glance, owner, isListing: isListing, tree) }
    if !glance.isNothing {
      nodes[owner].addOffscreen(id, glance.role, isVisible: glance.isVisible)
    }
  }

  private mutating func add(
    _ id: ElementID, _ glance: Glance, _ owner: Int, isListing: Bool, _ tree: Tree
  ) {
    if nodes.count < maxNodes, lookIns > 0, nodes[owner].depth < options.depth ?? .max {
      lookInto(id, owner, isListing: isListing, tree)
    } else if !glance.isNothing {
      nodes[owner].skipped.add(id, glance.role)
    }
  }

  /// Visits what is in a folded element on the first level.
  private mutating func enterFolded(_ id: ElementID, _ tree: Tree) {
    guard let element = tree[id], decision(on: element, tree).isFolded else { return }
    frames.append(Frame(order.children(of: element, in: tree), isListing: false))
  }

  private mutating func lookInto(_ id: ElementID, _ owner: Int, isListing: Bool, _ tree: Tree) {
    guard let element = tree[id] else { return }
    lookIns -= 1
    var decision = decision(on: element, tree)
    if owner == 0, filter == .chosen { decision = decision.asLine }
    switch decision {
    case .dropped: break
    case .folded(let hasText):
      if hasText { _ = append(element, owner, nil, isListing: isListing, tree) }
      frames.append(
        Frame(order.children(of: element, in: tree), owner: owner, isListing: isListing))
    case .line(let inlined):
      guard let node = append(element, owner, inlined, isListing: isListing, tree) else { break }
      if owner == 0, filter == .chosen, options.countsOffscreen {
        nodes[node].isMarkedOffscreen = !presence.isOnScreen(element, in: tree)
      }
      // The choices of a closed list are counted, whole page or not.
      let isClosed =
        !options.showsAll && owner != 0 && element.role.isListOfChoices
        && element.states.contains(.collapsed)
      frames.append(
        Frame(
          order.children(of: element, in: tree), owner: node, isListing: isListing && !isClosed))
    }
  }

  private func decision(
    on element: borrowing Element, _ tree: Tree
  ) -> OutlineFolding.Decision {
    if options.showsAll { return .line(inlined: nil) }
    return OutlineFolding(tree: tree).decision(on: element)
  }

  var isChosen: Bool { filter == .chosen }

  /// When the walk continues what is on screen: whether with what is only read; `nil` otherwise.
  var continuedReading: Bool? {
    if case .onscreen(let isReading) = filter { return isReading }
    return nil
  }

  // MARK: Adding

  /// Adds a line, and returns its index; `nil` when another line says the same.
  private mutating func append(
    _ element: borrowing Element, _ owner: Int, _ inlined: String?, isListing: Bool, _ tree: Tree
  ) -> Int? {
    let previous = nodes[owner].children.last
    if !options.showsAll {
      let repetition = OutlineRepetition(tree: tree)
      if repetition.repeats(element, in: nodes[owner]) { return nil }
      if let previous, let id = nodes[previous].id {
        if repetition.isText(element, ofControl: id) { return nil }
        if repetition.isText(id, ofControl: element), !nodes[previous].hasContent {
          nodes[owner].children.removeLast()
        }
      }
    }
    let index = nodes.count
    var node = OutlineNode(
      id: element.id, role: element.role, owner: owner, depth: nodes[owner].depth + 1,
      tier: tier(of: element, owner, isListing: isListing, tree), inlined: inlined)
    node.marks = Outline.Marks(of: element)
    let isFirst = element.role.isDialog && node.tier != .frame
    let place = isFirst ? 0 : nodes[owner].children.count
    node.bucket = max(nodes[owner].bucket, Int.bitWidth - (place / 16).leadingZeroBitCount)
    nodes.append(node)
    nodes[owner].addChild(index, isFirst: isFirst)
    if owner != 0, nodes[owner].tier.isReading { nodes[owner].tier = nodes[owner].tier.asContent }
    return index
  }

  private func tier(
    of element: borrowing Element, _ owner: Int, isListing: Bool, _ tree: Tree
  ) -> OutlineNode.Tier {
    if options.showsAll { return .frame }
    guard let parent = element.parent else { return .frame }
    let above = nodes[owner]
    if tree.read(parent, { $0.parent == nil }) ?? true { return .frame }
    var isOther = above.tier > .reading
    if above.tier == .frame, let window = above.id, above.depth >= 0 || filter == .chosen {
      isOther = order.isOther(window, in: tree)
    }
    let isReading = (element.isReading || element.isPlainText) && !isListing
    return isReading
      ? (isOther ? .otherReading : .reading) : (isOther ? .otherContent : .content)
  }
}
