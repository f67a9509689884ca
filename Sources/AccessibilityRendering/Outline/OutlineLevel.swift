internal import AccessibilityTree

/// Where a walk begins: the elements of the first level.
struct OutlineLevel {
  /// Which elements on the first level are listed.
  enum Filter: Equatable {
    /// The applications that have something on screen; the others are counted.
    case applications
    /// All, as lines, whatever they are; those on screen come first.
    case chosen
    /// All.
    case all
    /// Those on screen that the outline before has not, as `OutlineContinuation` says.
    case onscreen
    case offscreen
  }

  var filter: Filter
  /// The element whose content is on the first level; `nil` when it has no such element.
  var owner: ElementID?
  var frames: [OutlineWalk.Frame]
  var continuation: OutlineContinuation?

  /// - Parameter listsAll: Whether chosen elements are listed with what is not on screen.
  init(
    _ start: OutlineStart, _ options: OutlineOptions, _ order: OutlineOrder, listsAll: Bool = false,
    in tree: Tree
  ) {
    switch start {
    case .everything:
      filter = options.countsOffscreen ? .applications : .all
      frames = [.init(order.roots(of: tree), isListing: !options.countsOffscreen)]
    case .elements(let ids):
      filter = .chosen
      let isListing = listsAll || !options.countsOffscreen
      // The last one is the first to be visited.
      frames =
        isListing || ids.count == 1
        ? [.init(ids, isListing: isListing)]
        : [false, true].map { .init(ids, isListing: false, onscreen: $0) }
    case .following(let id, let texts):
      filter = .all
      frames = []
      follow(id, texts: texts, options, order, tree)
    }
  }

  /// Begins with an element and goes on with what comes after it on its level.
  private mutating func follow(
    _ id: ElementID, texts: Bool, _ options: OutlineOptions, _ order: OutlineOrder, _ tree: Tree
  ) {
    guard let element = tree[id] else { return }
    var presence = OutlinePresence(order)
    if options.countsOffscreen {
      filter =
        presence.isOnScreen(element, in: tree)
        ? .onscreen : .offscreen
    }
    var path: [OutlineWalk.Frame] = []
    var isReachable = true
    var leads = false
    var child = element
    while true {
      if order.dialogs?.lead(child.id) == true { leads = true }
      let parent = child.parent.flatMap { tree[$0] }
      let siblings = parent.map { order.children(of: $0, in: tree) } ?? order.roots(of: tree)
      let index = siblings.firstIndex(of: child.id) ?? 0
      var isListing = !options.countsOffscreen
      if let parent, filter == .offscreen { isListing = !presence.isOnScreen(parent, in: tree) }
      // The first frame has the element itself, the others what comes after it.
      path.append(.init(siblings, next: path.isEmpty ? index : index + 1, isListing: isListing))
      guard let parent else { break }
      if options.showsAll || !OutlineFolding(tree: tree).decision(on: parent).isFolded {
        owner = parent.id
        break
      }
      if filter == .onscreen, !presence.isOnScreen(parent, in: tree) { isReachable = false }
      child = parent
    }
    frames = path.reversed()
    guard filter != .offscreen, !options.showsAll else { return }
    continuation = OutlineContinuation(
      from: element, leads: leads,
      isBlank: OutlineWrittenCells(tree: tree).isBlankEntry(element), isReading: texts,
      isReached: !isReachable)
    guard isReachable else { return }
    // The whole level is visited: what stands before says what repeats it, and which dialogs are the first.
    let level =
      owner.flatMap { tree.read($0) { order.children(of: $0, in: tree) } } ?? order.roots(of: tree)
    frames = [.init(level, isListing: !options.countsOffscreen)]
  }
}

/// What an outline that goes on from a count has of the first level: its texts or what is no text, from an element on.
struct OutlineContinuation {
  private let start: ElementID
  private let isReading: Bool
  /// Where on its level the element stands that it goes on from.
  private let group: OutlineNode.Group
  private var isReached: Bool

  /// - Parameter isBlank: Whether it is counted as a place for a text without one.
  init(
    from element: borrowing Element, leads: Bool, isBlank: Bool, isReading: Bool, isReached: Bool
  ) {
    start = element.id
    self.isReading = isReading
    self.isReached = isReached
    group =
      leads ? .leading : element.isDialog ? .dialogs : isBlank ? .blank : .others
  }

  mutating func visit(_ id: ElementID) {
    if id == start { isReached = true }
  }

  /// Takes back a visit of an element whose text stands behind other lines: those are before it.
  mutating func postpone(_ id: ElementID) {
    if id == start { isReached = false }
  }

  /// - Parameter group: Where on its level the element stands.
  func leavesOut(_ id: ElementID, _ group: OutlineNode.Group, isReading: Bool) -> Bool {
    if isReading != self.isReading { return true }
    if group != self.group { return group < self.group }
    return group == .dialogs ? isReached && id != start : !isReached
  }
}
