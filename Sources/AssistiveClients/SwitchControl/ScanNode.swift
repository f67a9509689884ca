internal import AccessibilityTree

/// One thing that a switch user is shown, to take or to pass over (V4).
enum ScanNode: Hashable, Sendable {
  case item(ElementID)
  /// A part of the screen, entered by taking it.
  case group(ElementID, [ScanNode])
  /// An entry of an element's menu.
  case choice(ElementID, ElementChoice)
  /// The way out, last in every group and menu.
  case back

  /// The element that it is about.
  var element: ElementID? {
    switch self {
    case .item(let id), .group(let id, _), .choice(let id, _): id
    case .back: nil
    }
  }

  /// How many items it holds, at any depth.
  var count: Int {
    switch self {
    case .item, .choice: 1
    case .group(_, let nodes): nodes.reduce(0) { $0 + $1.count }
    case .back: 0
    }
  }

  /// Everything that can be used in a scene, one after another.
  static func items(of scene: Scene) -> [ScanNode] {
    usable(in: scene).map(ScanNode.item)
  }

  /// The same by the parts of the screen: a part that holds one thing is that thing, and one that
  /// holds all there is is entered already.
  static func groups(of scene: Scene) -> [ScanNode] {
    guard let root = scene.root else { return [] }
    let items = usable(in: scene)
    // Children in reading order, for the ancestors of what can be used.
    var members: [ElementID: [ElementID]] = [:]
    var isKnown: Set<ElementID> = [root]
    for item in items where item != root {
      var child = item
      for ancestor in scene.tree.ancestors(of: item) {
        let isNew = isKnown.insert(child).inserted
        if isNew { members[ancestor, default: []].append(child) }
        if !isNew || ancestor == root { break }
        child = ancestor
      }
    }
    return nodes(below: root, members, Set(items))
  }

  private static func usable(in scene: Scene) -> [ElementID] {
    scene.stops.filter { id in
      scene[id].map { $0.isUsable && !$0.choices().isEmpty } ?? false
    }
  }

  /// Nobody would find the way out of more.
  private static let maxNesting = 32

  /// From the leaves up, without recursion: a tree may be deep.
  private static func nodes(
    below root: ElementID, _ members: [ElementID: [ElementID]], _ items: Set<ElementID>
  ) -> [ScanNode] {
    var order: [ElementID] = []
    var pending = [root]
    while let id = pending.popLast() {
      order.append(id)
      pending += members[id] ?? []
    }
    var built: [ElementID: [ScanNode]] = [:]
    // How many groups stand inside one another below an element.
    var heights: [ElementID: Int] = [:]
    for id in order.reversed() {
      let parts = members[id] ?? []
      var nodes = parts.flatMap { built[$0] ?? [] }
      let height = parts.map { heights[$0] ?? 0 }.max() ?? 0
      if items.contains(id), id != root { nodes.insert(.item(id), at: 0) }
      let isGroup = id != root && nodes.count > 1 && height < maxNesting
      built[id] = isGroup ? [.group(id, nodes)] : nodes
      heights[id] = isGroup ? height + 1 : height
    }
    var top = built[root] ?? []
    while top.count == 1, case .group(_, let inner)? = top.first { top = inner }
    return top
  }
}
